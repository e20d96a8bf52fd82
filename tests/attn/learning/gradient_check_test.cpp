#include "attn/learning/gradient_check.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;

TEST_CASE("A slope is measured and compared relatively", "[learning]") {
    std::vector<double> w{2, -1}, slopes{12, 3.3};  // of w^3: 12 and 3
    const auto loss = [&] { return w[0] * w[0] * w[0] + w[1] * w[1] * w[1]; };
    const auto checked =
        check_gradient(loss, {parameter("w", w)}, {parameter("w", slopes)});
    REQUIRE(checked.size() == 2);
    CHECK(checked[0].place == "w[0]");
    CHECK(checked[0].computed == 12);
    CHECK(std::abs(checked[0].measured - 12) < 1e-8);
    CHECK(checked[0].error < 1e-9);
    CHECK(std::abs(checked[1].measured - 3) < 1e-8);
    CHECK(std::abs(checked[1].error - 0.3 / 3.3) < 1e-8);
    CHECK(worst_of(checked).place == "w[1]");
    CHECK(w == std::vector<double>{2, -1});
}

TEST_CASE("The error over the step is a V: the loss bends, or digits are lost",
          "[learning]") {
    std::vector<double> w{1}, slope{std::exp(1.0)};
    const auto error_at = [&](double step) {
        return worst_of(check_gradient([&] { return std::exp(w[0]); }, {parameter("w", w)},
                                       {parameter("w", slope)}, {.step = step}))
            .error;
    };
    CHECK(std::abs(error_at(1e-2) / (1e-4 / 6) - 1) < 1e-3);  // step^2 / 6
    CHECK(error_at(1e-5) < 1e-9);
    CHECK(error_at(1e-13) > 1e-6);
}

TEST_CASE("Where a slope is 0, the error is absolute", "[learning]") {
    // The sum of a softmax does not depend on w: measured are 1e-11 of rounding, computed
    // 1e-17.
    std::vector<double> w{0.3}, slope{1e-17};
    const auto loss = [&] {
        return (std::exp(w[0]) + 3) / (std::exp(w[0]) + 3) + 1e-12 * w[0];
    };
    const CheckedSlope checked =
        worst_of(check_gradient(loss, {parameter("w", w)}, {parameter("w", slope)}));
    CHECK(checked.error < 1e-5);
    slope[0] = 1e-3;  // but a slope that should be 0 and is not is found
    CHECK(
        worst_of(check_gradient(loss, {parameter("w", w)}, {parameter("w", slope)})).error >
        0.9);
    slope[0] = 1e-17;
    CHECK(worst_of(check_gradient([&] { return 1e-3 * w[0]; }, {parameter("w", w)},
                                  {parameter("w", slope)}))
              .error > 0.9);
}

TEST_CASE("NaN and infinity are errors", "[learning]") {
    std::vector<double> w{1}, slope{1};
    const Parameters weights{parameter("w", w)}, gradient{parameter("w", slope)};
    for (const double wrong : {std::nan(""), infinity, -infinity}) {
        slope[0] = wrong;
        CHECK(worst_of(check_gradient([&] { return w[0]; }, weights, gradient)).error ==
              infinity);
        slope[0] = 1;
        CHECK(worst_of(check_gradient([&] { return wrong; }, weights, gradient)).error ==
              infinity);
    }
}

TEST_CASE("A number is put back even when the loss throws", "[learning]") {
    std::vector<double> w{1}, slope{1};
    const auto loss = []() -> double { throw std::runtime_error("no loss"); };
    CHECK_THROWS_WITH(check_gradient(loss, {parameter("w", w)}, {parameter("w", slope)}),
                      "no loss");
    CHECK(w[0] == 1);
}
