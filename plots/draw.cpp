#include "plots/draw.hpp"

#include <gnuplot-iostream.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "attn/files/whole_file.hpp"
#include "attn/text/utf8.hpp"
#include "plots/svg.hpp"

namespace fs = std::filesystem;

namespace attn::plots {
namespace {

/// A file under a name of its own that is gone at the end, unless it was renamed.
struct TemporaryFile {
    fs::path path;

    explicit TemporaryFile(const fs::path& beside)
        : path(beside.string() + "." + std::to_string(getpid()) + ".part") {}
    ~TemporaryFile() {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
};

/// A gnuplot that stops early must not end this program with a broken pipe.
struct IgnoreBrokenPipe {
    void (*before)(int) = std::signal(SIGPIPE, SIG_IGN);
    ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before); }
};

/// What is in a file that may not be there.
std::string contents_of(const fs::path& path) {
    return fs::exists(path) ? read_whole_file(path) : "";
}

constexpr const char* gnuplot_failed = "gnuplot failed";

/// text as one word of a shell command.
std::string shell_word(const std::string& text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') {
            word += "'\\''";
        } else {
            word += c;
        }
    }
    return word + "'";
}

/// gnuplot repeats the command, points at the place, and then says "line 0: what is wrong".
std::string reason_in(const std::string& said) {
    std::istringstream lines(said);
    std::string line, reason;
    while (std::getline(lines, line)) {
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (start == std::string::npos || line == gnuplot_failed) continue;
        reason = clean_utf8(line.substr(start));
        if (reason.starts_with("line ")) return reason;
    }
    return reason;
}

std::string script_of(const Figure& figure) {
    return gnuplot_script(figure, figure.name + ".svg");
}

struct GnuplotRun {
    bool failed;
    std::string said;  // on stderr
};

/// Runs gnuplot on script with the reader's own settings left aside. What it prints on
/// stdout is dropped: where it cannot open its output, it prints the whole picture there.
GnuplotRun run_gnuplot(const std::string& script, const fs::path& errors) {
    const IgnoreBrokenPipe scope;
    const std::string to_errors = shell_word(errors.string());
    {
        Gnuplot gnuplot("LC_ALL=C.UTF-8 gnuplot -d >/dev/null 2>" + to_errors +
                        " || echo '" + gnuplot_failed + "' >>" + to_errors);
        gnuplot << script;
    }
    const std::string said = contents_of(errors);
    return {said.ends_with(std::string(gnuplot_failed) + "\n"), said};
}

bool holds_hangul(const Figure& figure) {
    const auto holds = [](const Shape& shape) {
        const Text* text = std::get_if<Text>(&shape);
        return text != nullptr && has_hangul(text->text);
    };
    const auto& shapes = figure.canvas.shapes;
    return has_hangul(figure.title) || has_hangul(figure.subtitle) ||
           std::any_of(shapes.begin(), shapes.end(), holds);
}

/// SVG leaves fonts to whoever shows it; PNG and PDF need them here. A missing Hangul font
/// gives garbage, not an error.
void require_fonts(const Figure& figure) {
    if (!holds_hangul(figure)) return;
    if (std::system("fc-list :lang=ko family 2>/dev/null | grep -q .") == 0) return;
    throw std::runtime_error(
        "figure " + figure.name +
        ": PNG and PDF need a font with Hangul, and fc-list to find it "
        "(Debian and Ubuntu: apt-get install fontconfig fonts-nanum); SVG "
        "does not");
}

}  // namespace

bool is_installed(std::string_view program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
        std::error_code ignored;
        const bool is_file = fs::is_regular_file(file, ignored);
        if (is_file && access(file.c_str(), X_OK) == 0) return true;
    }
    return false;
}

void write_numbers_and_script(const Figure& figure, const fs::path& folder) {
    write_whole_file(folder / (figure.name + ".csv"), csv_text(figure.table));
    write_whole_file(folder / (figure.name + ".gp"), script_of(figure));
}

fs::path draw(const Figure& figure, const fs::path& folder, Format format) {
    if (format != Format::svg) require_fonts(figure);
    const fs::path target = fs::absolute(folder) / (figure.name + "." + extension(format));
    const TemporaryFile drawn(target.string() + ".drawn");
    const TemporaryFile errors(target.string() + ".errors");
    const GnuplotRun run =
        run_gnuplot(gnuplot_script(figure, drawn.path.string(), format), errors.path);
    const std::string picture = contents_of(drawn.path);
    // On a full disk gnuplot's exit code is 0 all the same, so the picture is looked at
    // too.
    if (run.failed || !is_whole(picture, format)) {
        const std::string reason = reason_in(run.said);
        throw std::runtime_error("figure " + figure.name + ": " +
                                 (reason.empty()
                                      ? "gnuplot left no whole picture (is the disk full?)"
                                      : "gnuplot says: " + reason));
    }
    write_whole_file(target, format == Format::svg
                                 ? finished_svg(picture, figure, script_of(figure))
                                 : picture);
    return target;
}

void open_in_viewer(const fs::path& picture) {
    const bool mac = is_installed("open") && !is_installed("xdg-open");
    if (!mac && !is_installed("xdg-open")) {
        throw std::runtime_error(
            "--show needs xdg-open (Debian and Ubuntu: apt-get install "
            "xdg-utils); open the file by hand");
    }
    if (!mac && !std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) {
        throw std::runtime_error(
            "--show needs a desktop, and there is none; open the file by hand");
    }
    const std::string command =
        (mac ? "open " : "xdg-open ") + shell_word(picture.string());
    // In the background: whether the viewer liked the file is between it and the reader.
    [[maybe_unused]] const int started =
        std::system((command + " >/dev/null 2>&1 </dev/null &").c_str());
}

}  // namespace attn::plots
