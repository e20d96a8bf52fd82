#include "attn/learning/embedding_backward.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("A token that occurs twice gets both slopes, padding none", "[learning]") {
    const Embedding layer{Matrix(5, 2)};
    const std::vector<std::size_t> ids{3, 1, 3, 0};
    const Matrix d_y{{1, 10}, {2, 20}, {4, 40}, {8, 80}};
    Embedding gradient = zeros_like(layer);
    backward(layer, ids, d_y, gradient);
    CHECK(gradient.table == Matrix{{8, 80}, {2, 20}, {0, 0}, {5, 50}, {0, 0}});
    set_to_zero(parameters(gradient));
    backward(layer, ids, d_y, gradient, 0);
    CHECK(gradient.table == Matrix{{0, 0}, {2, 20}, {0, 0}, {5, 50}, {0, 0}});
    backward(layer, ids, d_y, gradient, 3);
    CHECK(gradient.table == Matrix{{8, 80}, {4, 40}, {0, 0}, {5, 50}, {0, 0}});
}

TEST_CASE("The slopes of an embedding are those that are measured", "[learning]") {
    Random generator(169);
    Embedding layer = random_embedding(7, 3, generator);
    const std::vector<std::size_t> ids{6, 2, 2, 0, 5};
    const Matrix d_y = random_normal_matrix(5, 3, generator);
    Embedding gradient = zeros_like(layer);
    backward(layer, ids, d_y, gradient);
    gradient_error([&] { return weighted_sum(layer.forward(ids), d_y); }, layer, gradient);
}
