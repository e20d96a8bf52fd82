/// Ctrl-C while somebody else's program runs: first that program is ended and its folder removed,
/// then we end as the signal would have ended us.
#pragma once

#include <array>
#include <csignal>
#include <exception>

namespace attn::doctor {

/// Thrown where a signal asks us to end, so that everything is put away on the way out.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// As long as it lives, SIGINT, SIGQUIT, SIGTERM and SIGHUP are only noted. One at a time.
class Interrupts {
public:
    Interrupts();
    /// Gives the signals back what they did before, and delivers the one that came meanwhile.
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    /// throws  Interrupted  when one has come
    static void check();

    /// The signals that are noted.
    static constexpr std::array<int, 4> signals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};

private:
    std::array<struct sigaction, 4> before_{};
};

}  // namespace attn::doctor
