// Chapter 14: the recorded trainings with twenty seeds, and what the text says of them.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/training.hpp"

namespace attn::chapters::ch14 {

using Catch::Matchers::WithinAbs;

TEST_CASE("What is taken away is recorded with twenty seeds", "[chapter14]") {
    for (const std::string& without : parts) {
        INFO(without);
        const std::vector<Curve> curves = curves_of(without);
        REQUIRE(curves.size() == n_seeds);
        for (std::size_t i = 0; i < n_seeds; ++i) {
            REQUIRE(curves[i].seed == i + 1);
            REQUIRE(curves[i].every == Experiment{}.plan.every);
            REQUIRE(curves[i].scores.size() == 16);
        }
    }
    CHECK(curves_of("heads").empty());
}

TEST_CASE("Without reading no recorded training beats the best guess", "[chapter14]") {
    const Task task = task_of(1);
    for (const Curve& curve : curves_of("cross-attention"))
        CHECK(curve.scores.back().loss > least_loss_without_reading(task));
    // That guess by hand: of two sentences, of one word and of three with their ends, the shares
    // are 3/4 and 1/4.
    const Task two{{}, {}, {{{}, {1}}}, {{{}, {2, 3, 1}}}};
    CHECK_THAT(least_loss_without_reading(two),
               WithinAbs((std::log(4.0 / 3) + std::log(4.0) / 3) / 2, 1e-12));
}

}  // namespace attn::chapters::ch14
