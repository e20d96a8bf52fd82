/// Other programs: are they there, and run them, but not for ever.
#pragma once

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attn::fig {

/// The file of a program on the PATH; empty when there is none of that name.
std::filesystem::path find_program(std::string_view program);

/// Where a program reads from and writes to.
struct Streams {
    std::filesystem::path in = "/dev/null", out = "/dev/null", errors = "/dev/null";
};

enum class Ending { well, badly, stopped };

/// For as long as it lives, Ctrl-C and its kin wait for its end, so that what lies about can be
/// removed first; a program that runs meanwhile is stopped at once. Signals that are ignored stay
/// so.
class DelayedSignals {
public:
    DelayedSignals();
    ~DelayedSignals();
    DelayedSignals(const DelayedSignals&) = delete;
    DelayedSignals& operator=(const DelayedSignals&) = delete;

private:
    sigset_t before_;
};

/// Runs a program with its arguments, without a shell in between, and waits for its end. It is
/// stopped when it takes longer than limit or a delayed signal waits, and speaks UTF-8 wherever it
/// runs.
///
/// command  the first word is looked up on the PATH
/// throws   std::runtime_error  when it cannot be started
Ending run_program(const std::vector<std::string>& command, const Streams& streams,
                   std::chrono::milliseconds limit);

/// Runs a command of the shell and does not wait for it. It says nothing here.
void start_in_background(const std::string& shell_command);

/// text as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace attn::fig
