// From figures to files: whole or not at all.
#include "plots/figure_files.hpp"

#include <filesystem>
#include <stdexcept>

#include "catch.hpp"
#include "plots/csv_text.hpp"
#include "plots/figure_samples.hpp"
#include "plots/svg_text.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

namespace attn::plots {
namespace fs = std::filesystem;
using samples::figure_of;

namespace {

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

}  // namespace

TEST_CASE("Numbers and picture are written whole", "[figure_files]") {
    const TemporaryFolder folder;
    const Figure figure = samples::tables();
    CHECK(write_figure(figure, folder.path) == folder.path / "00_sample.svg");
    CHECK(read_whole_file(folder.path / "00_sample.svg") == svg_text(figure));
    CHECK(read_whole_file(folder.path / "00_sample.csv") == csv_text(figure));
    CHECK(files_in(folder.path) == 2);
}

TEST_CASE("A file that cannot be written is named, and leaves nothing behind",
          "[figure_files]") {
    const TemporaryFolder folder;
    const Figure figure = figure_of({table("m", {{1}}, {}, {})}, "00_x");
    CHECK_THROWS_WITH(
        write_figure(figure, "/dev/null/deep"),
        ContainsText("cannot write /dev/null/deep/00_x.csv: Not a directory"));
    fs::create_directory(folder.path / "00_x.svg");
    CHECK_THROWS_WITH(write_figure(figure, folder.path),
                      ContainsText("00_x.svg: Is a directory"));
    CHECK(files_in(folder.path) == 2);
    CHECK_THROWS_AS(write_figure(figure_of({Plot{}}), folder.path), std::invalid_argument);
    CHECK(files_in(folder.path) == 2);
}

}  // namespace attn::plots
