#include "attn/learning/feed_forward_backward.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("The slopes of a feed-forward network of three hidden numbers, by hand",
          "[learning]") {
    const FeedForward layer{{Matrix{{1, -1, 2}, {0, 3, -1}}, {1, 0, -2}},
                            {Matrix{{1, 10}, {2, 20}, {3, 30}}, {0.5, -0.5}}};
    const Matrix x{{-1, 0}};  // hidden 0, 1, -4: only the second passes (0 is a corner)
    FeedForward gradient = zeros_like(layer);
    CHECK(backward(layer, x, layer.trace(x), Matrix{{1, 1}}, gradient) ==
          Matrix{{-22, 66}});
    CHECK(gradient.first.weight == Matrix{{0, -22, 0}, {0, 0, 0}});
    CHECK(gradient.first.bias == std::vector<double>{0, 22, 0});
    CHECK(gradient.second.weight == Matrix{{0, 0}, {1, 1}, {0, 0}});
    CHECK(gradient.second.bias == std::vector<double>{1, 1});
}

TEST_CASE("The slopes of a feed-forward network are those that are measured",
          "[learning]") {
    Random generator(175);
    for (const Activation activation :
         {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
        FeedForward layer = random_feed_forward(5, 11, generator, activation);
        Matrix x = random_normal_matrix(3, 5, generator);
        const Matrix d_y = random_normal_matrix(3, 5, generator);
        FeedForward gradient = zeros_like(layer);
        const Matrix d_x = backward(layer, x, layer.trace(x), d_y, gradient);
        const auto loss = [&] { return weighted_sum(layer.forward(x), d_y); };
        slope_error(loss, x, d_x);
        gradient_error(loss, layer, gradient);
    }
}
