#include "attn/rms_norm.hpp"

#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("RMS norm divides each row by the root of its mean square", "[rms_norm]") {
    const RmsNorm norm{{}, 0.0};
    // 3 and 4: the mean of 9 and 16 is 12.5.
    const double root = std::sqrt(12.5);
    CHECK(norm.forward(Matrix{{3, 4}, {-2, 2}}) == Matrix{{3 / root, 4 / root}, {-1, 1}});
    const RmsNorm scaled{{10, 100}, 0.0};
    CHECK(scaled.forward(Matrix{{-2, 2}}) == Matrix{{-10, 100}});
    const RmsNormTrace trace = scaled.trace(Matrix{{3, 4}, {-2, 2}});
    CHECK(trace.normalized == norm.forward(Matrix{{3, 4}, {-2, 2}}));
    CHECK(trace.output == scaled.forward(Matrix{{3, 4}, {-2, 2}}));
}

TEST_CASE("RMS norm of a row with mean 0 is layer norm without beta", "[rms_norm]") {
    Random generator(191);
    Matrix x = random_normal_matrix(5, 7, generator);
    for (std::size_t i = 0; i < x.rows(); ++i) {
        double mean = 0;
        for (const double entry : x.row(i)) mean += entry / 7;
        for (double& entry : x.row(i)) entry -= mean;
    }
    const std::vector<double> gamma{0.5, -1, 2, 1, 3, 0.25, 1};
    CHECK_THAT(RmsNorm{gamma}.forward(x), IsCloseTo(LayerNorm{gamma}.forward(x), 1e-13));
    for (double& entry : x.row(2)) entry += 1;  // and of no other row
    CHECK(max_abs_difference(RmsNorm{gamma}.forward(x), LayerNorm{gamma}.forward(x)) > 0.1);
}

TEST_CASE("Epsilon stands under the root, and a row of zeros stays zeros", "[rms_norm]") {
    const RmsNorm norm{{}, 0.0625};
    CHECK(norm.forward(Matrix{{0, 0, 0}}) == Matrix{{0, 0, 0}});
    // Mean square 0.1875, with epsilon 0.25, the root 0.5. Outside it would be 0.4955.
    CHECK_THAT(norm.forward(Matrix{{0.75, 0, 0}}), IsCloseTo(Matrix{{1.5, 0, 0}}, 1e-15));
    CHECK(std::isnan((RmsNorm{{}, 0.0}.forward(Matrix{{0, 0}})(0, 0))));
    CHECK(std::isnan((norm.forward(Matrix{{infinity, 1}})(0, 0))));
}
