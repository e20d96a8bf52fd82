#include "attn/linear.hpp"

#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/parameters.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("A linear map is x W + b, row by row", "[linear]") {
    const Linear linear{Matrix{{1, 2, 3}, {4, 5, 6}}, {10, 20, 30}};
    CHECK(linear.forward(Matrix{{1, 0}, {0, 1}, {1, -1}, {2, 1}, {0, 0}}) ==
          Matrix{{11, 22, 33}, {14, 25, 36}, {7, 17, 27}, {16, 29, 42}, {10, 20, 30}});
    CHECK(parameter_count(linear) == 9);
    const Linear without{linear.weight};
    CHECK(without.forward(Matrix{{1, -1}}) == Matrix{{-3, -3, -3}});
    CHECK(parameter_count(without) == 6);
    CHECK(linear.forward(Matrix(0, 2)).cols() == 3);
}

TEST_CASE("An untrained linear map keeps within one over the root of its input",
          "[linear]") {
    Random generator(3);
    const Linear linear = random_linear(5, 7, generator);
    const double next = generator.uniform();
    Random again(3);
    const double largest = 1 / std::sqrt(5.0);
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 7; ++j) {
            CHECK(linear.weight(i, j) == again.uniform(-largest, largest));
            CHECK(std::abs(linear.weight(i, j)) <= largest);
        }
    }
    REQUIRE(linear.bias.size() == 7);
    for (const double bias : linear.bias) CHECK(bias == again.uniform(-largest, largest));
    CHECK(next == again.uniform());
}

TEST_CASE("A bias is added to a sum that is complete, to the last bit", "[linear]") {
    Random generator(34);
    for (const std::size_t d_out : {1u, 3u, 16u, 37u}) {
        const Linear layer = random_linear(11, d_out, generator);
        const Matrix x = random_normal_matrix(7, 11, generator);
        const Matrix y = layer.forward(x), columns = transpose(layer.weight);
        for (std::size_t i = 0; i < y.rows(); ++i) {
            for (std::size_t j = 0; j < d_out; ++j) {
                CHECK(y(i, j) == dot(x.row(i), columns.row(j)) + layer.bias[j]);
            }
        }
    }
}

template <class Layer>
concept HasTrace = requires(const Layer& layer, const Matrix& x) {
    layer.trace(x);
};

// Nothing lies between its input and its output, and one way to compute it is enough.
static_assert(!HasTrace<Linear> && HasTrace<LayerNorm>);
