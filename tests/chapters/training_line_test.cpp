// How far a training is, and Ctrl-C: it ends the training, and loses nothing.
#include <csignal>
#include <iostream>
#include <string>

#include "catch.hpp"
#include "caught.hpp"
#include "chapters/14_learning/14_learning.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters::ch14 {

namespace {

/// SIGINT does what it is told to, until the end of a test.
class OnInterrupt {
public:
    explicit OnInterrupt(void (*what)(int)) : before_(std::signal(SIGINT, what)) {}
    ~OnInterrupt() { std::signal(SIGINT, before_); }
    OnInterrupt(const OnInterrupt&) = delete;
    OnInterrupt& operator=(const OnInterrupt&) = delete;

private:
    void (*before_)(int);
};

volatile std::sig_atomic_t heard = 0;
void hear(int) {
    heard = 1;
}

}  // namespace

TEST_CASE("The line of a training has a bar, the step, the loss and the time left",
          "[training_line]") {
    CHECK(training_line(25, 100, 0.69314, 0.08) ==
          "[#####...............] step 25 of 100, loss 0.6931, 6 s left");
    CHECK(training_line(7, 7, 0, 0.1) ==
          "[####################] step 7 of 7, loss 0.0000, 0 s left");
    CHECK(training_line(1, 400, 1.5, {}) ==
          "[....................] step 1 of 400, loss 1.5000");
}

TEST_CASE("Ctrl-C ends a training, not the program, and what was learned is kept",
          "[training_line]") {
    const OnInterrupt would_be_heard(hear);
    heard = 0;
    const auto stopped = [] {
        TrainingLine line(50);
        const GoOn go_on = [&](std::size_t step, double loss) {
            if (step == 4) std::raise(SIGINT);
            return line.go_on(step, loss);
        };
        return learn({.seed = 3, .steps = 50}, backward, {.go_on = go_on});
    }();
    CHECK(heard == 0);
    CHECK(stopped.losses.size() == 4);
    CHECK(stopped.scores.back().step == 4);  // what was learned is told
    const auto in_full = learn({.seed = 3, .steps = 4});
    CHECK(stopped.losses == in_full.losses);
    CHECK(stopped.scores.back().loss == in_full.scores.back().loss);
    std::raise(SIGINT);  // the training is over: as before
    CHECK(heard == 1);
}

TEST_CASE("Where Ctrl-C was ignored, a training goes on ignoring it", "[training_line]") {
    const OnInterrupt is_ignored(SIG_IGN);
    TrainingLine line(2);
    std::raise(SIGINT);
    CHECK(line.go_on(1, 0.5));
}

TEST_CASE("On a terminal the line is drawn again in its place, and ends with the training",
          "[training_line]") {
    const Caught terminal(std::cerr);
    TrainingLine line(3, true);
    CHECK(line.go_on(1, 0.5));
    CHECK(line.go_on(3, 0.125));
    const std::string written = terminal.text();
    CHECK(written.starts_with("\r[######..............] step 1 of 3, loss 0.5000"));
    CHECK_THAT(written, ContainsText("\033[K\r[####################] step 3 of 3, "));
    CHECK(written.ends_with("\033[K\n"));
    CHECK(written.find('\n') == written.rfind('\n'));
}

TEST_CASE("Ctrl-C ends the line of a training on a terminal, and says after which step",
          "[training_line]") {
    const OnInterrupt would_be_heard(hear);
    const Caught terminal(std::cerr);
    TrainingLine line(3, true);
    std::raise(SIGINT);
    CHECK_FALSE(line.go_on(1, 0.5));
    CHECK_THAT(terminal.text(),
               ContainsText("\033[K\nstopped after step 1 of 3; what was learned is kept"));
}

}  // namespace attn::chapters::ch14
