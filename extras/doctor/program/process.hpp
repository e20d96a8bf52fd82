/// Starts a program as it was given, through no shell, and ends it with all that it started.
#pragma once

#include <array>
#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn::doctor {

/// Thrown when a program cannot be started; the message names it and the reason.
class CannotStart : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Thrown where a signal asks us to end, so that everything is put away on the way out.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Ctrl-C while somebody else's program runs: first that program is ended and its folder removed,
/// then we end as the signal would have ended us. As long as it lives, SIGINT, SIGQUIT, SIGTERM
/// and SIGHUP are only noted. One at a time.
class Interrupts {
public:
    Interrupts();
    /// Gives the signals back what they did before, and delivers the one that came meanwhile.
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    static constexpr std::array<int, 4> signals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};

private:
    std::array<struct sigaction, 4> before_{};
};

/// How a program ended.
struct Ending {
    enum class How { exited, killed, too_late };
    How how = How::exited;
    int number = 0;  ///< its exit code, or the signal that killed it
    std::string last_words =
        {};  ///< the last line that is not empty of its stderr, cleaned

    bool is_well() const { return how == How::exited && number == 0; }
};

/// Runs command[0], looked up on the PATH, with the other words as its arguments, in a process
/// group of its own. Its standard input is empty, and what it prints is thrown away, but for the
/// end of stderr. When it ends, or the time is over, or a signal asks us to end, the whole group
/// is killed. What leaves its group, as a daemon does, is beyond reach.
///
/// meanwhile  called some times a second as long as it runs
/// throws     CannotStart         when there is no such program, or it may not be run
///            Interrupted         when a signal was noted by Interrupts
///            std::runtime_error  when no pipe can be opened
Ending run_program(const std::vector<std::string>& command, std::chrono::milliseconds time,
                   const std::function<void()>& meanwhile);

}  // namespace attn::doctor
