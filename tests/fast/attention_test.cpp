#include <cmath>
#include <limits>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "fast/attention.hpp"
#include "fast/lanes.hpp"
#include "fast/softmax.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using attn::AttentionMask;
using attn::Matrix;
using attn::Random;
using attn::fast::FloatMatrix;
using attn::fast::Threads;

namespace {

struct Inputs {
    Matrix q, k, v;
};

/// Large enough scores that the largest one moves from block to block.
Inputs random_inputs(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                     std::size_t d_v, Random& generator) {
    Inputs inputs;
    inputs.q = random_normal_matrix(n_query, d_k, generator) * 2;
    inputs.k = random_normal_matrix(n_key, d_k, generator);
    inputs.v = random_normal_matrix(n_key, d_v, generator);
    return inputs;
}

Matrix online(const Inputs& in, const AttentionMask& mask = {}) {
    Threads threads(2);
    return to_matrix(online_attention(FloatMatrix(in.q), FloatMatrix(in.k),
                                      FloatMatrix(in.v), threads, mask));
}

bool is_nan(const Matrix& m, std::size_t i) {
    for (const double entry : m.row(i)) {
        if (!std::isnan(entry)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("Fast attention is the library's, over one block of keys and many", "[fast]") {
    Random generator(141);
    struct Shape {
        std::size_t n_query, n_key, d_k, d_v;
    };
    for (const Shape& s :
         {Shape{1, 1, 1, 1}, Shape{1, 7, 5, 3}, Shape{7, 1, 3, 5}, Shape{53, 127, 11, 13},
          Shape{5, 129, 7, 2}, Shape{101, 401, 64, 67}, Shape{0, 3, 5, 7}}) {
        INFO(s.n_query << " " << s.n_key << " " << s.d_k << " " << s.d_v);
        const Inputs in = random_inputs(s.n_query, s.n_key, s.d_k, s.d_v, generator);
        const Matrix wanted = scaled_dot_product_attention(in.q, in.k, in.v).output;
        CHECK_THAT(online(in), IsCloseTo(wanted, 1e-5));
    }
}

TEST_CASE("Fast attention looks where the mask allows, whichever block that is in",
          "[fast]") {
    Random generator(142);
    const std::size_t n_query = 59, n_key = 307;
    const Inputs in = random_inputs(n_query, n_key, 13, 17, generator);
    const auto where = [&](auto rule) {
        return AttentionMask::where(n_query, n_key, rule);
    };
    const AttentionMask scattered =
        where([](std::size_t i, std::size_t j) { return (i * 5 + j * 3) % 7 < 2; });
    // The first blocks of keys, or the last ones, are closed as a whole.
    const AttentionMask late = where([](std::size_t, std::size_t j) { return j >= 300; });
    const AttentionMask window =
        where([](std::size_t i, std::size_t j) { return j >= 3 * i && j < 3 * i + 20; });
    // Of neighbours one sees the first keys, the other the last.
    const AttentionMask apart =
        where([](std::size_t i, std::size_t j) { return i % 2 == 0 ? j < 9 : j >= 290; });
    using attn::CausalAlignment;
    for (const AttentionMask& mask :
         {AttentionMask(), open_mask(n_query, n_key),
          attn::length_mask(n_query, n_key, 131),
          attn::causal_mask(n_query, n_key, CausalAlignment::first_sees_first),
          attn::causal_mask(n_query, n_key, CausalAlignment::last_sees_last), scattered,
          late, window, apart, attn::length_mask(n_query, n_key, 131) & scattered}) {
        const Matrix wanted = scaled_dot_product_attention(in.q, in.k, in.v, mask).output;
        CHECK_THAT(online(in, mask), IsCloseTo(wanted, 1e-5));
    }
}

TEST_CASE("Fast attention adds a bias to the scaled scores", "[fast]") {
    Random generator(143);
    const Inputs in = random_inputs(51, 263, 7, 5, generator);
    Matrix bias = random_normal_matrix(51, 263, generator);
    for (std::size_t j = 0; j < 263; ++j) bias(3, j) = -1e9;
    for (std::size_t j = 0; j < 263; j += 2) bias(17, j) = -infinity;
    const AttentionMask mask = attn::mask_from_additive(bias);
    const Matrix wanted = scaled_dot_product_attention(in.q, in.k, in.v, mask).output;
    const Matrix given = online(in, mask);
    for (std::size_t i = 0; i < 51; ++i) {
        if (i == 3) continue;  // beside -1e9 a float has no digits left for the score
        for (std::size_t j = 0; j < 5; ++j) {
            REQUIRE(given(i, j) == Approx(wanted(i, j)).margin(2e-5));
        }
    }
    CHECK(!is_nan(given, 3));
}

TEST_CASE("A finite bias stays finite in fast attention, however large", "[fast]") {
    Random generator(146);
    const Inputs in = random_inputs(2, 5, 4, 3, generator);
    for (const double fill : {-3.4e38, -1e300, 3.4e38}) {
        Matrix bias(2, 5, fill);  // all keys of the first query, and one of the second
        for (std::size_t j = 1; j < 5; ++j) bias(1, j) = 0;
        const AttentionMask mask = attn::mask_from_additive(bias);
        const Matrix wanted = scaled_dot_product_attention(in.q, in.k, in.v, mask).output;
        const Matrix given = online(in, mask);
        double mean = 0;  // beside such a bias a float has no digits left for the score
        for (std::size_t j = 0; j < 5; ++j) mean += in.v(j, 0) / 5;
        CHECK(given(0, 0) == Approx(mean).margin(2e-5));
        CHECK(given(1, 0) == Approx(wanted(1, 0)).margin(2e-5));
    }
}

TEST_CASE("A query with no open key gets zeros from fast attention", "[fast]") {
    Random generator(144);
    const Inputs in = random_inputs(53, 139, 5, 3, generator);
    const AttentionMask mask = without_query(open_mask(53, 139), 50);
    const Matrix given = online(in, mask);
    for (std::size_t j = 0; j < 3; ++j) CHECK(given(50, j) == 0);
    CHECK_THAT(given, IsCloseTo(scaled_dot_product_attention(in.q, in.k, in.v, mask).output,
                                1e-5));
    Inputs bad = in;
    bad.v(7, 1) = std::nanf("");
    bad.k(7, 1) = std::nanf("");
    const Matrix beside_nan = online(bad, mask);
    for (const double entry : beside_nan.row(50)) CHECK(entry == 0);
    const Matrix zeros(53, 3);
    CHECK(online(in, closed_mask(53, 139)) == zeros);
}

TEST_CASE("The score of a closed key counts for nothing in fast attention", "[fast]") {
    Random generator(149);
    const Inputs in = random_inputs(141, 141, 5, 3, generator);
    const AttentionMask causal = attn::causal_mask(141);
    const AttentionMask gap = AttentionMask::where(
        141, 141, [](std::size_t i, std::size_t j) { return j <= i && j != 70; });
    for (const AttentionMask& mask : {causal, gap, causal + distance_bias(141, 0.125)}) {
        for (const float broken : {std::nanf(""), float_infinity, 3e38f}) {
            Inputs bad = in;
            for (double& entry : bad.k.row(70)) entry = static_cast<double>(broken);
            const Matrix wanted = online(in, mask);
            const Matrix given = online(bad, mask);
            for (std::size_t i = 0; i < 70; ++i) {  // to them key 70 is closed
                for (std::size_t j = 0; j < 3; ++j) CHECK(given(i, j) == wanted(i, j));
            }
        }
    }
}

TEST_CASE("NaN and infinity go through fast attention as the formula says", "[fast]") {
    Random generator(145);
    const Inputs in = random_inputs(49, 139, 5, 3, generator);
    const AttentionMask mask = attn::length_mask(49, 139, 130);
    Inputs poisoned = in;
    poisoned.v(135, 1) = std::nanf("");                 // its key is closed to all queries
    CHECK(online(poisoned, mask) == online(in, mask));  // which is never read
    poisoned.v(129, 1) = std::nanf("");
    CHECK(std::isnan(online(poisoned, mask)(0, 1)));
    Inputs query = in;
    query.q(2, 0) = std::nanf("");
    query.q(3, 0) = float_infinity;  // infinite scores of both signs
    const Matrix given = online(query);
    CHECK(is_nan(given, 2));
    CHECK(is_nan(given, 3));
    CHECK(!is_nan(given, 4));
    // A query that may look, and whose scores are all -infinity: 0/0.
    Inputs lost = in;
    for (double& entry : lost.q.row(5)) entry = -float_infinity;
    for (std::size_t j = 0; j < 139; ++j) {
        for (double& entry : lost.k.row(j)) entry = std::fabs(entry) + 0.1;
    }
    CHECK(is_nan(scaled_dot_product_attention(lost.q, lost.k, lost.v).output, 5));
    CHECK(is_nan(online(lost), 5));
}

TEST_CASE("Scores that a float holds do not overflow on the way", "[fast]") {
    // The product of these is past the largest float, its quotient by the root of 64 is not.
    const Inputs in{Matrix(1, 64, 1.2e18), Matrix(2, 64, 5e18), Matrix{{1}, {3}}};
    CHECK(online(in) == Matrix{{2}});
}

TEST_CASE("Large scores do not overflow in fast attention", "[fast]") {
    Random generator(146);
    Inputs in = random_inputs(11, 401, 3, 5, generator);
    in.q = in.q * 1000;
    const Matrix wanted = scaled_dot_product_attention(in.q, in.k, in.v).output;
    // Scores of some thousand have an error of some thousandths in float32.
    CHECK_THAT(online(in), IsCloseTo(wanted, 0.01));
}

TEST_CASE("Heads side by side are each head by itself, however many threads", "[fast]") {
    Random generator(147);
    const std::size_t n = 101, n_heads = 3, d_k = 5, d_v = 7;
    const FloatMatrix q(random_normal_matrix(n, n_heads * d_k, generator));
    const FloatMatrix k(random_normal_matrix(n, n_heads * d_k, generator));
    const FloatMatrix v(random_normal_matrix(n, n_heads * d_v, generator));
    const AttentionMask mask = attn::causal_mask(n) + distance_bias(n, 0.5);
    FloatMatrix wanted(n, n_heads * d_v);
    Threads one(1);
    for (std::size_t h = 0; h < n_heads; ++h) {
        online_attention(q.columns(h * d_k, d_k), k.columns(h * d_k, d_k),
                         v.columns(h * d_v, d_v), 1, mask, wanted.columns(h * d_v, d_v),
                         one);
    }
    for (const std::size_t n_threads : {1u, 2u, 3u}) {
        Threads threads(n_threads);
        FloatMatrix output(n, n_heads * d_v, 9.0f);
        online_attention(q.view(), k.view(), v.view(), n_heads, mask, output.view(),
                         threads);
        CHECK(output == wanted);
    }
}

TEST_CASE("Fast softmax is the library's", "[fast]") {
    Random generator(148);
    Threads threads(2);
    for (const std::size_t n : {1u, 3u, 5u, 15u, 17u, 64u, 65u, 131u}) {
        const Matrix scores = random_normal_matrix(5, n, generator) * 5;
        FloatMatrix weights(scores);
        softmax_rows(weights, threads);
        CHECK_THAT(to_matrix(weights), IsCloseTo(attn::softmax_rows(scores), 1e-6));
    }
    FloatMatrix edges{{-float_infinity, -float_infinity},
                      {1, std::nanf("")},
                      {float_infinity, 1},
                      {-float_infinity, 90}};
    softmax_rows(edges, threads);
    for (std::size_t i = 0; i < 3; ++i) CHECK(std::isnan(edges(i, 1)));
    CHECK(edges(3, 0) == 0);
    CHECK(edges(3, 1) == 1);
    FloatMatrix empty;
    CHECK_NOTHROW(softmax_rows(empty, threads));
    FloatMatrix one_row(1, 0);
    CHECK_THROWS_AS(softmax_rows(one_row, threads), attn::ShapeError);
}

TEST_CASE("Sums and maxima in lanes", "[fast]") {
    for (std::size_t n = 0; n <= 200; ++n) {
        INFO(n);
        std::vector<float> numbers(n);
        float wanted = 0, squares = 0, most = -float_infinity;
        for (std::size_t i = 0; i < n; ++i) {
            numbers[i] = static_cast<float>((i * 7) % 11) - 5;
            wanted += numbers[i];
            squares += (numbers[i] - 2) * (numbers[i] - 2);
            most = std::max(most, numbers[i]);
        }
        CHECK(attn::fast::sum(numbers) == wanted);
        CHECK(attn::fast::sum_of_squares(numbers, 2) == squares);
        CHECK(attn::fast::largest(numbers) == most);
    }
    const std::vector<float> numbers = {1, std::nanf(""), 3};
    CHECK(attn::fast::largest(numbers) == 3);
    CHECK(std::isnan(attn::fast::sum(numbers)));
    // A million times 0.1: a chain gives 100958.
    CHECK(attn::fast::sum(std::vector<float>(1'000'000, 0.1f)) ==
          Approx(100000).epsilon(2e-4));
}
