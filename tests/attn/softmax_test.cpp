#include "attn/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinULP;

namespace {

using Vector = std::vector<double>;

bool all_nan(const Vector& shares) {
    return std::all_of(shares.begin(), shares.end(),
                       [](double s) { return std::isnan(s); });
}

/// The shares in long double, by the formula with the largest score taken out.
Vector shares_in_long_double(const Vector& scores) {
    const long double largest = *std::max_element(scores.begin(), scores.end());
    long double sum = 0;
    for (const double score : scores) sum += std::exp(score - largest);
    Vector shares;
    for (const double score : scores) {
        shares.push_back(static_cast<double>(std::exp(score - largest) / sum));
    }
    return shares;
}

}  // namespace

TEST_CASE("Shares are e to the score over the sum of them all", "[softmax][S3-19]") {
    for (const Vector& scores :
         {Vector{0, 1, -1, 2}, Vector{-3, 4}, Vector{7}, Vector{1, 1, 1}}) {
        const Vector wanted = shares_in_long_double(scores);
        for (const Vector& shares : {softmax_naive(scores), softmax(scores)}) {
            REQUIRE(shares.size() == scores.size());
            for (std::size_t i = 0; i < scores.size(); ++i) {
                CHECK_THAT(shares[i], WithinAbs(wanted[i], 1e-15));
                CHECK(shares[i] >= 0);
                CHECK(shares[i] <= 1);
            }
        }
    }
    // By hand: e^0, e^1, e^-1, e^2 and their sum, as in the running example's row "you".
    const Vector you = softmax(Vector{0, 1, -1, 2});
    CHECK_THAT(you[0], WithinAbs(0.0871443, 1e-7));
    CHECK_THAT(you[3], WithinAbs(0.6439143, 1e-7));
}

TEST_CASE("Shares sum to 1", "[softmax][S2-10]") {
    for (const Vector& scores :
         {Vector{3, 1, -20, 0.5}, Vector{-600, -601}, Vector{0.1, 0.2}}) {
        const Vector shares = softmax(scores);
        CHECK_THAT(std::accumulate(shares.begin(), shares.end(), 0.0),
                   WithinAbs(1.0, 1e-15));
    }
}

TEST_CASE("Adding the same number to all scores changes no share", "[softmax]") {
    const Vector plain = softmax(Vector{1, 2, 4});
    const Vector shifted = softmax(Vector{1001, 1002, 1004});
    CHECK(plain == shifted);
}

TEST_CASE("The naive form breaks where e to the score does, the stable one does not",
          "[softmax][S3-22]") {
    const Vector naive = softmax_naive(Vector{710, 0});
    CHECK(std::isnan(naive[0]));  // infinity / infinity
    CHECK(naive[1] == 0);
    CHECK(all_nan(softmax_naive(Vector{-746, -747})));           // 0 / 0
    CHECK(softmax_naive(Vector{709.5, 709.5}) == Vector{0, 0});  // only the sum is infinite
    CHECK(softmax(Vector{709.5, 709.5}) == Vector{0.5, 0.5});
    CHECK(softmax(Vector{710, 0})[0] == 1);
    CHECK_THAT(softmax(Vector{-746, -747})[0], WithinAbs(1 / (1 + std::exp(-1.0)), 1e-15));
    CHECK(softmax(Vector{1e308, -1e308}) == Vector{1, 0});
}

TEST_CASE("Infinities and NaN in a softmax", "[softmax]") {
    CHECK(softmax(Vector{0, -infinity, 0}) == Vector{0.5, 0, 0.5});
    CHECK(all_nan(softmax(Vector{-infinity, -infinity})));
    CHECK(all_nan(softmax(Vector{1, not_a_number, 2})));
    CHECK(all_nan(softmax(Vector{not_a_number, 1})));
    CHECK(std::isnan(softmax(Vector{1, infinity})[1]));
}

TEST_CASE("softmax_rows shares each row, not each column", "[softmax][S0-19]") {
    const Matrix scores{{0, 1, -1}, {5, 5, 5}};
    const Matrix weights = softmax_rows(scores);
    for (std::size_t i = 0; i < 2; ++i) {
        const Vector row = softmax(scores.row(i));
        CHECK(std::equal(row.begin(), row.end(), weights.row(i).begin()));
        CHECK_THAT(weights(i, 0) + weights(i, 1) + weights(i, 2), WithinAbs(1, 1e-15));
    }
    CHECK(std::abs(weights(0, 1) + weights(1, 1) - 1) > 0.001);  // a column need not
    const Matrix down_the_columns = transpose(softmax_rows(transpose(scores)));
    CHECK(max_abs_difference(down_the_columns, weights) > 0.1);
    CHECK(softmax_rows(Matrix(0, 3)).rows() == 0);
}

TEST_CASE("log_sum_exp is the logarithm of the sum, without overflow", "[softmax]") {
    CHECK_THAT(
        log_sum_exp(Vector{0, 1, -1, 2}),
        WithinAbs(std::log(1 + std::exp(1.0) + std::exp(-1.0) + std::exp(2.0)), 1e-15));
    CHECK_THAT(log_sum_exp(Vector{1000, 1000}), WithinAbs(1000 + std::log(2.0), 1e-12));
    CHECK_THAT(log_sum_exp(Vector{99, 9}), WithinULP(99.0, 1));
    CHECK(log_sum_exp(Vector{-infinity, -infinity}) == -infinity);
    CHECK(log_sum_exp(Vector{infinity, 0}) == infinity);
    for (const double other : {0.0, infinity, -infinity}) {
        CHECK(std::isnan(log_sum_exp(Vector{other, not_a_number})));
        CHECK(std::isnan(log_sum_exp(Vector{not_a_number, other})));
    }
    // A score minus log_sum_exp is the logarithm of its share.
    CHECK_THAT(std::exp(2 - log_sum_exp(Vector{0, 1, -1, 2})),
               WithinAbs(softmax(Vector{0, 1, -1, 2})[3], 1e-15));
}
