// attn-doctor: which line of somebody's attention is wrong. ./doctor builds it and calls it.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "doctor/library/examine.hpp"
#include "doctor/program/adapters.hpp"
#include "doctor/program/command_line.hpp"
#include "doctor/program/process.hpp"
#include "doctor/program/program.hpp"
#include "support/text/utf8.hpp"

using namespace attn::doctor;
using attn::clean_utf8;
namespace fs = std::filesystem;

namespace {

constexpr int called_wrongly = 64;

/// throws  WrongCall  where it holds something, for nothing of yours is overwritten
void check_keep(const fs::path& keep) {
    std::error_code ignored;
    if (keep.empty() || !fs::exists(keep, ignored)) return;
    if (fs::is_directory(keep, ignored) && fs::is_empty(keep, ignored)) return;
    throw WrongCall("--keep takes a new or an empty folder; " + keep.string() +
                    " is neither.");
}

/// What is being done, for a person who waits at a terminal: one line on stderr that is
/// overwritten, from the third second on. Gone at the end.
class Progress {
public:
    Progress() = default;
    ~Progress() {
        if (is_shown_) std::fputs("\r\033[K", stderr);
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what) {
        const std::chrono::duration<double> waited = Clock::now() - begin_;
        if (isatty(STDERR_FILENO) == 0 || waited.count() < next_) return;
        std::fprintf(stderr, "\r\033[K  %s, %.0f s", what.c_str(), waited.count());
        std::fflush(stderr);
        is_shown_ = true;
        next_ = waited.count() + 0.2;
    }

private:
    using Clock = std::chrono::steady_clock;
    bool is_shown_ = false;
    Clock::time_point begin_ = Clock::now();
    double next_ = 2;  // seconds
};

Diagnosis no_verdict(const CommandLine& line, const std::string& why) {
    return {.kind = line.kind, .verdict = Verdict::no_verdict, .hints = {why}};
}

Diagnosis examined(const CommandLine& line) {
    Progress progress;
    const auto asking = [&](std::size_t answered, std::size_t all) {
        progress.show(std::to_string(answered) + " of " + std::to_string(all) +
                      " questions answered");
    };
    const auto searching = [&](const std::string& what) { progress.show(what); };
    try {
        return examine(line.kind, program(line.command, {line.time, line.keep, asking}),
                       {.accept = line.accept, .meanwhile = searching});
    } catch (const CannotStart& error) {
        return no_verdict(line, error.what());
    } catch (const CannotWrite& error) {
        return no_verdict(line, error.what());
    }
}

int answer(const CommandLine& line, const std::string& name) {
    switch (line.what) {
        case CommandLine::What::explain:
            std::cout << explanation(name);
            return 0;
        case CommandLine::What::explain_kind:
            std::cout << explanation_of_kind(line.kind, name);
            return 0;
        case CommandLine::What::print_adapter:
            std::cout << adapter(line.language);
            return 0;
        case CommandLine::What::examine:
            break;
    }
    check_keep(line.keep);
    const Diagnosis diagnosis = examined(line);
    if (line.json) {
        std::cout << to_json(diagnosis) << '\n';
    } else {
        std::cout << diagnosis;
    }
    return diagnosis.exit_code();
}

/// ./doctor where that is what was typed, else the program's name without its folder.
std::string called_by(const std::string& word) {
    const fs::path path(word);
    return path.filename() == "doctor" ? word : path.filename().string();
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGCHLD, SIG_DFL);  // where it is ignored, nobody learns how a child ended
    try {
        const int code =
            answer(read_command_line({argv + 1, argv + argc}), called_by(argv[0]));
        if (!std::cout.flush()) throw std::runtime_error("stdout takes no more");
        return argc == 1 ? called_wrongly
                         : code;  // else a script's empty words pass as right
    } catch (const WrongCall& error) {
        std::cerr << clean_utf8(error.what()) << '\n';
        return called_wrongly;
    } catch (const std::exception& error) {
        std::cerr << "attn-doctor: " << clean_utf8(error.what()) << '\n';
        return 3;
    }
}
