#include "plots/figure_files.hpp"

#include <unistd.h>

#include <stdexcept>

#include "plots/csv_text.hpp"
#include "plots/shell.hpp"
#include "plots/svg_text.hpp"
#include "plots/text_width.hpp"
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

std::string why_no_pictures() {
    if (succeeds("command -v rsvg-convert")) return "";
    return "rsvg-convert is not installed (Debian and Ubuntu: apt-get install librsvg2-bin)";
}

fs::path draw_picture(const fs::path& svg, const std::string& format) {
    fs::path picture = svg;
    picture.replace_extension(format);
    // Where no font has a letter, a box would come out, and no error.
    if (has_hangul(read_whole_file(svg)) &&
        !succeeds("fc-list :lang=ko family | grep -q .")) {
        throw std::runtime_error(
            picture.string() +
            ": no font here has Hangul (Debian and Ubuntu: apt-get install fontconfig fonts-nanum)");
    }
    // A name of this program's own, so that two at work on one picture do no harm. The shell gives
    // the part its name, or removes it, even where this program is ended meanwhile.
    const fs::path part = picture.string() + "." + std::to_string(getpid()) + ".part";
    const std::string drawn = shell_word(part.string());
    const bool is_drawn =
        succeeds("rsvg-convert -f " + format + (format == "png" ? " -z 2" : "") + " -o " +
                 drawn + " " + shell_word(svg.string()) + " && mv -f " + drawn + " " +
                 shell_word(picture.string()) + " || { rm -f " + drawn + "; false; }");
    if (!is_drawn)
        throw std::runtime_error("rsvg-convert drew no picture " + picture.string());
    return picture;
}

}  // namespace attn::plots
