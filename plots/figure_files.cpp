#include "plots/figure_files.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "attn/files/whole_file.hpp"
#include "attn/text/utf8.hpp"
#include "plots/csv_text.hpp"
#include "plots/layout.hpp"
#include "plots/run_program.hpp"
#include "plots/svg_text.hpp"

namespace fs = std::filesystem;

namespace attn::fig {
namespace {

std::string temporary_name(const char* name) {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (!error) return (folder / name).string();
    throw std::runtime_error(
        "there is no folder for temporary files; TMPDIR must name one that exists");
}

/// A folder of our own that is gone at the end of the scope, even at Ctrl-C.
class WorkFolder {
public:
    WorkFolder() {
        std::string name = temporary_name("attn-figures-XXXXXX");
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot create the folder " + name + ": " +
                                     std::generic_category().message(errno));
        }
        path = name;
    }
    ~WorkFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    fs::path path;

private:
    DelayedSignals delayed_;  // until the destructor is through
};

std::string ending(Canvas canvas) {
    return canvas == Canvas::pdf ? ".pdf" : ".png";
}

bool holds_hangul(const Figure& figure) {
    const Page page = laid_out(figure);
    const auto holds = [](const Text& text) { return has_hangul(text.text); };
    const auto any = [&](const std::vector<Text>& texts) {
        return std::any_of(texts.begin(), texts.end(), holds);
    };
    return any(page.headings) || any(page.texts) ||
           std::any_of(page.plots.begin(), page.plots.end(), [&](const Placed& placed) {
               const Cells* cells = cells_of(placed.plot);
               const bool in_cells =
                   cells != nullptr && cells->texts &&
                   std::any_of(cells->texts->begin(), cells->texts->end(),
                               [](const std::string& text) { return has_hangul(text); });
               return in_cells || any(placed.texts) || any(placed.ticks);
           });
}

/// SVG leaves fonts to whoever shows it; PNG and PDF need them here. Without one for Hangul,
/// garbage comes out, and no error.
bool can_write_hangul() {
    return std::system("fc-list :lang=ko family 2>/dev/null | grep -q .") == 0;
}

/// A picture that gnuplot is asked for.
struct Order {
    std::string figure;
    Canvas canvas;
    fs::path drawn;   // in the work folder
    fs::path target;  // whole
};

/// What gnuplot prints before it draws an order, so that its complaints can be told apart.
std::string mark_of(const Order& order) {
    return "drawing " + order.drawn.filename().string();
}

/// A script goes on after an error; each begins anew, whatever state the one before left.
std::string script_for(const Order& order, const Figure& figure) {
    return "unset multiplot\nset output\nreset session\nprint \"" + mark_of(order) +
           "\"\n" + gnuplot_text(figure, order.drawn.string(), order.canvas) +
           "set output\n";
}

/// gnuplot repeats the command, points at the place, and then says "line 0: what is wrong".
std::string first_complaint(const std::string& said, const Order& order) {
    std::istringstream lines(said);
    std::string line, reason;
    bool is_here = false;
    while (std::getline(lines, line)) {
        if (line.starts_with("drawing ")) is_here = line == mark_of(order);
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (!is_here || start == std::string::npos || line == mark_of(order)) continue;
        reason = clean_utf8(line.substr(start));
        if (reason.starts_with("line ")) break;
    }
    return reason;
}

std::string contents_of(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(file, ignored) ? read_whole_file(file) : "";
}

std::string reason_for(const Order& order, Ending ending, const std::string& said,
                       std::chrono::milliseconds limit) {
    const std::string complaint = first_complaint(said, order);
    if (!complaint.empty()) return "gnuplot says: " + complaint;
    if (ending == Ending::stopped) {
        return "gnuplot did not come to an end within " +
               std::to_string(limit.count() / 1000) + " s and was stopped";
    }
    return "gnuplot left no whole picture (is the disk full?)";
}

/// A picture that is whole gets its name; one that is not is a failure.
void deliver(Drawing& drawing, const Order& order, const std::string& reason) {
    const std::string picture = contents_of(order.drawn);
    std::string failure = reason;
    if (is_whole(picture, order.canvas)) {
        try {
            write_whole_file(order.target, picture);
            drawing.pictures.push_back(order.target);
            return;
        } catch (const std::runtime_error& error) {
            failure = error.what();
        }
    }
    drawing.failures.push_back("figure " + order.figure + ": " + failure);
}

