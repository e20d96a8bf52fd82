#include "plots/pictures.hpp"

#include <gnuplot-iostream.h>

#include <cstdlib>
#include <stdexcept>

#include "plots/text_width.hpp"

namespace fs = std::filesystem;

namespace attn::plots {
namespace {

bool succeeds(const std::string& shell_command) {
    return std::system(("{ " + shell_command + "; } >/dev/null 2>&1").c_str()) == 0;
}

bool has_desktop() {
#ifdef __APPLE__
    return true;
#else
    const auto is_set = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

/// text as one word of a shell command.
std::string shell_word(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

/// Has gnuplot obey a script; where it fails there is no picture. What it leaves unread goes to cat,
/// as a pipe without a reader would end this program.
void obey(const std::string& script, const std::string& options, const fs::path& picture) {
    Gnuplot gnuplot("LC_ALL=C.UTF-8 gnuplot " + options + " >/dev/null || rm -f " +
                    shell_word(picture.string()) + "; cat >/dev/null");
    gnuplot << script << std::flush;
}  // its destructor waits for gnuplot's end

}  // namespace

std::string why_no_pictures(Canvas canvas) {
    if (!succeeds("command -v gnuplot")) {
        return "gnuplot is not installed (Debian and Ubuntu: apt-get install gnuplot-nox)";
    }
    const std::string has_window =
        R"(gnuplot -d -e 'exit status strstrt("qt wxt x11", GPVAL_TERM) == 0')";
    if (canvas != Canvas::window || (has_desktop() && succeeds(has_window))) return "";
    return "that needs a desktop, and a gnuplot with windows (Debian and Ubuntu: apt-get install "
           "gnuplot-qt)";
}

fs::path draw_picture(const Figure& figure, const fs::path& folder, Canvas canvas) {
    if (canvas == Canvas::window) {
        obey(gnuplot_text(figure, "", canvas), "-d -p", "");
        return {};
    }
    const fs::path picture =
        fs::absolute(folder) / (figure.name + (canvas == Canvas::pdf ? ".pdf" : ".png"));
    // An interrupt that ends this program leaves a part, and no half under the picture's name.
    const fs::path part = picture.string() + ".part";
    const std::string script = gnuplot_text(figure, part.string(), canvas);
    // SVG leaves fonts to whoever shows it. Here garbage would come out, and no error.
    if (has_hangul(script) && !succeeds("fc-list :lang=ko family | grep -q .")) {
        throw std::runtime_error(
            "figure " + figure.name +
            ": no font here has Hangul (Debian and Ubuntu: apt-get install fontconfig fonts-nanum)");
    }
    fs::remove(picture);
    obey(script, "-d", part);
    if (!fs::exists(part) || fs::file_size(part) == 0) {
        fs::remove(part);
        throw std::runtime_error("figure " + figure.name + ": gnuplot left no picture " +
                                 picture.string());
    }
    fs::rename(part, picture);
    return picture;
}

}  // namespace attn::plots
