#include "plots/draw.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "plots/svg.hpp"
#include "temporary_folder.hpp"

using namespace attn::plots;
namespace fs = std::filesystem;

namespace {

/// A PATH of one folder of our own, and the old one back at the end.
struct OnlyPath {
    std::string before = std::getenv("PATH");
    explicit OnlyPath(const fs::path& folder) { setenv("PATH", folder.c_str(), 1); }
    ~OnlyPath() { setenv("PATH", before.c_str(), 1); }
};

void write_program(const fs::path& path, const std::string& body) {
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    chmod(path.c_str(), 0755);
}

std::string contents_of(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
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

}  // namespace

TEST_CASE("Numbers and script are written whole, without gnuplot", "[plots]") {
    const TemporaryFolder folder;
    const fs::path deep = folder.path / "a" / "b";
    fs::create_directories(deep);
    const Figure figure = figure_with_label("x");
    write_numbers_and_script(figure, deep);
    CHECK(contents_of(deep / "00_drawn.csv") == "label\nx\n");
    CHECK(contents_of(deep / "00_drawn.gp") == gnuplot_script(figure, "00_drawn.svg"));
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
    const OnlyPath path(folder.path);
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
    const OnlyPath path(programs.path);
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
    CHECK(contents_of(folder.path / "00_drawn.svg") == "old");
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("gnuplot draws hostile labels as they are and runs nothing", "[plots][gnuplot]") {
    if (!is_installed("gnuplot")) {
        WARN("gnuplot is not installed: nothing was drawn");
        return;
    }
    const TemporaryFolder folder;
    const fs::path target = folder.path / "it's a \"folder\" $(x) `y`";
    fs::create_directory(target);
    const fs::path trap = folder.path / "ran";
    const std::string touch = "touch '" + trap.string() + "'";
    for (const std::string& label : {std::string("\""),
                                     std::string("it's"),
                                     std::string("''"),
                                     std::string("\\"),
                                     std::string("ends\\"),
                                     std::string("\\\""),
                                     std::string("\\042"),
                                     std::string("@x {y}"),
                                     std::string("100% %d %s"),
                                     std::string("EOD"),
                                     std::string("nan"),
                                     std::string("# c"),
                                     std::string("&lt;&#60;&#x0;"),
                                     std::string("]]></text><script/>"),
                                     std::string("나는 😀"),
                                     "`" + touch + "`",
                                     "$(" + touch + ")",
                                     "\n!" + touch,
                                     "\nsystem(\"" + touch + "\")\n",
                                     "\"\nEOD\n!" + touch + "\n",
                                     std::string("\x01\x7f\xff"),
                                     std::string(50000, 'x')}) {
        const Figure figure = figure_with_label(label);
        write_numbers_and_script(figure, target);
        const std::string svg = contents_of(draw(figure, target));
        CHECK(is_whole(svg, Format::svg));
        CHECK_THAT(svg,
                   ContainsText("data-script=\"" +
                                script_hash(contents_of(target / "00_drawn.gp")) + "\""));
        CHECK_THAT(svg, !ContainsText("<script") && !ContainsText("&#x0;"));
        CHECK_FALSE(fs::exists(trap));
    }
    const std::string svg =
        contents_of(draw(figure_with_label("나는 \"a\" \\ & <b>"), target));
    CHECK_THAT(svg, ContainsText("<text>나는 \"a\" \\ &amp; &lt;b"));
}
