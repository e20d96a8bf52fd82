// What chapter 10's exercises have to do, whether the reader or we wrote them.
#include "chapters/10_sublayers/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

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

TEST_CASE("mean_and_variance of small rows is exact") {
    const std::vector<float> row{1, 2, 3, 6}, one{7};
    CHECK(mean_and_variance(row).mean == 3);
    CHECK_THAT(static_cast<double>(mean_and_variance(row).variance), WithinAbs(3.5, 1e-6));
    CHECK(mean_and_variance(one).mean == 7);
    CHECK(mean_and_variance(one).variance == 0);
}

TEST_CASE("mean_and_variance survives the mean at which the short cut fails") {
    const std::vector<float> row{10001, 10003, 10002, 10006};
    CHECK_THAT(static_cast<double>(mean_and_variance(row).mean), WithinAbs(10003, 0.001));
    CHECK_THAT(static_cast<double>(mean_and_variance(row).variance), WithinAbs(3.5, 0.01));
    float sum = 0, sum_of_squares = 0;
    for (const float x : row) {
        sum += x;
        sum_of_squares += x * x;
    }
    const float by_short_cut = sum_of_squares / 4 - (sum / 4) * (sum / 4);
    CHECK(std::abs(by_short_cut - 3.5F) >= 0.5F);
}

TEST_CASE("folded needs only a norm that norms before it") {
    Random generator(12);
    const LayerNorm norm{.gamma = {2, -1, 0.5}, .beta = {1, 3, -2}};
    const Linear linear = random_linear(3, 5, generator);
    const Linear map = folded(norm, linear);
    const Matrix x = random_normal_matrix(7, 3, generator);
    CHECK_THAT(map.forward(LayerNorm{}.forward(x)),
               IsCloseTo(linear.forward(norm.forward(x)), 1e-13));
    CHECK(parameter_count(map) == 20);
}

TEST_CASE("folded gives a bias to a map that has none") {
    const LayerNorm norm{.gamma = {1, 2}, .beta = {10, 100}};
    const Linear map = folded(norm, {.weight = {{1, 2, 3}, {4, 5, 6}}});
    CHECK(map.weight == Matrix{{1, 2, 3}, {8, 10, 12}});
    CHECK(map.bias == std::vector<double>{410, 520, 630});
}

TEST_CASE("folded works on the small sentence") {
    const LayerNorm other = small_example::other_norm();
    const Linear first = small_example::feed_forward().first;
    const Matrix h = small_example::h();
    CHECK_THAT(folded(other, first).forward(small_example::plain_norm().forward(h)),
               IsCloseTo(first.forward(other.forward(h)), 1e-13));
}
