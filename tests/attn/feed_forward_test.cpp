#include "attn/feed_forward.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("Feed-forward is two linear maps with a bend between them", "[feed_forward]") {
    const FeedForward layer{{Matrix{{1, -1, 2}, {0, 3, -1}}, {1, 0, -2}},
                            {Matrix{{1, 10}, {2, 20}, {3, 30}}, {0.5, -0.5}}};
    // (2, 1): hidden 2 + 1, -2 + 3, 4 - 1 - 2 = 3, 1, 1; output 3 + 2 + 3 = 8, and 80.
    // (-1, 0): hidden 0, 1, -4, of which the last is cut off.
    CHECK(layer.forward(Matrix{{2, 1}, {-1, 0}}) == Matrix{{8.5, 79.5}, {2.5, 19.5}});
    FeedForward smooth = layer;
    smooth.activation = Activation::gelu_tanh;
    const Matrix hidden = layer.first.forward(Matrix{{2, 1}, {-1, 0}});
    CHECK(smooth.forward(Matrix{{2, 1}, {-1, 0}}) ==
          layer.second.forward(activate(Activation::gelu_tanh, hidden)));
}

TEST_CASE("forward and trace of a feed-forward layer agree, row by row", "[feed_forward]") {
    Random generator(31);
    const FeedForward layer = random_feed_forward(5, 11, generator, Activation::gelu_exact);
    const Matrix x = random_normal_matrix(3, 5, generator);
    const FeedForwardTrace trace = layer.trace(x);
    CHECK(layer.forward(x) == trace.output);
    CHECK(shape_text(trace.hidden) == "3x11");
    CHECK(shape_text(trace.activated) == "3x11");
    CHECK(shape_text(trace.output) == "3x5");
    // Each token by itself: no other row can be noticed.
    Matrix alone(1, 5);
    for (std::size_t j = 0; j < 5; ++j) alone(0, j) = x(2, j);
    const Matrix y = layer.forward(alone);
    for (std::size_t j = 0; j < 5; ++j) CHECK(y(0, j) == trace.output(2, j));
}

TEST_CASE("512 and 2048: the sizes of the paper's feed-forward layer",
          "[feed_forward][S1-34]") {
    Random generator(32);
    const FeedForward layer = random_feed_forward(512, 2048, generator);
    CHECK(parameter_count(layer) == 2099712);
    CHECK(layer.activation == Activation::relu);
    Random again(32);
    CHECK(layer.first.weight == random_linear(512, 2048, again).weight);
    CHECK(layer.second.weight == random_linear(2048, 512, again).weight);
}
