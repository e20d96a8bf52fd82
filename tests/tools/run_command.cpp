#include "tools/run_command.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

extern char** environ;

namespace book {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

// A file, not a pipe: it is never full, so neither side ever waits for the other.
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

TemporaryFile temporary_file() {
    TemporaryFile file(std::tmpfile());
    if (!file) throw std::runtime_error("run_command: cannot open a temporary file");
    fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
    return file;
}

std::string content_of(std::FILE* file) {
    std::string text;
    std::rewind(file);
    std::array<char, 4096> buffer;
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file)) {
        text.append(buffer.data(), count);
    }
    return text;
}

/// The environment as "NAME=value" lines, with the given variables changed.
std::vector<std::string> changed_environment(const CommandOptions& options) {
    std::vector<std::string> lines;
    for (char** line = environ; *line != nullptr; ++line) {
        const std::string name(*line, std::strcspn(*line, "="));
        if (options.environment.count(name) == 0) lines.emplace_back(*line);
    }
    for (const auto& [name, value] : options.environment) {
        lines.push_back(name + "=" + value);
    }
    return lines;
}

/// Pointers to the words, as exec wants them; valid as long as the words are.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// In the new process: becomes the program, or says why not and ends. Allocates nothing.
[[noreturn]] void become(char** arguments, char** environment, const char* folder, int out,
                         int err) {
    const int in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (in > STDERR_FILENO) close(in);
    environ = environment;
    if (*folder != '\0' && chdir(folder) != 0) {
        dprintf(STDERR_FILENO, "cannot go to %s: %s\n", folder, std::strerror(errno));
        _exit(127);
    }
    execvp(arguments[0], arguments);
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", arguments[0], std::strerror(errno));
    _exit(127);
}

int exit_code_of(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) throw std::runtime_error("run_command: lost the process");
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& command,
                          const CommandOptions& options) {
    std::vector<std::string> words = command;
    std::vector<std::string> environment = changed_environment(options);
    const std::vector<char*> arguments = pointers_to(words);
    const std::vector<char*> variables = pointers_to(environment);
    const TemporaryFile out = temporary_file();
    const TemporaryFile err = temporary_file();

    const pid_t process = fork();
    if (process < 0) throw std::runtime_error("run_command: cannot start a process");
    if (process == 0) {
        become(const_cast<char**>(arguments.data()), const_cast<char**>(variables.data()),
               options.folder.c_str(), fileno(out.get()), fileno(err.get()));
    }
    const int exit_code = exit_code_of(process);
    return {exit_code, content_of(out.get()), content_of(err.get())};
}

}  // namespace book
