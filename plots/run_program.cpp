#include "plots/run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>

extern char** environ;

namespace fs = std::filesystem;

namespace attn::fig {
namespace {

/// The environment, in a locale in which gnuplot does not warn of UTF-8.
std::vector<std::string> environment() {
    std::vector<std::string> variables{"LC_ALL=C.UTF-8"};
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::strncmp(*variable, "LC_ALL=", 7) != 0) variables.emplace_back(*variable);
    }
    return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// What becomes of the streams 0, 1 and 2 of a program that is started.
class FileActions {
public:
    explicit FileActions(const Streams& streams) {
        posix_spawn_file_actions_init(&actions_);
        constexpr int created = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions_, 0, streams.in.c_str(), O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, 1, streams.out.c_str(), created, 0600);
        posix_spawn_file_actions_addopen(&actions_, 2, streams.errors.c_str(), created,
                                         0600);
    }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

}  // namespace

fs::path find_program(std::string_view program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
        std::error_code ignored;
        const bool is_file = fs::is_regular_file(file, ignored);
        if (is_file && access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

Ending run_program(const std::vector<std::string>& command, const Streams& streams,
                   std::chrono::milliseconds limit) {
    const fs::path file = find_program(command.at(0));
    std::vector<std::string> words = command, variables = environment();
    const FileActions actions(streams);
    pid_t child = 0;
    const int error = file.empty() ? ENOENT
                                   : posix_spawn(&child, file.c_str(), actions.get(),
                                                 nullptr, pointers_to(words).data(),
                                                 pointers_to(variables).data());
    if (error != 0) {
        throw std::runtime_error("cannot start " + command[0] + ": " +
                                 std::generic_category().message(error));
    }
    const auto end = std::chrono::steady_clock::now() + limit;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return Ending::stopped;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Ending::well : Ending::badly;
}

void start_in_background(const std::string& shell_command) {
    [[maybe_unused]] const int started =
        std::system(("{ " + shell_command + "; } >/dev/null 2>&1 </dev/null &").c_str());
}

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

}  // namespace attn::fig
