// How gnuplot and the programs around it are called: fakes stand in their place.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "attn/files/whole_file.hpp"
#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/draw.hpp"
#include "plots/svg.hpp"

using namespace attn::plots;
using attn::read_whole_file;
namespace fs = std::filesystem;

namespace {

Figure small_figure(const std::string& title) {
    Figure figure{.name = "00_drawn", .title = title, .subtitle = "How to read it"};
    figure.canvas.add(Dot{{10, 20}, ink});
    return figure;
}

/// Shell lines that leave text in the file that the script calls the output.
std::string writes(const std::string& text) {
    return "output=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\")\nprintf '%s' '" + text +
           "' >\"$output\"\n";
}

/// What this process and its children print on stdout goes into a file until the end of
/// the scope.
class StdoutInFile {
public:
    explicit StdoutInFile(const fs::path& file) : before_(dup(STDOUT_FILENO)) {
        const int target = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(target, STDOUT_FILENO);
        close(target);
    }
    ~StdoutInFile() {
        dup2(before_, STDOUT_FILENO);
        close(before_);
    }
    StdoutInFile(const StdoutInFile&) = delete;
    StdoutInFile& operator=(const StdoutInFile&) = delete;

private:
    int before_;
};

/// Waits until a file is there, for some seconds at most.
bool appears(const fs::path& file) {
    for (int i = 0; i < 500 && !fs::exists(file); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return fs::exists(file);
}

}  // namespace

TEST_CASE("gnuplot is started without the reader's own settings", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const std::string log = (folder.path / "log").string();
    programs.add("gnuplot",
                 "echo \"$# $* $LC_ALL\" >'" + log + "'\n" + writes("<svg></svg>"));
    draw(small_figure("A title"), folder.path);
    CHECK(read_whole_file(log) == "1 -d C.UTF-8\n");
}

TEST_CASE("What gnuplot prints on stdout does not reach the book's output", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot", "echo noise\n" + writes("<svg></svg>"));
    const fs::path printed = folder.path / "printed";
    {
        const StdoutInFile scope(printed);
        draw(small_figure("A title"), folder.path);
    }
    CHECK(read_whole_file(printed) == "");
}

TEST_CASE("A gnuplot that ends before it reads is an error, not our end", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("gnuplot", "exec 0<&-\nexit 0");
    Figure figure = small_figure("A title");
    for (int i = 0; i < 100000; ++i) figure.canvas.add(Dot{{10.25, 20.25}, ink});
    const auto before = std::signal(SIGPIPE, SIG_DFL);
    CHECK_THROWS_WITH(draw(figure, folder.path),
                      "figure 00_drawn: gnuplot left no whole picture (is the disk full?)");
    CHECK(std::signal(SIGPIPE, before) == SIG_DFL);  // as it was
}

TEST_CASE("Of gnuplot's own words the first reason is told", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const auto draw_where_gnuplot_says = [&](const std::string& words) {
        programs.add("gnuplot", "cat >&2 <<'END'\n" + words + "END\nexit 1");
        draw(small_figure("A title"), folder.path);
    };
    const std::string bad_option =
        "\ngnuplot> set xrenge [0:1]\n             ^\n"
        "         line 0: unrecognized option - see 'help set'.\n\n";
    const std::string bad_command =
        "\ngnuplot> plod x\n         ^\n         line 0: invalid command\n\n";
    CHECK_THROWS_WITH(draw_where_gnuplot_says(bad_option + bad_command),
                      "figure 00_drawn: gnuplot says: line 0: unrecognized option - see "
                      "'help set'.");
    CHECK_THROWS_WITH(draw_where_gnuplot_says("gnuplot: no memory\n"),
                      "figure 00_drawn: gnuplot says: gnuplot: no memory");
}

TEST_CASE("PNG and PDF with Hangul need a font for it, SVG does not", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("fc-list", "exit 0");
    programs.add("gnuplot", writes("<svg></svg>"));
    const std::string needed = "figure 00_drawn: PNG and PDF need a font with Hangul";
    const Figure title = small_figure("나는");
    Figure label = small_figure("A title");
    label.canvas.text({5, 5}, "나는");
    Figure subtitle = small_figure("A title");
    subtitle.subtitle = "나는";
    for (const Figure& figure : {title, label, subtitle}) {
        CHECK_THROWS_WITH(draw(figure, folder.path, Format::png), ContainsText(needed));
        CHECK_THROWS_WITH(draw(figure, folder.path, Format::pdf), ContainsText(needed));
        CHECK_NOTHROW(draw(figure, folder.path));
    }
    programs.add("gnuplot", writes("%PDF %%EOF"));
    CHECK_NOTHROW(draw(small_figure("A title"), folder.path, Format::pdf));
    programs.add("fc-list", "echo NanumGothic");
    CHECK_NOTHROW(draw(title, folder.path, Format::pdf));
}

TEST_CASE("A picture is opened with the desktop's program", "[plots]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const fs::path log = folder.path / "log";
    const fs::path picture = folder.path / "it's a \"folder\" $(x)" / "a.svg";
    programs.add("xdg-open", "printf '%s|' \"$#\" \"$@\" >'" + log.string() +
                                 ".part'\nmv '" + log.string() + ".part' '" + log.string() +
                                 "'");
    const Variable no_display("DISPLAY", {});
    const Variable no_wayland("WAYLAND_DISPLAY", {});
    CHECK_THROWS_WITH(open_in_viewer(picture),
                      "--show needs a desktop, and there is none; open the file by hand");
    for (const char* desktop : {"DISPLAY", "WAYLAND_DISPLAY"}) {
        const Variable display(desktop, ":0");
        fs::remove(log);
        open_in_viewer(picture);
        REQUIRE(appears(log));
        CHECK(read_whole_file(log) == "1|" + picture.string() + "|");
    }
}

TEST_CASE("A viewer that takes its time is not waited for", "[plots]") {
    const FakePrograms programs;
    programs.add("xdg-open", "exec sleep 3");
    const Variable display("DISPLAY", ":0");
    const auto begin = std::chrono::steady_clock::now();
    open_in_viewer("a.svg");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
}

TEST_CASE("Without a program to open pictures, it is named", "[plots]") {
    const TemporaryFolder empty;
    const Variable path("PATH", empty.path.string());
    const Variable display("DISPLAY", ":0");
    CHECK_THROWS_WITH(open_in_viewer("a.svg"), ContainsText("--show needs xdg-open"));
}
