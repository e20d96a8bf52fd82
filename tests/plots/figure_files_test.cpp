// From figures to files: whole or not at all, whatever gnuplot does.
#include "plots/figure_files.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "attn/files/whole_file.hpp"
#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/csv_text.hpp"
#include "plots/figure_samples.hpp"
#include "plots/run_program.hpp"
#include "plots/svg_text.hpp"

using namespace attn;
using namespace attn::fig;
using namespace std::chrono_literals;
namespace fs = std::filesystem;
using samples::figure_of;

namespace {

/// Whether gnuplot is there. Where everything must be tested, its absence is a failure.
bool can_draw() {
    if (!find_program("gnuplot").empty()) return true;
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string(ci) == "true") FAIL("gnuplot is not installed");
    WARN("gnuplot is not installed: nothing was drawn");
    return false;
}

Figure small(const std::string& name) {
    return figure_of({table("m", {{1}}, {}, {})}, name);
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

Drawing draw(const std::vector<Figure>& figures, const fs::path& folder,
             const std::vector<Canvas>& canvases = {Canvas::png},
             std::chrono::milliseconds limit = 60s) {
    return draw_pictures(figures, folder, canvases, limit);
}

/// Shell lines that leave a whole picture in each file that the commands call an output.
const std::string draws_all =
    "sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" | while read -r f; do\n"
    "  case $f in *.pdf) printf '%%PDF %%%%EOF';; *) printf 'IEND\\256B`\\202';; esac >\"$f\"\n"
    "done\n";

/// Waits until a file is there, for some seconds at most.
bool appears(const fs::path& file) {
    for (int i = 0; i < 500 && !fs::exists(file); ++i) std::this_thread::sleep_for(10ms);
    return fs::exists(file);
}

}  // namespace

TEST_CASE("Numbers, script and picture are written whole, without gnuplot",
          "[figure_files]") {
    const TemporaryFolder folder;
    const Variable path("PATH", "/nonexistent");
    const Figure figure = samples::tables();
    CHECK(write_figure(figure, folder.path) == folder.path / "00_sample.svg");
    CHECK(read_whole_file(folder.path / "00_sample.svg") == svg_text(figure));
    CHECK(read_whole_file(folder.path / "00_sample.csv") == csv_text(figure));
    CHECK(read_whole_file(folder.path / "00_sample.gp") ==
          gnuplot_text(figure, "00_sample.png"));
    CHECK(files_in(folder.path) == 3);
}

TEST_CASE("A file that cannot be written is named, and leaves nothing behind",
          "[figure_files]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(
        write_figure(small("00_x"), "/dev/null/deep"),
        ContainsText("cannot write /dev/null/deep/00_x.csv: Not a directory"));
    fs::create_directory(folder.path / "00_x.svg");
    CHECK_THROWS_WITH(write_figure(small("00_x"), folder.path),
                      ContainsText("00_x.svg: Is a directory"));
    CHECK(files_in(folder.path) == 3);
    CHECK_THROWS_AS(write_figure(figure_of({Plot{}}), folder.path), std::invalid_argument);
    CHECK(files_in(folder.path) == 3);
}

TEST_CASE("A PNG or PDF that was cut off is noticed", "[figure_files]") {
    CHECK(is_whole(std::string("\x89PNG…IEND\xAE\x42\x60\x82"), Canvas::png));
    CHECK_FALSE(is_whole("\x89PNG", Canvas::png));
    CHECK_FALSE(is_whole("", Canvas::png));
    CHECK(is_whole("%PDF-1.5 …\n%%EOF\n", Canvas::pdf));
    CHECK_FALSE(is_whole("%PDF-1.5 …", Canvas::pdf));
    CHECK_FALSE(is_whole("", Canvas::pdf));
}

TEST_CASE("One gnuplot draws all figures, without the reader's own settings",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const std::string log = (folder.path / "log").string();
    programs.add("gnuplot", "echo \"$# $* $LC_ALL\" >>'" + log + "'\n" + draws_all);
    const Drawing drawing =
        draw({small("00_a"), small("00_b")}, folder.path, {Canvas::png, Canvas::pdf});
    CHECK(read_whole_file(log) == "1 -d C.UTF-8\n");
    CHECK(drawing.failures.empty());
    CHECK(drawing.pictures ==
          std::vector<fs::path>{folder.path / "00_a.png", folder.path / "00_a.pdf",
                                folder.path / "00_b.png", folder.path / "00_b.pdf"});
    CHECK(files_in(folder.path) == 1 + 4);
}