/// The name that gnuplot has for windows here; empty where it has none.
std::string window_terminal() {
    if (find_program("gnuplot").empty()) return "";
    const WorkFolder work;
    const fs::path names = work.path / "names";
    using namespace std::chrono_literals;
    const Ending ending = run_program({"gnuplot", "-d", "-e", "print GPVAL_TERMINALS"},
                                      {"/dev/null", "/dev/null", names}, 5s);
    std::istringstream known(ending == Ending::well ? contents_of(names) : "");
    std::vector<std::string> all;
    for (std::string name; known >> name;) all.push_back(name);
    for (const char* window : {"qt", "wxt", "aqua", "x11"}) {
        if (std::find(all.begin(), all.end(), window) != all.end()) return window;
    }
    return "";
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool has_desktop() {
    const bool is_mac = !find_program("open").empty() && find_program("xdg-open").empty();
    return is_mac || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

void open_in_viewer(const fs::path& picture) {
    const bool has_xdg = !find_program("xdg-open").empty();
    if (!has_xdg && find_program("open").empty()) {
        throw std::runtime_error(
            "--show needs xdg-open (Debian and Ubuntu: apt-get install xdg-utils); open the file "
            "by hand");
    }
    // Whether the viewer liked the file is between it and the reader.
    start_in_background((has_xdg ? "xdg-open " : "open ") + shell_word(picture.string()));
}

/// The script is in a file until gnuplot has read it.
void open_window(const Figure& figure, const std::string& terminal) {
    std::string script = temporary_name("attn-window-XXXXXX");
    const int file = mkstemp(script.data());
    if (file < 0) throw std::runtime_error("--show: there is no room for a temporary file");
    close(file);
    write_whole_file(script, gnuplot_text(figure, terminal, Canvas::window));
    const std::string path = shell_word(script);
    start_in_background("LC_ALL=C.UTF-8 gnuplot -d -p " + path + "; rm -f " + path);
}

}  // namespace

fs::path write_figure(const Figure& figure, const fs::path& folder) {
    const std::string svg = svg_text(figure);
    const auto file = [&](const char* end) { return folder / (figure.name + end); };
    write_whole_file(file(".csv"), csv_text(figure));
    write_whole_file(file(".gp"), gnuplot_text(figure, figure.name + ".png"));
    write_whole_file(file(".svg"), svg);
    return fs::absolute(file(".svg"));
}

bool is_whole(std::string_view picture, Canvas canvas) {
    if (canvas == Canvas::png) {
        return picture.ends_with(std::string_view("IEND\xAE\x42\x60\x82", 8));
    }
    const std::size_t last = picture.find_last_not_of(" \t\r\n");
    return picture.starts_with("%PDF") && picture.substr(0, last + 1).ends_with("%%EOF");
}

std::chrono::milliseconds time_limit(std::size_t pictures) {
    return std::chrono::seconds(30 + 10 * pictures);
}

Drawing draw_pictures(const std::vector<Figure>& figures, const fs::path& folder,
                      const std::vector<Canvas>& canvases,
                      std::chrono::milliseconds limit) {
    const WorkFolder work;
    Drawing drawing;
    std::vector<Order> orders;
    std::string script;
    for (const Figure& figure : figures) {
        if (holds_hangul(figure) && !can_write_hangul()) {
            drawing.advice =
                "pictures with Hangul are there as SVG only, because PNG and PDF need a font with "
                "Hangul, and fc-list to find it (Debian and Ubuntu: apt-get install fontconfig "
                "fonts-nanum)";
            continue;
        }
        for (const Canvas canvas : canvases) {
            const std::string name = figure.name + ending(canvas);
            orders.push_back(
                {figure.name, canvas, work.path / name, fs::absolute(folder) / name});
            script += script_for(orders.back(), figure);
        }
    }
    if (orders.empty()) return drawing;
    const fs::path commands = work.path / "commands", errors = work.path / "errors";
    write_whole_file(commands, script);
    const Ending ending =
        run_program({"gnuplot", "-d"}, {commands, "/dev/null", errors}, limit);
    const std::string said = contents_of(errors);
    for (const Order& order : orders) {
        deliver(drawing, order, reason_for(order, ending, said, limit));
    }
    return drawing;
}

void show_figure(const Figure& figure, const fs::path& svg) {
    if (!has_desktop()) {
        throw std::runtime_error(
            "--show needs a desktop, and there is none; open the file by hand");
    }
    const std::string terminal = window_terminal();
    if (terminal.empty()) {
        open_in_viewer(svg);
    } else {
        open_window(figure, terminal);
    }
}

}  // namespace attn::fig
