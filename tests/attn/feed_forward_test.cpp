#include "attn/feed_forward.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("The running example's feed-forward layer has its digits", "[feed_forward]") {
    const Matrix n1{{-0.7831, 0.9495, 1.0284, -1.1948},
                    {-0.7368, 1.0906, -1.2269, 0.8731},
                    {1.2217, -0.7394, -1.2015, 0.7191},
                    {-0.8260, -0.7432, -0.0912, 1.6604}};
    const FeedForwardTrace trace = small_example::feed_forward().trace(n1);
    const Matrix hidden{
        {-2.1443, 0.4117, 0.6664, 1.8115, -0.7453, -2.2232, 1.9779, -1.4779},
        {-0.2175, -1.6099, 0.8538, -0.4901, 1.4637, 2.1001, -0.1363, 0.6363},
        {1.4585, 0.5026, 0.9824, -2.4232, -0.5203, 1.9206, -1.9408, 2.4408},
        {2.4037, -2.4864, -1.0693, 0.7349, 0.4172, 1.7516, -0.8344, 1.3344}};
    CHECK_THAT(trace.hidden, IsCloseTo(hidden, 0.0002));  // n1 above is rounded
    CHECK_THAT(trace.activated, IsCloseTo(activate(Activation::relu, hidden), 0.0002));
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{0.6664, -1.4829, -0.4117, -0.1664},
                                              {-0.1962, 1.4637, -0.3182, -0.6720},
                                              {0.0221, -0.9558, -0.9938, -1.7028},
                                              {-0.8758, -2.3539, 0.5346, -0.1672}},
                                       0.0003));
    CHECK(parameter_count(small_example::feed_forward()) == 76);
}

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
