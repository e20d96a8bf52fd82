#include "attn/learning/linear_backward.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("The slopes of a linear layer, by hand", "[learning]") {
    const Linear layer{Matrix{{2, 0, 1}, {1, -1, 3}}, {0.5, 0, -0.5}};
    const Matrix x{{1, 2}, {-1, 4}};
    const Matrix d_y{{1, 0, 2}, {0, 3, 1}};
    Linear gradient = zeros_like(layer);
    // 1 * 2 + 0 * 0 + 2 * 1 = 4, 1 * 1 + 0 * -1 + 2 * 3 = 7
    CHECK(backward(layer, x, d_y, gradient) == Matrix{{4, 7}, {1, 0}});
    CHECK(gradient.weight == Matrix{{1, -3, 1}, {2, 12, 8}});
    CHECK(gradient.bias == std::vector<double>{1, 3, 3});
    backward(layer, x, d_y, gradient);  // a second sentence adds up
    CHECK(gradient.weight == Matrix{{2, -6, 2}, {4, 24, 16}});
    CHECK(gradient.bias == std::vector<double>{2, 6, 6});
}

TEST_CASE("The slopes of a linear layer are those that are measured", "[learning]") {
    Random generator(143);
    for (const bool has_bias : {true, false}) {
        Linear layer = random_linear(5, 3, generator);
        if (!has_bias) layer.bias.clear();
        Matrix x = random_normal_matrix(7, 5, generator);
        const Matrix d_y = random_normal_matrix(7, 3, generator);
        Linear gradient = zeros_like(layer);
        const Matrix d_x = backward(layer, x, d_y, gradient);
        const auto loss = [&] { return weighted_sum(layer.forward(x), d_y); };
        slope_error(loss, x, d_x);
        gradient_error(loss, layer, gradient);
        CHECK(gradient.bias.size() == (has_bias ? 3 : 0));
    }
}
