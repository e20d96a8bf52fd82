/// The line that tells how far a training is, and Ctrl-C, which ends it without losing anything.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace attn::chapters {

/// Asked after each step of a training: go on?
///
/// step  how many are done
/// loss  of the batch
using GoOn = std::function<bool(std::size_t step, double loss)>;

/// For as long as it lives, Ctrl-C does not end the program but the training. A second one,
/// should the training not listen, ends the program.
class TrainingLine {
public:
    explicit TrainingLine(std::size_t steps);
    TrainingLine(std::size_t steps, bool is_on_terminal);
    ~TrainingLine();
    TrainingLine(const TrainingLine&) = delete;
    TrainingLine& operator=(const TrainingLine&) = delete;

    /// Draws the line on stderr, ten times a second, if that is a terminal.
    ///
    /// returns  false after Ctrl-C: stop here, and keep what was learned
    bool go_on(std::size_t step, double loss);

    /// go_on of this line, which must outlive it.
    GoOn until_interrupted() {
        return [this](std::size_t step, double loss) { return go_on(step, loss); };
    }

private:
    using Clock = std::chrono::steady_clock;

    std::size_t steps_;
    bool is_on_terminal_;
    std::size_t first_step_ = 0;
    Clock::time_point first_done_ = {}, last_drawn_ = {};
    void (*before_)(int);  // what Ctrl-C did before
};

/// The line itself: a bar, the step, the loss and the seconds that are left.
///
/// seconds_per_step  none after the first step, which does more than a step: until then nobody
///                   knows what is left
std::string training_line(std::size_t step, std::size_t steps, double loss,
                          std::optional<double> seconds_per_step);

}  // namespace attn::chapters
