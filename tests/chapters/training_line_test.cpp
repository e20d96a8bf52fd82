// How far a training is, and Ctrl-C: it ends the training, and loses nothing.
#include <csignal>

#include "catch.hpp"
#include "chapters/14_learning/training.hpp"
#include "chapters/common/training_line.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::chapters::ch14;

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
    CHECK(training_line(25, 100, 0.69314, 2.0) ==
          "[#####...............] step 25 of 100, loss 0.6931, 6 s left");
    CHECK(training_line(7, 7, 0, 1.0) ==
          "[####################] step 7 of 7, loss 0.0000, 0 s left");
}

TEST_CASE("Ctrl-C ends a training, not the program, and what was learned is kept",
          "[training_line]") {
    const OnInterrupt would_be_heard(hear);
    heard = 0;
    Learned stopped = [] {
        TrainingLine line(50);
        return learn({.seed = 3, .steps = 50}, [&](std::size_t step, double loss) {
            if (step == 4) std::raise(SIGINT);
            return line.go_on(step, loss);
        });
    }();
    CHECK(heard == 0);
    CHECK(stopped.losses.size() == 4);
    Learned in_full = learn({.seed = 3, .steps = 4});
    CHECK(stopped.losses == in_full.losses);
    CHECK(stopped.model.forward(stopped.unseen[0].ids)(0, 0) ==
          in_full.model.forward(stopped.unseen[0].ids)(0, 0));
    std::raise(SIGINT);  // the training is over: as before
    CHECK(heard == 1);
}

TEST_CASE("Where Ctrl-C was ignored, a training goes on ignoring it", "[training_line]") {
    const OnInterrupt is_ignored(SIG_IGN);
    TrainingLine line(2);
    std::raise(SIGINT);
    CHECK(line.go_on(1, 0.5));
}
