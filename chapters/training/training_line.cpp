#include "chapters/training/training_line.hpp"

#include <csignal>
#include <iostream>

#include <unistd.h>

#include "support/text/print.hpp"

namespace attn::chapters {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void interrupt(int) {
    was_interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace

std::string training_line(std::size_t step, std::size_t steps, double loss,
                          std::optional<double> seconds_per_step) {
    constexpr std::size_t width = 20;
    const std::size_t filled = step * width / steps;
    const auto left = static_cast<double>(steps - step);
    return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] step " +
           std::to_string(step) + " of " + std::to_string(steps) + ", loss " +
           number_text(loss, 4) +
           (seconds_per_step ? ", " + number_text(*seconds_per_step * left, 0) + " s left"
                             : "");
}

TrainingLine::TrainingLine(std::size_t steps)
    : TrainingLine(steps, isatty(STDERR_FILENO) != 0) {}

TrainingLine::TrainingLine(std::size_t steps, bool is_on_terminal)
    : steps_(steps), is_on_terminal_(is_on_terminal) {
    was_interrupted = 0;
    before_ = std::signal(SIGINT, interrupt);
    if (before_ == SIG_IGN)
        std::signal(SIGINT, SIG_IGN);  // as in the background of a script
}

TrainingLine::~TrainingLine() {
    std::signal(SIGINT, before_);
}

bool TrainingLine::go_on(std::size_t step, double loss) {
    const bool is_last = step == steps_ || was_interrupted != 0;
    const auto now = Clock::now();
    if (first_step_ == 0) {
        first_step_ = step;
        first_done_ = now;
    }
    if (is_on_terminal_ &&
        (is_last || now - last_drawn_ > std::chrono::milliseconds(100))) {
        std::optional<double> seconds;
        if (step > first_step_) {
            seconds = std::chrono::duration<double>(now - first_done_).count() /
                      static_cast<double>(step - first_step_);
        }
        // Back to the line's beginning; the line before it is wiped to its end.
        std::cerr << "\r" << training_line(step, steps_, loss, seconds) << "\033[K"
                  << (is_last ? "\n" : "") << std::flush;
        last_drawn_ = now;
    }
    if (was_interrupted != 0) {
        std::cerr << "stopped after step " << step << " of " << steps_
                  << "; what was learned is kept\n";
    }
    return was_interrupted == 0;
}

}  // namespace attn::chapters
