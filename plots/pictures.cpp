#include "plots/pictures.hpp"

#include <gnuplot-iostream.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "plots/text_width.hpp"

namespace fs = std::filesystem;

namespace attn::plots {
namespace {

/// An interrupt ends the shell, and system() ignores it here: so that it ends us, it is raised again.
bool succeeds(const std::string& shell_command) {
    const int status = std::system(("{ " + shell_command + "; } >/dev/null 2>&1").c_str());
    if (WIFSIGNALED(status)) std::raise(WTERMSIG(status));
    return status == 0;
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

/// Has gnuplot obey a script. Where it drew all of it, and no disk was full, the shell gives the part
/// the picture's name; else it removes it, even where a signal ends gnuplot or this program. What
/// gnuplot leaves unread goes to cat, as a pipe without a reader would end this program.
void obey(const std::string& script, const std::string& options, const fs::path& part = {},
          const fs::path& picture = {}) {
    const std::string drawn = shell_word(part.string());
    Gnuplot gnuplot("trap : HUP INT QUIT TERM; LC_ALL=C.UTF-8 gnuplot " + options +
                    " >/dev/null; [ $? = 7 ] && tail -c 12 " + drawn +
                    " | grep -Eaq 'IEND|%%EOF' && mv -f " + drawn + " " +
                    shell_word(picture.string()) + " || rm -f " + drawn +
                    "; cat >/dev/null");
    gnuplot << script << std::flush;
}  // its destructor waits for gnuplot's end

/// Which file stands at a path: its number, 0 where there is none.
ino_t file_at(const fs::path& path) {
    struct stat found = {};
    return stat(path.c_str(), &found) == 0 ? found.st_ino : 0;
}

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
        obey(gnuplot_text(figure, "", canvas), "-d -p");
        return {};
    }
    const fs::path picture =
        fs::absolute(folder) / (figure.name + (canvas == Canvas::pdf ? ".pdf" : ".png"));
    // A name of this program's own, so that two at work on one picture do no harm.
    const fs::path part = picture.string() + "." + std::to_string(getpid()) + ".part";
    const std::string script = gnuplot_text(figure, part.string(), canvas);
    // SVG leaves fonts to whoever shows it. Here garbage would come out, and no error.
    if (has_hangul(script) && !succeeds("fc-list :lang=ko family | grep -q .")) {
        throw std::runtime_error(
            "figure " + figure.name +
            ": no font here has Hangul (Debian and Ubuntu: apt-get install fontconfig fonts-nanum)");
    }
    const ino_t before = file_at(picture);
    obey(script + "exit status 7\n", "-d", part, picture);
    if (const ino_t now = file_at(picture); now == 0 || now == before) {
        throw std::runtime_error("figure " + figure.name + ": gnuplot drew no picture " +
                                 picture.string());
    }
    return picture;
}

}  // namespace attn::plots
