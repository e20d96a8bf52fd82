#include "attn/sampling.hpp"

#include <cmath>
#include <numeric>

#include "attn/softmax.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

double sum_of(const Vector& p) {
    return std::accumulate(p.begin(), p.end(), 0.0);
}

void check_same(const Vector& p, const Vector& wanted) {
    REQUIRE(p.size() == wanted.size());
    for (std::size_t i = 0; i < p.size(); ++i)
        CHECK_THAT(p[i], WithinAbs(wanted[i], 1e-15));
}

}  // namespace

TEST_CASE("Greedy takes the largest logit, the first of equal ones", "[sampling]") {
    CHECK(greedy(Vector{-1, 3, 2}) == 1);
    CHECK(greedy(Vector{2, 3, 3}) == 1);
    CHECK(greedy(Vector{-infinity, -5, -infinity}) == 1);
    CHECK(greedy(Vector{0}) == 0);
}

TEST_CASE("A temperature divides the logits before softmax", "[sampling]") {
    const Vector logits{1, 3, 2, -0.5, -infinity};
    check_same(at_temperature(logits, 1), softmax(logits));
    check_same(at_temperature(logits, 2), softmax(Vector{0.5, 1.5, 1, -0.25, -infinity}));
    // At the ends: greedy, and all words that are open alike.
    check_same(at_temperature(logits, 1e-300), {0, 1, 0, 0, 0});
    check_same(at_temperature(logits, 1e300), {0.25, 0.25, 0.25, 0.25, 0});
    check_same(at_temperature(Vector{1e308, -1e308}, 0.5), {1, 0});
}

TEST_CASE("Top-k keeps the k likeliest words", "[sampling]") {
    const Vector p{0.1, 0.4, 0.2, 0.3};
    check_same(top_k(p, 1), {0, 1, 0, 0});
    check_same(top_k(p, 2), {0, 4.0 / 7, 0, 3.0 / 7});
    check_same(top_k(p, 4), p);
    check_same(top_k(p, 5), p);
    check_same(top_k(Vector{1, 2, 2, 2}, 2), {0, 0.5, 0.5, 0});  // the first of equal ones
}

TEST_CASE("Top-p keeps the fewest words that have the share", "[sampling]") {
    const Vector p{0.125, 0.5, 0.25, 0.125};  // exact in binary
    check_same(top_p(p, 0.25), {0, 1, 0, 0});
    check_same(top_p(p, 0.5), {0, 1, 0, 0});  // one word has it
    check_same(top_p(p, 0.51), {0, 2.0 / 3, 1.0 / 3, 0});
    check_same(top_p(p, 0.8), {1.0 / 7, 4.0 / 7, 2.0 / 7, 0});
    check_same(top_p(p, 1), p);
    check_same(top_p(std::vector<double>{1e-200}, 1e-150), {1});  // their product is 0
    // The share is one of the sum, whatever it is.
    check_same(top_p(Vector{1, 4, 2, 1}, 0.75), {0, 2.0 / 3, 1.0 / 3, 0});
    // With share 1 rounding loses nobody.
    const Vector tiny{1, 1e-20};
    CHECK(top_p(tiny, 1)[1] > 0);
}

TEST_CASE("What is kept sums to 1, and no closed word is opened", "[sampling]") {
    const Vector p = softmax(Vector{0.3, -2, -infinity, 1.1, 0.4, -0.7, 2.2});
    for (std::size_t k = 1; k <= p.size(); ++k) {
        const Vector kept = top_k(p, k);
        CHECK_THAT(sum_of(kept), WithinAbs(1, 1e-14));
        CHECK(kept[2] == 0);
        const Vector nucleus = top_p(p, static_cast<double>(k) / 7);
        CHECK_THAT(sum_of(nucleus), WithinAbs(1, 1e-14));
        CHECK(nucleus[2] == 0);
    }
}

TEST_CASE("Words are drawn as often as their probabilities say", "[sampling]") {
    const Vector p{0.125, 0, 0.625, 0.25, 0};
    Random generator(1);
    constexpr int n = 20000;
    Vector share(p.size());
    for (int i = 0; i < n; ++i) share[draw(p, generator)] += 1.0 / n;
    CHECK(share[1] == 0);
    CHECK(share[4] == 0);
    // Five standard deviations of the mean of n draws are at most 2.5 / sqrt(n).
    for (std::size_t i = 0; i < p.size(); ++i)
        CHECK_THAT(share[i], WithinAbs(p[i], 2.5 / std::sqrt(n)));
}

TEST_CASE("A draw takes one number of the generator, whatever the sum", "[sampling]") {
    Random a(7), b(7);
    for (int i = 0; i < 50; ++i) {
        CHECK(draw(Vector{1, 2, 5}, a) == draw(Vector{0.125, 0.25, 0.625}, b));
    }
    CHECK(a.uniform() == b.uniform());
    Random c(7), d(7);
    draw(Vector{0, 3}, c);
    d.uniform();
    CHECK(c.uniform() == d.uniform());
}
