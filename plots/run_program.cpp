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

/// The signals with which a person or the system ends a program, without those that are ignored.
sigset_t ending_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
    }
    return signals;
}

bool has_delayed_signal() {
    const sigset_t signals = ending_signals();
    sigset_t pending;
    sigpending(&pending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (sigismember(&signals, signal) == 1 && sigismember(&pending, signal) == 1)
            return true;
    }
    return false;
}

/// A program that is started delays no signal.
class Attributes {
public:
    Attributes() {
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    }
    ~Attributes() { posix_spawnattr_destroy(&attributes_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_;
};

}  // namespace

DelayedSignals::DelayedSignals() {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

DelayedSignals::~DelayedSignals() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

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
    const Attributes attributes;
    pid_t child = 0;
    const int error =
        file.empty()
            ? ENOENT
            : posix_spawn(&child, file.c_str(), actions.get(), attributes.get(),
                          pointers_to(words).data(), pointers_to(variables).data());
    if (error != 0) {
        throw std::runtime_error("cannot start " + command[0] + ": " +
                                 std::generic_category().message(error));
    }
    const auto end = std::chrono::steady_clock::now() + limit;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (has_delayed_signal() || std::chrono::steady_clock::now() > end) {
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
