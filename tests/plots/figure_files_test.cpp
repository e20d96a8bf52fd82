// From figures to files: whole or not at all.
#include "plots/figure_files.hpp"

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/csv_text.hpp"
#include "plots/figure_samples.hpp"
#include "plots/svg_text.hpp"
#include "support/files/whole_file.hpp"

namespace attn::plots {
namespace fs = std::filesystem;
using samples::figure_of;

namespace {

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

/// An rsvg-convert that draws "png of a.svg" for a.svg, and then does more.
std::string drawing(const std::string& more = "") {
    return "for last; do :; done\nformat=$2\nwhile [ \"$1\" != -o ]; do shift; done\necho \"$format of $(basename \"$last\")\" >\"$2\"\n" +
           more;
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

TEST_CASE("A picture is drawn whole, or an older one stays", "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const fs::path place = folder.path / "it's a \"folder\" $(touch x) `y`";
    fs::create_directory(place);
    const fs::path svg = place / "00_a.svg", png = place / "00_a.png";
    write_whole_file(svg, "<svg/>");
    programs.add("rsvg-convert", drawing());
    CHECK(draw_picture(svg, "png") == png);
    CHECK(read_whole_file(png) == "png of 00_a.svg\n");
    for (const char* failure : {"exit 1", "kill -9 $$"}) {
        INFO(failure);
        programs.add("rsvg-convert", drawing(failure));
        CHECK_THROWS_WITH(draw_picture(svg, "png"),
                          ContainsText("rsvg-convert drew no picture " + png.string()));
        CHECK(read_whole_file(png) == "png of 00_a.svg\n");
        CHECK(std::distance(fs::directory_iterator(place), fs::directory_iterator{}) == 2);
    }
}

TEST_CASE("An interrupt while a picture is drawn is passed on", "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    write_whole_file(folder.path / "a.svg", "<svg/>");
    programs.add("rsvg-convert", drawing("kill -INT $PPID"));
    static volatile std::sig_atomic_t interrupts = 0;
    const auto before = std::signal(SIGINT, [](int) { interrupts = interrupts + 1; });
    CHECK_THROWS(draw_picture(folder.path / "a.svg", "png"));
    std::signal(SIGINT, before);
    CHECK(interrupts == 1);
}

TEST_CASE("Hangul is drawn where a font has it, and what is missing is said",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const fs::path svg = folder.path / "a.svg";
    write_whole_file(svg, "<svg>나는</svg>");
    programs.add("rsvg-convert", "while [ \"$1\" != -o ]; do shift; done\n: >\"$2\"");
    programs.add("fc-list", "exit 0");
    CHECK_THROWS_WITH(draw_picture(svg, "pdf"), ContainsText("no font here has Hangul") &&
                                                    ContainsText("fonts-nanum"));
    programs.add("fc-list", "echo NanumGothic");
    CHECK_NOTHROW(draw_picture(svg, "pdf"));
    const Variable path("PATH", "/nonexistent");
    CHECK_THAT(why_no_pictures(), ContainsText("apt-get install librsvg2-bin"));
}

TEST_CASE("rsvg-convert draws every kind of mark as PNG and PDF", "[figure_files]") {
    if (!why_no_pictures().empty()) return;
    const TemporaryFolder folder;
    Figure figure = samples::tables();
    figure.rows.push_back(samples::chart().rows[0]);
    for (const Row& row : samples::others().rows) figure.rows.push_back(row);
    const fs::path svg = write_figure(figure, folder.path);
    const std::string png = read_whole_file(draw_picture(svg, "png"));
    CHECK(png.starts_with("\x89PNG\r\n"));
    CHECK(png.substr(16, 4) == std::string("\0\0\x05\xa0", 4));  // 1440 pixels wide
    CHECK(read_whole_file(draw_picture(svg, "pdf")).starts_with("%PDF"));
}

}  // namespace attn::plots
