// What chapter 10's exercises have to do, whether the reader or we wrote them.
#include "chapters/10_residual_and_norm/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/layer_norm.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

TEST_CASE("layer_norm brings a row to mean 0 and variance 1") {
    // Mean 3, distances -2, -1, 0, 3, squares 14, variance 3.5: epsilon 0.5 makes the root 2.
    CHECK_THAT(layer_norm({{1, 2, 3, 6}}, {1, 1, 1, 1}, {0, 0, 0, 0}, 0.5),
               IsCloseTo({{-1, -0.5, 0, 1.5}}, 1e-14));
}

TEST_CASE("layer_norm scales and shifts each column, after it has normalized") {
    CHECK_THAT(layer_norm({{1, 2, 3, 6}}, {1, 2, 3, 5}, {10, 20, 30, 50}, 0.5),
               IsCloseTo({{9, 19, 30, 57.5}}, 1e-13));
}

TEST_CASE("layer_norm looks at each row alone") {
    Random generator(10);
    const Matrix x = random_normal_matrix(3, 7, generator);
    const LayerNorm library{.gamma = {2, -1, 0.5, 3, 1, 0, 7},
                            .beta = {1, 3, -2, 0, 5, -1, 0.5}};
    CHECK_THAT(layer_norm(x, library.gamma, library.beta, library.epsilon),
               IsCloseTo(library.forward(x), 1e-12));
    // A row of equal numbers is at distance 0 from its mean: what is left is beta.
    CHECK_THAT(layer_norm({{5, 5, 5}}, {2, 2, 2}, {1, 2, 3}, 1e-5),
               IsCloseTo({{1, 2, 3}}, 1e-14));
}

TEST_CASE("again_and_again feeds each round with what the one before it made") {
    const MultiHeadAttention f = small_example::attention();
    const LayerNorm norm;
    Matrix x = small_example::h();
    INFO("I love you all with its places, through chapter 10's attention; epsilon 1e-5");
    for (std::size_t n = 0; n <= 3; ++n) {
        INFO("after " << n << " rounds");
        CHECK_THAT(again_and_again(small_example::h(), f, n, norm.epsilon),
                   IsCloseTo(x, 1e-10));
        x = norm.forward(x + f.forward(x, x, x));
    }
}

TEST_CASE("rms_norm divides by the root of the mean square") {
    // Squares 9 + 16 + 0 + 0 = 25, their mean 6.25, with epsilon 6.25 its root 3.5355.
    const double root = std::sqrt(12.5);
    CHECK_THAT(rms_norm({{3, -4, 0, 0}}, {1, 2, 3, 5}, 6.25),
               IsCloseTo({{3 / root, -8 / root, 0, 0}}, 1e-15));
    CHECK_THAT(rms_norm({{2, 2, 2}, {0, 0, 7}}, {1, 1, 5}, 0),
               IsCloseTo({{1, 1, 5}, {0, 0, 5 * std::sqrt(3.0)}}, 1e-14));
}

TEST_CASE("rms_norm is a layer norm where the row's mean is 0 already") {
    Random generator(11);
    const Matrix centred = LayerNorm{}.forward(random_normal_matrix(3, 7, generator));
    CHECK_THAT(rms_norm(centred, std::vector<double>(7, 1.0), 1e-5),
               IsCloseTo(LayerNorm{}.forward(centred), 1e-13));
    // A row of equal numbers keeps its sign; a layer norm makes it 0.
    CHECK_THAT(rms_norm({{-5, -5}}, {1, 1}, 0), IsCloseTo({{-1, -1}}, 1e-15));
}

TEST_CASE("rms_norm refuses a gamma that does not fit") {
    CHECK_THROWS_AS(rms_norm(Matrix(2, 3), {1, 2}, 1e-5), ShapeError);
}
