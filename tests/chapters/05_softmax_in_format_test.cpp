#include "chapters/05_overflow/05_overflow.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

namespace attn::chapters::ch05 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

/// The naive softmax in the compiler's float: a second route to float32.
Vector softmax_in_float(const Vector& scores) {
    std::vector<float> exponentials;
    float sum = 0;
    for (const double score : scores) {
        exponentials.push_back(static_cast<float>(std::exp(score)));
        sum += exponentials.back();
    }
    Vector weights;
    for (const float exponential : exponentials) weights.push_back(exponential / sum);
    return weights;
}

}  // namespace

TEST_CASE("99 against 9 in four formats", "[softmax_in_format][S3-20][S3-22]") {
    const Vector scores{99, 9};
    for (const NumberFormat& format : {float16, bfloat16, float32}) {
        INFO(format.name);
        const Vector naive = softmax_naive_in(format, scores);
        CHECK(std::isnan(naive[0]));  // inf / inf
        CHECK(naive[1] == 0);         // 8103 / inf
        CHECK(softmax_in(format, scores)[0] == 1);
    }
    for (const Vector& weights :
         {softmax_naive_in(float64, scores), softmax_in(float64, scores)}) {
        CHECK(weights[0] == 1);
        CHECK_THAT(weights[1] / 8.194012624e-40, WithinAbs(1, 1e-9));
    }
    CHECK(softmax_in(float16, scores)[1] == 0);
    CHECK(softmax_in(bfloat16, scores)[1] == 9 * smallest_subnormal(bfloat16));
    const double single = softmax_in(float32, scores)[1];
    CHECK_THAT(single / 8.194012624e-40, WithinAbs(1, 1e-6));
    CHECK(single < smallest_normal(float32));  // subnormal: flushed to zero, it is 0
    CHECK(smallest_normal(float32) == std::numeric_limits<float>::min());

    // By hand: e^9 in each format, and e^99, which only float64 has.
    CHECK(rounded(std::exp(9.0), float16) == 8104);
    CHECK(rounded(std::exp(9.0), bfloat16) == 8096);
    CHECK(rounded(std::exp(9.0), float32) == static_cast<float>(std::exp(9.0)));
    CHECK(std::isinf(rounded(std::exp(99.0), float32)));
    CHECK_THAT(std::exp(99.0) / 9.88903e42, WithinAbs(1, 1e-6));
}

TEST_CASE("Softmax in float64 is softmax to the bit", "[softmax_in_format]") {
    for (const Vector& scores : {Vector{0, 1, -1, 2, 0.3}, Vector{-7.25, 3.5, 800}}) {
        CHECK(softmax_in(float64, scores) == softmax(scores));
    }
    CHECK(softmax_naive_in(float64, Vector{1, 2, 5}) == softmax_naive(Vector{1, 2, 5}));
}

TEST_CASE("Softmax in float32 is that of the compiler's float", "[softmax_in_format]") {
    for (int i = 0; i < 2000; ++i) {
        Vector scores;
        for (int j = 0; j < 5; ++j) {
            scores.push_back(rounded(80 * std::sin(1.7 * i + 3.1 * j), float32));
        }
        REQUIRE(softmax_naive_in(float32, scores) == softmax_in_float(scores));
    }
}

TEST_CASE("Scores become numbers of the format, too", "[softmax_in_format]") {
    // bfloat16 has nothing between 88.5 and 89: 88.7 is safe, 88.8 is lost.
    CHECK(softmax_naive_in(bfloat16, Vector{88.7})[0] == 1);
    CHECK(std::isnan(softmax_naive_in(bfloat16, Vector{88.8})[0]));
    // A score that float16 does not have is infinite, and inf minus inf is NaN.
    CHECK(std::isnan(softmax_in(float16, Vector{70000, 1})[0]));
    CHECK(softmax_in(bfloat16, Vector{70000, 1})[0] == 1);
}

TEST_CASE("The stable form has no limits, the naive form has two",
          "[softmax_in_format][S3-18][S3-22]") {
    const double weight = 1 / (1 + std::exp(-1.0));
    for (int x = -125; x <= 125; ++x) {
        CAPTURE(x);
        const Vector scores{static_cast<double>(x), x - 1.0};
        REQUIRE_THAT(softmax_in(float32, scores)[0], WithinAbs(weight, 6e-8));
        const bool is_lost = x < -103 || x > 88;
        REQUIRE(std::isnan(softmax_naive_in(float32, scores)[0]) == is_lost);
    }
    // Just above the lower limit the exponentials have one bit, then two.
    CHECK(softmax_naive_in(float32, Vector{-103, -104})[0] == 1);
    CHECK_THAT(softmax_naive_in(float32, Vector{-102.5, -103.5})[0],
               WithinAbs(2 / 3.0, 1e-7));
}

