#include "attn/gated_feed_forward.hpp"

#include "attn/activation.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("A gate opens and closes what goes up", "[gated_feed_forward]") {
    // Two inputs, three hidden numbers.
    const GatedFeedForward layer{{Matrix{{1, 0, -1}, {0, 2, 0}}, {}},
                                 {Matrix{{1, 1, 5}, {1, -1, 0}}, {}},
                                 {Matrix{{1, 0}, {10, 1}, {100, 0}}, {}}};
    // (2, 1): gate 2, 2, -2; up 3, 1, 10.
    const double open = silu(2), shut = silu(-2);
    const GatedFeedForwardTrace trace = layer.trace(Matrix{{2, 1}});
    CHECK(trace.gate == Matrix{{2, 2, -2}});
    CHECK(trace.up == Matrix{{3, 1, 10}});
    CHECK(trace.gated == Matrix{{open * 3, open, shut * 10}});
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{13 * open + 1000 * shut, open}}, 1e-12));
    CHECK(layer.forward(Matrix{{2, 1}}) == trace.output);
    // A gate of 0 lets nothing through, whatever goes up.
    CHECK(layer.forward(Matrix{{0, 0}}) == Matrix{{0, 0}});
}

TEST_CASE("A gated network with an up of ones is a plain one with SiLU",
          "[gated_feed_forward]") {
    Random generator(195);
    const Linear first = random_linear(5, 7, generator),
                 second = random_linear(7, 5, generator);
    const GatedFeedForward layer{
        first, {Matrix(5, 7), std::vector<double>(7, 1.0)}, second};
    const Matrix x = random_normal_matrix(3, 5, generator);
    Matrix hidden = first.forward(x);
    for (double& entry : hidden.values()) entry = silu(entry);
    CHECK(layer.forward(x) == second.forward(hidden));
}
