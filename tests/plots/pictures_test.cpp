// PNG, PDF and windows: drawn by gnuplot, or not at all.
#include "plots/pictures.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/figure_samples.hpp"
#include "plots/gnuplot_there.hpp"
#include "support/files/whole_file.hpp"

namespace attn::plots {
namespace fs = std::filesystem;
using samples::figure_of;

namespace {

Figure small(const std::string& name) {
    return figure_of({table("m", {{1}}, {}, {})}, name);
}

/// A gnuplot that keeps what it is told and how it was called, and draws all of a PNG.
std::string keeping(const fs::path& folder) {
    return "echo \"$* $LC_ALL\" >'" + (folder / "call").string() + "'\ncat >'" +
           (folder / "script").string() +
           "'\nout=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" '" +
           (folder / "script").string() + "')\n[ -z \"$out\" ] || echo IEND >\"$out\"";
}

}  // namespace

TEST_CASE("gnuplot is sent the script, without the reader's own settings", "[pictures]") {
    const FakePrograms programs;
    const TemporaryFolder log, folder;
    programs.add("gnuplot", keeping(log.path) + "\necho noise\nexit 7");
    const Figure figure = small("00_a");
    const fs::path png = draw_picture(figure, folder.path, Canvas::png);
    CHECK(png == folder.path / "00_a.png");
    CHECK(read_whole_file(png) == "IEND\n");
    CHECK(read_whole_file(log.path / "call") == "-d C.UTF-8\n");
    CHECK(read_whole_file(log.path / "script") ==
          gnuplot_text(figure, png.string() + "." + std::to_string(getpid()) + ".part") +
              "exit status 7\n");
    CHECK(draw_picture(figure, folder.path, Canvas::pdf) == folder.path / "00_a.pdf");
    CHECK(draw_picture(figure, folder.path, Canvas::window).empty());
    CHECK(read_whole_file(log.path / "call") == "-d -p C.UTF-8\n");
    CHECK(read_whole_file(log.path / "script") == gnuplot_text(figure, "", Canvas::window));
}

TEST_CASE("A gnuplot that fails, or reads nothing, leaves what was there", "[pictures]") {
    const FakePrograms programs;
    const TemporaryFolder log, folder;
    Figure large = small("00_a");  // more than a pipe holds
    large.rows[0] = {table("m", Matrix(100, 100), {}, {}, {.numbers = false})};
    for (const std::string& body :
         {keeping(log.path), keeping(log.path) + "\n: >\"$out\"\nexit 7",
          keeping(log.path) + "\necho IEND and no end >\"$out\"\nexit 7",
          keeping(log.path) + "\nkill -INT $PPID $$", std::string("exit 0"),
          std::string("exec 0<&-\nkill -9 $$")}) {
        INFO(body);
        programs.add("gnuplot", body);
        const auto fails = [&] {
            CHECK_THROWS_WITH(draw_picture(large, folder.path, Canvas::png),
                              ContainsText("figure 00_a: gnuplot drew no picture"));
        };
        fails();
        CHECK(fs::is_empty(folder.path));
        write_whole_file(folder.path / "00_a.png", "old");
        fails();
        CHECK(read_whole_file(folder.path / "00_a.png") == "old");
        fs::remove(folder.path / "00_a.png");
        CHECK(fs::is_empty(folder.path));
    }
    write_whole_file(folder.path / "00_a.png", "old");
    programs.add("gnuplot", keeping(log.path) + "\nexit 7");
    CHECK(read_whole_file(draw_picture(large, folder.path, Canvas::png)) == "IEND\n");
}

TEST_CASE("A program that is ended while gnuplot draws leaves no part", "[pictures]") {
    const FakePrograms programs;
    const TemporaryFolder log, folder;
    const pid_t program = fork();
    if (program == 0) {
        programs.add("gnuplot", keeping(log.path) + "\nkill -9 " +
                                    std::to_string(getpid()) + "\nsleep 0.1");
        draw_picture(small("00_a"), folder.path, Canvas::png);
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(program, &status, 0) == program);
    CHECK(WIFSIGNALED(status));
    for (int i = 0; i < 100 && !fs::is_empty(folder.path); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(fs::is_empty(folder.path));
}

TEST_CASE("An interrupt while a program is looked for is passed on", "[pictures]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("fc-list", "kill -INT $PPID");
    static volatile std::sig_atomic_t interrupts = 0;
    const auto before = std::signal(SIGINT, [](int) { interrupts = interrupts + 1; });
    Figure figure = small("00_a");
    figure.title = "나는";
    CHECK_THROWS(draw_picture(figure, folder.path, Canvas::png));
    std::signal(SIGINT, before);
    CHECK(interrupts == 1);
}

TEST_CASE("Hangul is drawn where a font has it", "[pictures]") {
    const FakePrograms programs;
    const TemporaryFolder log, folder;
    programs.add("gnuplot", keeping(log.path) + "\nexit 7");
    programs.add("fc-list", "exit 0");
    Figure figure = small("00_a");
    figure.title = "나는";
    CHECK_THROWS_WITH(draw_picture(figure, folder.path, Canvas::png),
                      ContainsText("figure 00_a: no font here has Hangul") &&
                          ContainsText("fonts-nanum"));
    CHECK_NOTHROW(draw_picture(small("00_b"), folder.path, Canvas::png));
    programs.add("fc-list", "echo NanumGothic");
    CHECK_NOTHROW(draw_picture(figure, folder.path, Canvas::png));
}

TEST_CASE("What pictures need is said", "[pictures]") {
    const Variable display("DISPLAY", ":0");
    {
        const Variable path("PATH", "/nonexistent");
        CHECK_THAT(why_no_pictures(Canvas::png),
                   ContainsText("apt-get install gnuplot-nox"));
    }
    const FakePrograms programs;
    programs.add("gnuplot", "exit 1");  // its window is missing
    CHECK(why_no_pictures(Canvas::png) == "");
    CHECK_THAT(why_no_pictures(Canvas::window), ContainsText("apt-get install gnuplot-qt"));
    programs.add("gnuplot", "exit 0");
    CHECK(why_no_pictures(Canvas::window) == "");
#ifndef __APPLE__
    const Variable none("DISPLAY", ""), no_wayland("WAYLAND_DISPLAY", {});
    CHECK_THAT(why_no_pictures(Canvas::window), ContainsText("needs a desktop"));
#endif
}

TEST_CASE("gnuplot draws every kind of mark as PNG, and PDF", "[pictures][gnuplot]") {
    if (!has_gnuplot()) return;
    const TemporaryFolder folder;
    Figure figure = samples::tables();
    figure.rows.push_back(samples::chart().rows[0]);
    for (const Row& row : samples::others().rows) figure.rows.push_back(row);
    const std::string png = read_whole_file(draw_picture(figure, folder.path, Canvas::png));
    CHECK(png.starts_with("\x89PNG\r\n"));
    CHECK(png.ends_with(std::string_view("IEND\xAE\x42\x60\x82", 8)));
    CHECK(png.substr(16, 4) == std::string("\0\0\x05\xa0", 4));  // 1440 pixels wide
    const std::string pdf = read_whole_file(draw_picture(figure, folder.path, Canvas::pdf));
    CHECK(pdf.starts_with("%PDF"));
    CHECK_THAT(pdf, ContainsText("%%EOF"));
}

TEST_CASE("The reader's own settings change no picture", "[pictures][gnuplot]") {
    if (!has_gnuplot()) return;
    const TemporaryFolder folder, home;
    const Variable variable("HOME", home.path.string());
    const auto picture = [&] {
        return read_whole_file(draw_picture(small("00_a"), folder.path, Canvas::png));
    };
    const std::string before = picture();
    write_whole_file(home.path / ".gnuplot",
                     "set title 'mine'\nset object 1 circle at screen 0.5,0.5 size 50\n");
    CHECK(picture() == before);
}

}  // namespace attn::plots
