#include "plots/draw.hpp"

#include <gnuplot-iostream.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "attn/utf8.hpp"
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

std::string contents_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Writes text to a temporary file and renames it, so that nobody ever sees half a file.
void write_whole(const fs::path& path, const std::string& text) {
    const TemporaryFile part(path);
    std::ofstream file(part.path, std::ios::binary);
    file << text;
    file.close();
    std::error_code error;
    if (file) fs::rename(part.path, path, error);
    if (!file || error) {
        const std::string reason = error ? error.message() : std::strerror(errno);
        throw std::runtime_error("cannot write " + clean_utf8(path.string()) + ": " +
                                 reason);
    }
}

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

std::string first_line_of(const std::string& text) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string::npos) return "";
    return clean_utf8(text.substr(start, text.find('\n', start) - start));
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
                        " || echo 'gnuplot failed' >>" + to_errors);
        gnuplot << script;
    }
    const std::string said = contents_of(errors);
    return {said.ends_with("gnuplot failed\n"), said};
}

/// SVG leaves fonts to whoever shows it; PNG and PDF need them here. A missing Hangul font
/// gives garbage, not an error.
void require_fonts(const Figure& figure) {
    const auto is_wide = [](const Shape& shape) {
        const Text* text = std::get_if<Text>(&shape);
        return text != nullptr && has_hangul(text->text);
    };
    const bool needed =
        std::any_of(figure.canvas.shapes.begin(), figure.canvas.shapes.end(), is_wide);
    if (!needed || std::system("fc-list :lang=ko family 2>/dev/null | grep -q .") == 0)
        return;
    throw std::runtime_error(
        "figure " + figure.name +
        ": PNG and PDF need a font with Hangul (Debian and Ubuntu: apt-get "
        "install fonts-nanum); SVG does not");
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
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw std::runtime_error("cannot create the folder " + clean_utf8(folder.string()) +
                                 ": " + error.message());
    }
    write_whole(folder / (figure.name + ".csv"), csv_text(figure.table));
    write_whole(folder / (figure.name + ".gp"), script_of(figure));
}

fs::path draw(const Figure& figure, const fs::path& folder, Format format) {
    if (format != Format::svg) require_fonts(figure);
    const fs::path target = fs::absolute(folder) / (figure.name + "." + ending(format));
    const TemporaryFile drawn(target);
    const TemporaryFile errors(target.string() + ".errors");
    const GnuplotRun run =
        run_gnuplot(gnuplot_script(figure, drawn.path.string(), format), errors.path);
    const std::string picture = contents_of(drawn.path);
    // On a full disk gnuplot's exit code is 0 all the same, so the picture is looked at
    // too.
    if (run.failed || !is_whole(picture, format)) {
        const std::string reason = first_line_of(run.said);
        throw std::runtime_error("figure " + figure.name + ": " +
                                 (reason.empty()
                                      ? "gnuplot left no whole picture (is the disk full?)"
                                      : "gnuplot says: " + reason));
    }
    write_whole(target, format == Format::svg
                            ? finished_svg(picture, figure, script_of(figure))
                            : picture);
    return target;
}

void show(const fs::path& picture) {
    const bool mac = is_installed("open") && !is_installed("xdg-open");
    if (!mac && !is_installed("xdg-open")) {
        throw std::runtime_error(
            "--show needs xdg-open (Debian and Ubuntu: apt-get install "
            "xdg-utils); open the file by hand");
    }
    if (!mac && std::getenv("DISPLAY") == nullptr &&
        std::getenv("WAYLAND_DISPLAY") == nullptr) {
        throw std::runtime_error(
            "--show needs a desktop, and there is none; open the file by hand");
    }
    const std::string command =
        (mac ? "open " : "xdg-open ") + shell_word(picture.string());
    if (std::system((command + " >/dev/null 2>&1 </dev/null &").c_str()) != 0) {
        throw std::runtime_error("--show could not start " + command);
    }
}

}  // namespace attn::plots
