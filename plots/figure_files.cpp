#include "plots/figure_files.hpp"

#include "plots/csv_text.hpp"
#include "plots/svg_text.hpp"
#include "support/files/whole_file.hpp"

namespace fs = std::filesystem;

namespace attn::plots {

fs::path write_figure(const Figure& figure, const fs::path& folder) {
    const std::string svg = svg_text(figure);
    const auto file = [&](const char* end) { return folder / (figure.name + end); };
    write_whole_file(file(".csv"), csv_text(figure));
    write_whole_file(file(".svg"), svg);
    return fs::absolute(file(".svg"));
}

}  // namespace attn::plots