TEST_CASE("Of a gnuplot that fails nothing is believed, and the old picture stays",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    std::ofstream(folder.path / "00_a.png") << "old";
    const auto failure_of = [&](const std::string& body) {
        programs.add("gnuplot", body);
        const Drawing drawing = draw({small("00_a")}, folder.path);
        CHECK(drawing.pictures.empty());
        CHECK(read_whole_file(folder.path / "00_a.png") == "old");
        CHECK(files_in(folder.path) == 1);
        return drawing.failures.size() == 1 ? drawing.failures[0] : "";
    };
    CHECK(failure_of("exit 0") ==
          "figure 00_a: gnuplot left no whole picture (is the disk full?)");
    CHECK(failure_of("exec 0<&-\nkill -9 $$") ==
          "figure 00_a: gnuplot left no whole picture (is the disk full?)");
    CHECK(failure_of("printf 'drawing 00_a.png\\ngnuplot> set xrenge\\n      ^\\n"
                     "   line 0: unrecognized option\\n\\n   line 0: invalid\\n' >&2") ==
          "figure 00_a: gnuplot says: line 0: unrecognized option");
}

TEST_CASE("What fails in one figure costs no other, and is told of it alone",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot",
                 "sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" | while read -r f; do\n"
                 "  echo \"drawing ${f##*/}\" >&2\n"
                 "  case $f in *00_b*) echo 'line 7: oh no' >&2;;"
                 " *) printf 'IEND\\256B`\\202' >\"$f\";; esac\n"
                 "done\n");
    const Drawing drawing =
        draw({small("00_a"), small("00_b"), small("00_c")}, folder.path);
    CHECK(drawing.pictures.size() == 2);
    CHECK(drawing.failures ==
          std::vector<std::string>{"figure 00_b: gnuplot says: line 7: oh no"});
    programs.add(
        "gnuplot",
        "for f in 00_a 00_b; do echo \"drawing $f.png\" >&2; echo \"line $f\" >&2; done");
    CHECK(draw({small("00_a"), small("00_b")}, folder.path).failures ==
          std::vector<std::string>{"figure 00_a: gnuplot says: line 00_a",
                                   "figure 00_b: gnuplot says: line 00_b"});
    programs.add("gnuplot", draws_all);
    fs::create_directory(folder.path / "00_d.png");
    CHECK(draw({small("00_a"), small("00_d")}, folder.path)
              .failures.at(0)
              .find("00_d.png: Is a directory") != std::string::npos);
}

TEST_CASE("A gnuplot that hangs is stopped, and named", "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot", "exec sleep 60");
    const auto begin = std::chrono::steady_clock::now();
    const Drawing drawing =
        draw({small("00_a"), small("00_b")}, folder.path, {Canvas::png}, 1s);
    CHECK(drawing.failures ==
          std::vector<std::string>{
              "figure 00_a: gnuplot did not come to an end within 1 s and was stopped",
              "figure 00_b: gnuplot did not come to an end within 1 s and was stopped"});
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
    CHECK(files_in(folder.path) == 0);
}

TEST_CASE("What gnuplot prints does not reach the book's output", "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot", "echo noise\necho more >&2\n" + draws_all);
    CHECK(draw({small("00_a")}, folder.path).pictures.size() == 1);
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("Without a font for Hangul its pictures are left out, with advice",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot", draws_all);
    programs.add("fc-list", "exit 0");
    Figure title = small("00_a"), cell = small("00_b");
    title.title = "나는";
    Cells look;
    look.texts = Texts{"나는"};
    cell.rows = {{table("", {{1}}, {}, {}, look)}};
    const std::vector<Figure> figures{title, cell, small("00_c"),
                                      figure_of({table("", {{1}}, {"나는"}, {})}, "00_d")};
    const Drawing without = draw(figures, folder.path);
    CHECK(without.pictures == std::vector<fs::path>{folder.path / "00_c.png"});
    CHECK(without.failures.empty());
    CHECK_THAT(without.advice, ContainsText("fonts-nanum"));
    programs.add("fc-list", "echo NanumGothic");
    const Drawing with = draw(figures, folder.path);
    CHECK(with.pictures.size() == 4);
    CHECK(with.advice.empty());
}

