#include "attn/learning/attention_backward.hpp"

#include <cmath>

#include "attn/attention_mask.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

/// 3 queries, 5 keys, d_k 7, d_v 2: all sizes differ.
struct Example {
    explicit Example(std::uint64_t seed) : generator(seed) {}
    Random generator;
    Matrix q = random_normal_matrix(3, 7, generator);
    Matrix k = random_normal_matrix(5, 7, generator);
    Matrix v = random_normal_matrix(5, 2, generator);
    Matrix d_output = random_normal_matrix(3, 2, generator);

    AttentionGradient backward(const AttentionMask& mask) const {
        return scaled_dot_product_attention_backward(
            q, k, v, scaled_dot_product_attention(q, k, v, mask), d_output);
    }
    void check(const AttentionMask& mask) {
        const AttentionGradient d = backward(mask);
        const auto loss = [&] { return weighted_sum(attention(q, k, v, mask), d_output); };
        slope_error(loss, q, d.q);
        slope_error(loss, k, d.k);
        slope_error(loss, v, d.v);
    }
};

const AttentionMask with_gaps = AttentionMask::where(
    3, 5, [](std::size_t query, std::size_t key) { return (query + key) % 3 != 0; });

bool is_zero(std::span<const double> row) {
    for (const double entry : row) {
        if (entry != 0) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("The slopes of one query and two keys, by hand", "[learning]") {
    // Equal scores: the weights are 1/2 each. d_k is 4, its root 2.
    const Matrix q{{1, 0, 0, 0}}, k{{1, 1, 0, 0}, {1, 0, 2, 0}}, v{{3}, {7}};
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    const AttentionGradient d =
        scaled_dot_product_attention_backward(q, k, v, trace, Matrix{{2}});
    CHECK(d.v == Matrix{{1}, {1}});
    CHECK(d.weights == Matrix{{6, 14}});
    CHECK(d.masked == Matrix{{-2, 2}});  // 1/2 (6 - 10), 1/2 (14 - 10)
    CHECK(d.scores == Matrix{{-1, 1}});
    CHECK(d.q == Matrix{{0, -1, 2, 0}});
    CHECK(d.k == Matrix{{-1, 0, 0, 0}, {1, 0, 0, 0}});
    const AttentionGradient plain = dot_product_attention_backward(
        q, k, v, dot_product_attention(q, k, v), Matrix{{2}});
    CHECK(plain.q == Matrix{{0, -2, 4, 0}});
}

TEST_CASE("The slopes of attention are those that are measured, with every mask",
          "[learning]") {
    Example(147).check({});
    Example(148).check(open_mask(3, 5));
    Example(149).check(with_gaps);
    Example(150).check(causal_mask(3, 5, CausalAlignment::first_sees_first));
    Example(151).check(causal_mask(3, 5, CausalAlignment::last_sees_last));
    Example(152).check(length_mask(3, 5, 2));
    Example(153).check(without_query(with_gaps, 1));
    Example(154).check(closed_mask(3, 5));
}

TEST_CASE("The slopes of attention without scaling are those that are measured",
          "[learning]") {
    Example e(155);
    const AttentionGradient d = dot_product_attention_backward(
        e.q, e.k, e.v, dot_product_attention(e.q, e.k, e.v), e.d_output);
    const auto loss = [&] {
        return weighted_sum(dot_product_attention(e.q, e.k, e.v).output, e.d_output);
    };
    slope_error(loss, e.q, d.q);
    slope_error(loss, e.k, d.k);
    slope_error(loss, e.v, d.v);
}

TEST_CASE("masked is the slope in a learned bias", "[learning]") {
    Example e(156);
    Matrix bias = random_normal_matrix(3, 5, e.generator);
    const auto loss = [&] {
        return weighted_sum(attention(e.q, e.k, e.v, with_gaps + score_bias(bias)),
                            e.d_output);
    };
    slope_error(loss, bias, e.backward(with_gaps + score_bias(bias)).masked);
}

TEST_CASE("What a mask closes gets slopes of exactly 0", "[learning]") {
    const Example e(157);
    const AttentionMask mask = without_query(length_mask(3, 5, 3), 2);
    const AttentionGradient d = e.backward(mask);
    for (std::size_t key = 3; key < 5; ++key) {  // nobody looks at the last two keys
        CHECK(is_zero(d.k.row(key)));
        CHECK(is_zero(d.v.row(key)));
        for (std::size_t query = 0; query < 3; ++query) CHECK(d.masked(query, key) == 0);
    }
    CHECK(is_zero(d.q.row(2)));  // the last query looks at nobody
    CHECK(is_zero(d.masked.row(2)));
    CHECK(!is_zero(d.q.row(1)));
    const AttentionGradient none = e.backward(closed_mask(3, 5));
    CHECK(none.q == Matrix(3, 7));
    CHECK(none.k == Matrix(5, 7));
    CHECK(none.v == Matrix(5, 2));
}

TEST_CASE("A number added to every key changes no weight: those slopes sum to 0",
          "[learning]") {
    const AttentionGradient d = Example(158).backward({});
    for (std::size_t j = 0; j < 7; ++j) {
        double sum = 0;
        for (std::size_t key = 0; key < 5; ++key) sum += d.k(key, j);
        CHECK(std::abs(sum) < 1e-15);
    }
}
