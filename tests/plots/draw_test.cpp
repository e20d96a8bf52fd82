#include "plots/draw.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "attn/files/whole_file.hpp"
#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/svg.hpp"
#include "temporary_folder.hpp"

using namespace attn::plots;
using attn::read_whole_file;
namespace fs = std::filesystem;

namespace {

/// Whether gnuplot is there. Where everything must be tested, its absence is a failure.
bool can_draw() {
    if (is_installed("gnuplot")) return true;
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string(ci) == "true") FAIL("gnuplot is not installed");
    WARN("gnuplot is not installed: nothing was drawn");
    return false;
}

Figure figure_with_label(const std::string& label) {
    Figure figure{.name = "00_drawn", .title = "A title", .subtitle = "How to read it"};
    figure.canvas.add(Rectangle{{100, 100, 50, 50}, blue});
    figure.canvas.text({100, 200}, label);
    figure.table = {{"label"}, {{label}}};
    return figure;
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

/// Labels that would be commands if they left their quotes. touch is a command that
/// leaves a trace.
std::vector<std::string> hostile_labels(const std::string& touch) {
    return {"\"",
            "it's",
            "''",
            "\\",
            "ends\\",
            "\\\"",
            "\\042",
            "@x {y}",
            "100% %d %s",
            "EOD",
            "nan",
            "# c",
            "&lt;&#60;&#x0;",
            "]]></text><script/>",
            "나는 😀",
            "`" + touch + "`",
            "$(" + touch + ")",
            "\n!" + touch,
            "\nsystem(\"" + touch + "\")\n",
            "\"\nEOD\n!" + touch + "\n",
            "\x01\x7f\xff",
            std::string(50000, 'x')};
}

}  // namespace

TEST_CASE("Numbers and script are written whole, without gnuplot", "[plots]") {
    const TemporaryFolder folder;
    const fs::path deep = folder.path / "a" / "b";
    fs::create_directories(deep);
    const Figure figure = figure_with_label("x");
    write_numbers_and_script(figure, deep);
    CHECK(read_whole_file(deep / "00_drawn.csv") == "label\nx\n");
    CHECK(read_whole_file(deep / "00_drawn.gp") == gnuplot_script(figure, "00_drawn.svg"));
    CHECK(files_in(deep) == 2);
}

TEST_CASE("A folder or file that cannot be written is named", "[plots]") {
    const TemporaryFolder folder;
    std::ofstream(folder.path / "file") << "in the way";
    CHECK_THROWS_WITH(
        write_numbers_and_script(figure_with_label("x"), folder.path / "file"),
        ContainsText("cannot create the folder") || ContainsText("cannot write"));
    CHECK_THROWS_WITH(
        write_numbers_and_script(figure_with_label("x"), "/dev/null/deep"),
        ContainsText("cannot write /dev/null/deep/00_drawn.csv: Not a directory"));
    fs::create_directory(folder.path / "00_drawn.csv");
    CHECK_THROWS_WITH(
        write_numbers_and_script(figure_with_label("x"), folder.path),
        ContainsText("cannot write") && ContainsText("00_drawn.csv: Is a directory"));
    CHECK(files_in(folder.path) == 2);  // nothing half written is left
}

TEST_CASE("gnuplot is looked for on the PATH", "[plots]") {
    const TemporaryFolder folder;
    const Variable path("PATH", folder.path.string());
    CHECK_FALSE(is_installed("gnuplot"));
    std::ofstream(folder.path / "gnuplot") << "not a program";
    CHECK_FALSE(is_installed("gnuplot"));
    fs::remove(folder.path / "gnuplot");
    write_program(folder.path / "gnuplot", "exit 0");
    CHECK(is_installed("gnuplot"));
}

TEST_CASE("A gnuplot that fails is not believed, and the old picture stays", "[plots]") {
    const TemporaryFolder programs;
    const TemporaryFolder folder;
    const Variable path("PATH", programs.path.string());
    std::ofstream(folder.path / "00_drawn.svg") << "old";
    const auto draw_with = [&](const std::string& body) {
        write_program(programs.path / "gnuplot", body);
        draw(figure_with_label("x"), folder.path);
    };
    CHECK_THROWS_WITH(draw_with("echo 'line 3: no such thing' >&2; exit 1"),
                      "figure 00_drawn: gnuplot says: line 3: no such thing");
    CHECK_THROWS_WITH(draw_with("exit 0"),
                      "figure 00_drawn: gnuplot left no whole picture (is the disk full?)");
    CHECK_THROWS_WITH(draw_with("kill -9 $$"),
                      ContainsText("figure 00_drawn: gnuplot says: "));
    CHECK(read_whole_file(folder.path / "00_drawn.svg") == "old");
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("gnuplot draws hostile labels as they are and runs nothing", "[plots][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder;
    const fs::path target = folder.path / "it's a \"folder\" $(x) `y`";
    fs::create_directory(target);
    const fs::path trap = folder.path / "ran";
    for (const std::string& label : hostile_labels("touch '" + trap.string() + "'")) {
        const Figure figure = figure_with_label(label);
        write_numbers_and_script(figure, target);
        const std::string svg = read_whole_file(draw(figure, target));
        CHECK(is_whole(svg, Format::svg));
        CHECK_THAT(
            svg, ContainsText("data-script=\"" +
                              script_hash(read_whole_file(target / "00_drawn.gp")) + "\""));
        CHECK_THAT(svg, !ContainsText("<script") && !ContainsText("&#x0;"));
        CHECK_FALSE(fs::exists(trap));
    }
    const std::string svg =
        read_whole_file(draw(figure_with_label("나는 \"a\" \\ & <b>"), target));
    CHECK_THAT(svg, ContainsText("<text>나는 \"a\" \\ &amp; &lt;b"));
}

TEST_CASE("gnuplot draws PNG and PDF", "[plots][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder;
    const fs::path png = draw(figure_with_label("x"), folder.path, Format::png);
    CHECK(png == folder.path / "00_drawn.png");
    const std::string picture = read_whole_file(png);
    CHECK(picture.starts_with("\x89PNG\r\n"));
    CHECK(is_whole(picture, Format::png));
    // The header says how large: four bytes for the width, four for the height.
    CHECK(picture.substr(16, 8) == std::string("\0\0\x05\xa0\0\0\x03\xc0", 8));
    const fs::path pdf = draw(figure_with_label("x"), folder.path, Format::pdf);
    CHECK(pdf == folder.path / "00_drawn.pdf");
    CHECK(is_whole(read_whole_file(pdf), Format::pdf));
    CHECK(files_in(folder.path) == 2);
}

TEST_CASE("The reader's own settings change no figure", "[plots][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder;
    const TemporaryFolder home;
    const Variable variable("HOME", home.path.string());
    const std::string before = read_whole_file(draw(figure_with_label("x"), folder.path));
    attn::write_whole_file(home.path / ".gnuplot",
                           "set title 'mine'\nset object 1 circle at 100,100 size 50\n");
    CHECK(read_whole_file(draw(figure_with_label("x"), folder.path)) == before);
}
