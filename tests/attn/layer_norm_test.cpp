#include "attn/layer_norm.hpp"

#include <cmath>

#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

/// The formula once more, in long double.
Matrix wanted(const LayerNorm& norm, const Matrix& x) {
    Matrix y(x.rows(), x.cols());
    const long double d = static_cast<long double>(x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        long double mean = 0, variance = 0;
        for (const double entry : x.row(i)) mean += entry / d;
        for (const double entry : x.row(i)) {
            variance += (entry - mean) * (entry - mean) / d;
        }
        for (std::size_t j = 0; j < x.cols(); ++j) {
            const long double normalized =
                (x(i, j) - mean) / std::sqrt(variance + norm.epsilon);
            y(i, j) = static_cast<double>(normalized * norm.gamma[j] + norm.beta[j]);
        }
    }
    return y;
}

}  // namespace

TEST_CASE("Three ones and a zero can be normed by hand", "[norm]") {
    // Mean 0.75, variance 0.1875 (by four, not by three), its root 0.4330.
    const LayerNormTrace trace = untrained_layer_norm(4).trace(Matrix{{1, 1, 1, 0}});
    CHECK(trace.mean[0] == 0.75);
    CHECK(trace.variance[0] == 0.1875);
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{0.5773, 0.5773, 0.5773, -1.7320}}, 0.00005));
    const LayerNorm exact{.epsilon = 0};
    const double third = 1 / std::sqrt(3.0);
    CHECK_THAT(exact.forward(Matrix{{1, 1, 1, 0}}),
               IsCloseTo(Matrix{{third, third, third, -3 * third}}, 1e-15));
}

TEST_CASE("Epsilon stands under the root", "[norm]") {
    // Variance 1 and epsilon 3: divided by sqrt(4), not by 1 + 3 or 1 + sqrt(3).
    const LayerNorm norm{.gamma = {1, 10}, .beta = {5, 7}, .epsilon = 3};
    CHECK(norm.forward(Matrix{{-1, 1}, {4, 2}, {6, 6}}) ==
          Matrix{{4.5, 12}, {5.5, 2}, {5, 7}});
}

TEST_CASE("A row's mean becomes 0 and its variance 1, whatever they were", "[norm]") {
    Random generator(11);
    const Matrix x = random_normal_matrix(5, 7, generator);
    const LayerNormTrace before = untrained_layer_norm(7).trace(x);
    const LayerNormTrace after = untrained_layer_norm(7).trace(before.output);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(std::abs(after.mean[i]) < 1e-15);
        const double v = before.variance[i];
        CHECK(std::abs(after.variance[i] - v / (v + 1e-5)) < 1e-14);
    }
    // Scaling and shifting x change nothing but epsilon's share.
    const Matrix moved = x * 10 + Matrix(5, 7, 3);
    CHECK(max_abs_difference(untrained_layer_norm(7).forward(moved), before.output) < 1e-3);
    const LayerNorm exact{.epsilon = 0};
    CHECK(max_abs_difference(exact.forward(moved), exact.forward(x)) < 1e-14);
}

TEST_CASE("Two numbers can only become minus one and one", "[norm]") {
    CHECK_THAT(LayerNorm{}.forward(Matrix{{3, 8}, {100, -7}}),
               IsCloseTo(Matrix{{-1, 1}, {1, -1}}, 1e-5));
    CHECK(LayerNorm{}.forward(Matrix{{3}, {-7}}) == Matrix{{0}, {0}});
}

TEST_CASE("Layer norm agrees with long double, also for rows with a large mean", "[norm]") {
    Random generator(12);
    LayerNorm norm = untrained_layer_norm(13);
    for (double& gamma : norm.gamma) gamma = generator.uniform(0.5, 2);
    for (double& beta : norm.beta) beta = generator.uniform(-1, 1);
    const Matrix x = random_normal_matrix(7, 13, generator);
    CHECK_THAT(norm.forward(x), IsCloseTo(wanted(norm, x), 1e-14));
    // The short cut E(x^2) - mean^2 has no correct digit left at a mean of 1e8.
    const Matrix far = x + Matrix(7, 13, 1e8);
    CHECK_THAT(norm.forward(far), IsCloseTo(wanted(norm, far), 1e-6));
    const Matrix flat = norm.forward(Matrix(3, 13, 12345.625));
    for (std::size_t j = 0; j < 13; ++j) CHECK(flat(2, j) == norm.beta[j]);
}

TEST_CASE("forward and trace of a layer norm agree to the bit", "[norm]") {
    Random generator(13);
    const Matrix x = random_normal_matrix(5, 3, generator);
    const LayerNorm norm{{2, 3, 5}, {7, 11, 13}};
    const LayerNormTrace trace = norm.trace(x);
    CHECK(norm.forward(x) == trace.output);
    CHECK(trace.mean.size() == 5);
    CHECK(trace.variance.size() == 5);
    CHECK(trace.normalized(4, 2) * 5 + 13 == trace.output(4, 2));
    CHECK(parameter_count(norm) == 6);
    CHECK(parameter_count(untrained_layer_norm(512)) == 1024);
    CHECK(parameter_count(LayerNorm{}) == 0);
    CHECK(LayerNorm{}.forward(x) == untrained_layer_norm(3).forward(x));
    CHECK(shape_text(norm.forward(Matrix(0, 3))) == "0x3");
}

TEST_CASE("What cannot be normed is NaN, and only in its row", "[norm]") {
    const Matrix y =
        LayerNorm{}.forward(Matrix{{1, not_a_number, 3}, {infinity, 2, 3}, {1, 2, 3}});
    for (std::size_t j = 0; j < 3; ++j) {
        CHECK(std::isnan(y(0, j)));
        CHECK(std::isnan(y(1, j)));
    }
    CHECK(std::isfinite(y(2, 0)));
    const LayerNorm exact{.epsilon = 0};
    CHECK(std::isnan(exact.forward(Matrix{{2, 2}})(0, 1)));
}

TEST_CASE("Equal numbers have their own mean and no variance, whatever rounding does",
          "[norm]") {
    for (const std::size_t d : {1u, 2u, 3u, 7u, 13u, 512u}) {
        const LayerNorm norm{std::vector<double>(d, 2.0), std::vector<double>(d, 0.5)};
        for (const double c : {0.1, 1.0 / 3, -0.7, 1e15 + 0.3, 1e300}) {
            const LayerNormTrace trace = norm.trace(Matrix(1, d, c));
            CHECK(trace.mean[0] == c);
            CHECK(trace.variance[0] == 0);
            CHECK(trace.output == Matrix(1, d, 0.5));
            CHECK(norm.forward(Matrix(1, d, c)) == trace.output);
            const LayerNorm exact{.epsilon = 0};
            CHECK(std::isnan(exact.forward(Matrix(1, d, c))(0, 0)));
        }
    }
}

TEST_CASE("A deviation whose square overflows leaves beta", "[norm]") {
    const LayerNorm norm{{2, 2}, {5, 7}};
    CHECK(norm.forward(Matrix{{1e160, -1e160}}) == Matrix{{5, 7}});
    CHECK(norm.forward(Matrix{{1e150, -1e150}}) == Matrix{{7, 5}});
}