TEST_CASE("Subtracting costs small weights digits, and no weight more than that",
          "[softmax_in_format]") {
    double worst_naive = 0;
    double worst_stable = 0;
    for (int i = 0; i < 500; ++i) {
        const Vector scores{rounded(64 + std::fmod(i * 0.618034, 20.0), float32),
                            rounded(std::fmod(i * 0.754878, 1.0), float32)};
        const double exact = softmax(scores)[1];
        const double unit = unit_in_last_place(exact, float32);
        worst_naive = std::max(
            worst_naive, std::abs(softmax_naive_in(float32, scores)[1] - exact) / unit);
        worst_stable =
            std::max(worst_stable, std::abs(softmax_in(float32, scores)[1] - exact) / unit);
        CHECK(softmax_in(float32, scores)[0] == 1);
    }
    CHECK(worst_naive < 3);
    CHECK(worst_stable > 50);
    CHECK(worst_stable <
          66);  // half of 2^-17, the step of float32 at 64, in units of 2^-24
}

TEST_CASE("Rounding the scores themselves costs as many digits", "[softmax_in_format]") {
    double worst_naive = 0;
    for (int i = 0; i < 500; ++i) {
        const Vector scores{64 + std::fmod(i * 0.618034, 20.0),
                            std::fmod(i * 0.754878, 1.0)};
        const double exact = softmax(scores)[1];
        const double unit = unit_in_last_place(exact, float32);
        worst_naive = std::max(
            worst_naive, std::abs(softmax_naive_in(float32, scores)[1] - exact) / unit);
    }
    CHECK(worst_naive > 50);
    CHECK(worst_naive < 68);
}

TEST_CASE("The logarithm of a weight outlives the weight", "[softmax_in_format][S3-20]") {
    const Vector scores{99, 9};
    CHECK(std::log(softmax_in(float16, scores)[1]) == -infinity);
    CHECK(log_sum_exp(scores) == 99);
    CHECK(scores[1] - log_sum_exp(scores) == -90);
    CHECK_THAT(std::exp(-90.0) / 8.194012624e-40, WithinAbs(1, 1e-9));
}

TEST_CASE("Softmax in a format needs scores and a format", "[softmax_in_format]") {
    CHECK_THROWS_WITH(softmax_in(float16, Vector{}),
                      "softmax_in: there are no scores; give at least one");
    CHECK_THROWS_WITH(softmax_naive_in(float16, Vector{}),
                      "softmax_naive_in: there are no scores; give at least one");
    CHECK_THROWS_AS(softmax_in(float16, Vector{}), ShapeError);
    CHECK_THROWS_AS(softmax_in({"wide", 15, 64}, Vector{1}), std::domain_error);
}

TEST_CASE("A sum of equal exponentials rounds away", "[softmax_in_format]") {
    const auto sum_of_weights = [](const NumberFormat& format, std::size_t count) {
        double sum = 0;
        for (const double weight : softmax_in(format, Vector(count))) sum += weight;
        return sum;
    };
    CHECK(sum_of_weights(bfloat16, 256) == 1);
    CHECK(sum_of_weights(bfloat16, 512) == 2);
    CHECK(sum_of_weights(bfloat16, 4096) == 16);
    CHECK(sum_of_weights(float16, 2048) == 1);
    CHECK(sum_of_weights(float16, 4096) == 2);
    CHECK(sum_of_weights(float32, 4096) == 1);
    CHECK(rounded(16777217, float32) == 16777216);
}

TEST_CASE("Exponentials that fit can have a sum that does not", "[softmax_in_format]") {
    CHECK(rounded(std::exp(11.0), float16) == 59872);
    CHECK(rounded(std::exp(rounded(10.9, float16)), float16) == 54080);
    CHECK(softmax_naive_in(float16, Vector{11, 10.9}) == Vector{0, 0});
    CHECK_THAT(softmax_in(float16, Vector{11, 10.9})[0], WithinAbs(0.525, 1e-3));
}

// GCC on x86: its -ffast-math, at the link alone, switches subnormal numbers off.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
TEST_CASE("Linked with -ffast-math, subnormal numbers are 0",
          "[softmax_in_format][S3-22]") {
    const TemporaryFolder folder;
    const std::string source = (folder.path / "tiny.cpp").string();
    const std::string object = (folder.path / "tiny.o").string();
    const std::string program = (folder.path / "tiny").string();
    std::ofstream(source) << "volatile float tiny = 1e-40f;\n"
                             "int main() { return tiny * 1.0f == 0; }\n";
    const auto exit_code_of = [](const std::vector<std::string>& command) {
        return book::run_command(command).exit_code;
    };
    REQUIRE(exit_code_of({book::compiler(), source, "-O2", "-c", "-o", object}) == 0);
    REQUIRE(exit_code_of({book::compiler(), object, "-o", program}) == 0);
    CHECK(exit_code_of({program}) == 0);
    REQUIRE(exit_code_of({book::compiler(), object, "-o", program, "-ffast-math"}) == 0);
    CHECK(exit_code_of({program}) == 1);
}
#endif

}  // namespace attn::chapters::ch05
