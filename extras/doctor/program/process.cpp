#include "doctor/program/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

#include "support/text/utf8.hpp"

extern char** environ;

namespace attn::doctor {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

volatile std::sig_atomic_t noted = 0;

/// The two ends of a pipe, which no program inherits.
struct Pipe {
    Pipe() {
        int ends[2];
        if (pipe(ends) != 0) {
            throw std::runtime_error(std::string("no pipe can be opened: ") +
                                     std::strerror(errno));
        }
        out = ends[0];
        in = ends[1];
        fcntl(out, F_SETFD, FD_CLOEXEC);
        fcntl(in, F_SETFD, FD_CLOEXEC);
        fcntl(out, F_SETFL, O_NONBLOCK);
    }
    ~Pipe() {
        close(out);
        close_in();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void close_in() {
        if (in >= 0) close(in);
        in = -1;
    }

    int out = -1;
    int in = -1;
};

/// What a new process is born with: a group of its own, no input, and stderr in our pipe.
struct Birth {
    explicit Birth(const Pipe& err) {
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&files, err.in, STDERR_FILENO);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    }
    ~Birth() {
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    Birth(const Birth&) = delete;
    Birth& operator=(const Birth&) = delete;

    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
};

std::string why_not_started(const std::string& name, int error) {
    std::string why = (name.empty() ? "\"\"" : clean_utf8(name)) +
                      " cannot be started: " + std::strerror(error);
    std::error_code ignored;
    if (error == ENOENT && name.find('/') != name.npos &&
        std::filesystem::exists(name, ignored)) {
        why += " (the file is there: does its first line name a program that is missing?)";
    }
    return why;
}

pid_t start(std::vector<std::string> words, const Pipe& err) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const Birth birth(err);
    pid_t process = 0;
    const int error = posix_spawnp(&process, arguments[0], &birth.files, &birth.attributes,
                                   arguments.data(), environ);
    if (error != 0) throw CannotStart(why_not_started(words.front(), error));
    return process;
}

/// Whether the process has ended. It is left as a zombie, so that its number, which is its
/// group's too, stays taken.
bool has_ended(pid_t process) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) ==
               0 &&
           info.si_pid == process;
}

/// A process and all in its group, which are gone at the end of the scope.
class Group {
public:
    explicit Group(pid_t leader) : leader_(leader) {}
    ~Group() { end(); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    /// Kills what is left, and returns the leader's status.
    int end() {
        if (leader_ == 0) return status_;
        killpg(leader_, SIGKILL);
        while (waitpid(leader_, &status_, 0) < 0 && errno == EINTR) {
        }
        leader_ = 0;
        return status_;
    }

private:
    pid_t leader_;
    int status_ = 0;
};

/// The end of what came out of a pipe.
class Tail {
public:
    explicit Tail(int pipe) : pipe_(pipe) {}

    /// Waits for more, and takes some of it.
    void wait_for(milliseconds time) {
        if (is_over_) return std::this_thread::sleep_for(time);
        pollfd more{pipe_, POLLIN, 0};
        if (poll(&more, 1, static_cast<int>(time.count())) > 0) take();
    }

    /// Takes what is there; at most so much that an endless stream does not hold us up.
    void take() {
        std::array<char, 4096> buffer;
        for (int i = 0; i < 64 && !is_over_; ++i) {
            const ssize_t count = read(pipe_, buffer.data(), buffer.size());
            if (count < 0) return;
            is_over_ = count == 0;
            text_.append(buffer.data(), static_cast<std::size_t>(count));
            if (text_.size() > kept_) text_.erase(0, text_.size() - kept_);
        }
    }

    bool is_over() const { return is_over_; }

    std::string last_line() const {
        const std::size_t last = text_.find_last_not_of(" \t\r\n");
        if (last == text_.npos) return "";
        const std::size_t before = text_.find_last_of("\r\n", last);
        const std::size_t first = before == text_.npos ? 0 : before + 1;
        return clean_utf8(text_.substr(first, std::min(last + 1 - first, shown_)));
    }

private:
    static constexpr std::size_t kept_ = 4096, shown_ = 200;
    int pipe_;
    bool is_over_ = false;
    std::string text_;
};

}  // namespace

Interrupts::Interrupts() {
    noted = 0;
    struct sigaction note {};
    note.sa_handler = [](int signal) { noted = signal; };
    sigemptyset(&note.sa_mask);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before_[i]);
        // nohup asks that a signal be ignored.
        if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &note, nullptr);
    }
}

Interrupts::~Interrupts() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], &before_[i], nullptr);
    }
    if (noted != 0) std::raise(noted);
}

Ending run_program(const std::vector<std::string>& command, milliseconds time,
                   const std::function<void()>& meanwhile) {
    Pipe err;
    const pid_t process = start(command, err);
    Group group(process);
    err.close_in();
    Tail tail(err.out);
    const Clock::time_point late = Clock::now() + time;
    milliseconds step{1};
    bool is_late = false;
    while (!has_ended(process) && !is_late) {
        if (noted != 0) throw Interrupted();
        meanwhile();
        // A program that ends closes its stderr, which wakes us.
        tail.wait_for(tail.is_over() ? step : milliseconds(50));
        if (tail.is_over()) step = std::min(2 * step, milliseconds(50));
        is_late = Clock::now() > late;
    }
    is_late = is_late && !has_ended(process);
    const int status = group.end();
    tail.take();
    if (is_late) return {Ending::How::too_late, 0, tail.last_line()};
    if (WIFSIGNALED(status)) {
        return {Ending::How::killed, WTERMSIG(status), tail.last_line()};
    }
    return {Ending::How::exited, WEXITSTATUS(status), tail.last_line()};
}

}  // namespace attn::doctor