TEST_CASE("gnuplot draws every kind of mark as PNG, and PDF", "[figure_files][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder;
    Figure figure = samples::tables();
    figure.rows.push_back(samples::chart().rows[0]);
    for (const Row& row : samples::others().rows) figure.rows.push_back(row);
    const Drawing drawing = draw({figure}, folder.path, {Canvas::png, Canvas::pdf});
    CHECK(drawing.failures.empty());
    REQUIRE(drawing.pictures.size() == 2);
    const std::string png = read_whole_file(drawing.pictures[0]);
    CHECK(png.starts_with("\x89PNG\r\n"));
    CHECK(png.substr(16, 4) == std::string("\0\0\x05\xa0", 4));  // 1440 pixels wide
}

TEST_CASE("A figure's script runs by itself, and says nothing", "[figure_files][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder;
    const fs::path errors = folder.path / "errors";
    write_figure(samples::chart(), folder.path);
    const fs::path here = fs::current_path();
    fs::current_path(folder.path);
    const Ending ending = run_program({"gnuplot", "-d", "00_sample.gp"},
                                      {"/dev/null", "/dev/null", errors}, 60s);
    fs::current_path(here);
    CHECK(ending == Ending::well);
    CHECK(read_whole_file(errors) == "");
    CHECK(is_whole(read_whole_file(folder.path / "00_sample.png"), Canvas::png));
}

TEST_CASE("The reader's own settings change no picture", "[figure_files][gnuplot]") {
    if (!can_draw()) return;
    const TemporaryFolder folder, home;
    const Variable variable("HOME", home.path.string());
    const auto picture = [&] {
        return read_whole_file(draw({small("00_a")}, folder.path).pictures.at(0));
    };
    const std::string before = picture();
    write_whole_file(home.path / ".gnuplot",
                     "set title 'mine'\nset object 1 circle at screen 0.5,0.5 size 50\n");
    CHECK(picture() == before);
}

TEST_CASE("A figure is shown in gnuplot's window where there is one, else in the viewer",
          "[figure_files]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const fs::path log = folder.path / "log", script = folder.path / "script";
    const fs::path svg = folder.path / "it's a \"folder\" $(x)" / "a.svg";
    const auto writes = [&](const std::string& words) {
        return "printf '%s|' " + words + " >'" + log.string() + ".part'\nmv '" +
               log.string() + ".part' '" + log.string() + "'\n";
    };
    programs.add("xdg-open", writes("\"$@\""));
    const auto gnuplot_with = [&](const std::string& terminals) {
        programs.add("gnuplot", "if [ \"$2\" = -e ]; then echo '" + terminals +
                                    "' >&2; exit; fi\ncat \"$3\" >'" + script.string() +
                                    "'\n" + writes("\"$1\" \"$2\""));
    };
    const Variable no_display("DISPLAY", {});
    const Variable no_wayland("WAYLAND_DISPLAY", {});
    gnuplot_with("dumb png svg");
    CHECK_THROWS_WITH(show_figure(small("00_a"), svg),
                      "--show needs a desktop, and there is none; open the file by hand");
    for (const char* desktop : {"DISPLAY", "WAYLAND_DISPLAY"}) {
        const Variable display(desktop, ":0");
        fs::remove(log);
        show_figure(small("00_a"), svg);
        REQUIRE(appears(log));
        CHECK(read_whole_file(log) == svg.string() + "|");
    }
    const Variable display("DISPLAY", ":0");
    fs::remove(log);
    gnuplot_with("dumb qt svg x11");
    show_figure(small("00_a"), svg);
    REQUIRE(appears(log));
    CHECK(read_whole_file(log) == "-d|-p|");
    CHECK(read_whole_file(script) == gnuplot_text(small("00_a"), "qt", Canvas::window));
}

TEST_CASE("A window or a viewer that takes its time is not waited for", "[figure_files]") {
    const FakePrograms programs;
    programs.add("gnuplot", "echo x11 >&2\n[ \"$2\" = -e ] || exec sleep 3");
    programs.add("xdg-open", "exec sleep 3");
    const Variable display("DISPLAY", ":0");
    const auto begin = std::chrono::steady_clock::now();
    show_figure(small("00_a"), "a.svg");
    programs.add("gnuplot", "exit 1");
    show_figure(small("00_a"), "a.svg");
    CHECK(std::chrono::steady_clock::now() - begin < 2s);
}

TEST_CASE("Without a program for pictures, it is named", "[figure_files]") {
    const TemporaryFolder empty;
    const Variable path("PATH", empty.path.string());
    const Variable display("DISPLAY", ":0");
    CHECK_THROWS_WITH(show_figure(small("00_a"), "a.svg"),
                      ContainsText("--show needs xdg-open"));
}
