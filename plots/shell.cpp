#include "plots/shell.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

namespace attn::plots {

bool succeeds(const std::string& shell_command) {
    // An interrupt ends the shell, and system() ignores it here: so it is raised again.
    const int status = std::system(("{ " + shell_command + "; } >/dev/null 2>&1").c_str());
    if (WIFSIGNALED(status)) std::raise(WTERMSIG(status));
    return status == 0;
}

std::string shell_word(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

}  // namespace attn::plots
