#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"

#include <cmath>

#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

const Matrix Q{{2, 2, -1, -1}, {-1, 2, 2, 0}, {2, -1, -1, 1}, {1, 1, -2, -1}};
const Matrix K{{0, -1, 1, 0}, {1, 0, 0, 0}, {-1, 1, -1, 0}, {0, 0, -1, 3}};
const Matrix V{{1, 0, 2, -1}, {0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}};

Matrix rows_from_to(const Matrix& m, std::size_t first, std::size_t last) {
    Matrix part(last - first, m.cols());
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) part(i - first, j) = m(i, j);
    }
    return part;
}

// Two tokens in three numbers ask five tokens that hand over seven.
struct Unequal {
    Random generator{11};
    Matrix q = random_normal_matrix(2, 3, generator);
    Matrix k = random_normal_matrix(5, 3, generator);
    Matrix v = random_normal_matrix(5, 7, generator);
};

}  // namespace

TEST_CASE("Without scaling the scores go to softmax as they are", "[attention]") {
    const AttentionTrace trace = dot_product_attention(Q, K, V);
    CHECK(trace.scores ==
          Matrix{{-3, 2, 1, -2}, {0, -1, 1, -2}, {0, 2, -2, 4}, {-3, 1, 2, -1}});
    CHECK(trace.scaled == trace.scores);
    CHECK(trace.masked == trace.scores);
}

TEST_CASE("Every query at once equals one query after the other",
          "[attention][S0-10][S2-15]") {
    const AttentionTrace all = dot_product_attention(Q, K, V);
    for (std::size_t i = 0; i < Q.rows(); ++i) {
        const AttentionTrace one = dot_product_attention(rows_from_to(Q, i, i + 1), K, V);
        CHECK(one.scores == rows_from_to(all.scores, i, i + 1));
        CHECK(one.weights == rows_from_to(all.weights, i, i + 1));
        CHECK(one.output == rows_from_to(all.output, i, i + 1));
    }
}

TEST_CASE("An output row is the weighted sum of the value rows",
          "[attention][S2-11][S0-09]") {
    const AttentionTrace trace = dot_product_attention(Q, K, V);
    for (std::size_t i = 0; i < Q.rows(); ++i) {
        for (std::size_t j = 0; j < V.cols(); ++j) {
            double sum = 0.0;
            for (std::size_t k = 0; k < V.rows(); ++k) sum += trace.weights(i, k) * V(k, j);
            CHECK(trace.output(i, j) == sum);
        }
    }
}

TEST_CASE("Without a query there is no output", "[attention]") {
    CHECK(dot_product_attention(Matrix(0, 3), Matrix(5, 3), Matrix(5, 2)).output.rows() ==
          0);
}

TEST_CASE("The divisor is the root of the keys' width", "[attention][S0-16]") {
    for (const std::size_t d_k : {1u, 2u, 3u, 5u, 64u}) {
        const AttentionTrace trace = scaled_dot_product_attention(
            Matrix(2, d_k, 1.0), Matrix(3, d_k, 2.0), Matrix(3, 7));
        CHECK(trace.scores == Matrix(2, 3, 2.0 * static_cast<double>(d_k)));
        CHECK_THAT(
            trace.scaled,
            IsCloseTo(Matrix(2, 3, 2.0 * std::sqrt(static_cast<double>(d_k))), 1e-14));
    }
}

TEST_CASE("Scaled attention by another route: long double, one entry at a time",
          "[attention][S1-12][S2-17]") {
    const Unequal x;
    const AttentionTrace trace = scaled_dot_product_attention(x.q, x.k, x.v);
    for (std::size_t i = 0; i < 2; ++i) {
        long double powers[5] = {};
        long double sum = 0;
        for (std::size_t j = 0; j < 5; ++j) {
            long double score = 0;
            for (std::size_t d = 3; d-- > 0;) {
                score += static_cast<long double>(x.q(i, d)) * x.k(j, d);
            }
            powers[j] = std::exp(score / std::sqrt(3.0L));
            sum += powers[j];
        }
        for (std::size_t d = 0; d < 7; ++d) {
            long double output = 0;
            for (std::size_t j = 0; j < 5; ++j) output += powers[j] / sum * x.v(j, d);
            CHECK(std::abs(trace.output(i, d) - static_cast<double>(output)) < 1e-15);
        }
    }
    CHECK(shape_text(trace.weights) == "2x5");
    CHECK(shape_text(trace.output) == "2x7");
}

TEST_CASE("A mask and a bias of -infinity are one and the same, to the bit",
          "[attention][mask]") {
    const Unequal x;
    const AttentionMask mask = causal_mask(2, 5, CausalAlignment::last_sees_last);
    const AttentionTrace masked = scaled_dot_product_attention(x.q, x.k, x.v, mask);
    const AttentionTrace biased = scaled_dot_product_attention(
        x.q, x.k, x.v, mask_from_additive(additive_matrix(mask)));
    CHECK(masked.masked == biased.masked);
    CHECK(masked.weights == biased.weights);
    CHECK(masked.output == biased.output);
    const AttentionTrace open =
        scaled_dot_product_attention(x.q, x.k, x.v, open_mask(2, 5));
    CHECK(open.weights == scaled_dot_product_attention(x.q, x.k, x.v).weights);
    CHECK(scaled_dot_product_attention(x.q, x.k, x.v, {}).output == open.output);
    CHECK(scaled_dot_product_attention(x.q, x.k, x.v, score_bias(Matrix(2, 5))).output ==
          open.output);
}

TEST_CASE("A bias is added before softmax", "[attention]") {
    const Matrix bias{{0.5, -1, 0}, {2, 0, -3}};
    const AttentionTrace trace =
        scaled_dot_product_attention(Matrix{{1}, {2}}, Matrix{{1}, {0}, {-1}},
                                     Matrix{{1}, {10}, {100}}, score_bias(bias));
    CHECK(trace.scaled == Matrix{{1, 0, -1}, {2, 0, -2}});
    CHECK(trace.masked == Matrix{{1.5, -1, -1}, {4, 0, -5}});
    CHECK(trace.weights == softmax_rows(trace.masked));
    CHECK(trace.output == matmul(trace.weights, Matrix{{1}, {10}, {100}}));
}

TEST_CASE("A query with no open key gets zeros, never NaN", "[attention][mask][S1-29]") {
    const AttentionMask mask = without_query(open_mask(4, 4), 1);
    const Matrix zeros(1, 4);
    Matrix with_nan = V;
    with_nan(3, 2) = std::nan("");
    for (const Matrix& v : {V, with_nan}) {
        for (const AttentionTrace& trace :
             {scaled_dot_product_attention(Q, K, v, mask),
              scaled_dot_product_attention(Q, K, v,
                                           mask_from_additive(additive_matrix(mask)))}) {
            CHECK(rows_from_to(trace.weights, 1, 2) == zeros);
            CHECK(rows_from_to(trace.output, 1, 2) == zeros);
            CHECK(rows_from_to(trace.masked, 1, 2) == Matrix(1, 4, -infinity));
        }
    }
    const AttentionTrace trace = scaled_dot_product_attention(Q, K, V, mask);
    const AttentionTrace open = scaled_dot_product_attention(Q, K, V);
    CHECK(rows_from_to(trace.output, 0, 1) == rows_from_to(open.output, 0, 1));
    CHECK(rows_from_to(trace.output, 2, 4) == rows_from_to(open.output, 2, 4));
    CHECK(scaled_dot_product_attention(Q, K, V, closed_mask(4, 4)).output == Matrix(4, 4));
}

TEST_CASE("A finite fill on every key of a row is a shift and no mask",
          "[attention][mask][S1-29]") {
    const AttentionTrace open = scaled_dot_product_attention(Q, K, V);
    const AttentionMask nothing = closed_mask(4, 4);
    const auto filled = [&](double fill) {
        return scaled_dot_product_attention(Q, K, V,
                                            score_bias(additive_matrix(nothing, fill)))
            .weights;
    };
    CHECK_THAT(filled(-10000), IsCloseTo(open.weights, 1e-12));
    // At -1e9 the scores' digits beyond 1e-7 are lost in the sum, not the shares.
    CHECK_THAT(filled(-1e9), IsCloseTo(open.weights, 1e-6));
    // At -1e300 nothing of the scores is left: the row is uniform.
    CHECK(filled(-1e300) == Matrix(4, 4, 0.25));
}

TEST_CASE("A NaN in a closed value row poisons the output", "[attention][mask]") {
    Matrix v = V;
    v(3, 1) = std::nan("");
    const AttentionMask padding = padding_mask(4, {0, 1, 2, 4}, 4);
    const AttentionTrace trace = scaled_dot_product_attention(Q, K, v, padding);
    CHECK(trace.weights(0, 3) == 0);
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::isnan(trace.output(i, 1)));
    CHECK_FALSE(std::isnan(trace.output(0, 0)));
    v(3, 1) = infinity;
    CHECK(std::isnan(scaled_dot_product_attention(Q, K, v, padding).output(2, 1)));
}

TEST_CASE("The score of a closed key counts for nothing, whatever it is",
          "[attention][mask]") {
    const AttentionMask padding = padding_mask(4, {0, 1, 2, 4}, 4);
    const AttentionMask biased = padding + score_bias(Matrix(4, 4, 0.5));
    for (const double broken : {std::nan(""), infinity, -infinity, 1e308}) {
        Matrix k = K;
        for (double& entry : k.row(3)) entry = broken;
        for (const AttentionMask& mask : {padding, biased}) {
            const AttentionTrace trace = scaled_dot_product_attention(Q, k, V, mask);
            for (std::size_t i = 0; i < 4; ++i) CHECK(trace.masked(i, 3) == -infinity);
            CHECK(trace.output == scaled_dot_product_attention(Q, K, V, mask).output);
        }
    }
}

TEST_CASE("attention is the output of its trace, to the bit", "[attention]") {
    const Unequal x;
    const Matrix bias{{0.5, -1, 0, 2, -3}, {1, 0, -infinity, 2, 3}};
    for (const AttentionMask& mask :
         {AttentionMask(), open_mask(2, 5), length_mask(2, 5, 3), closed_mask(2, 5),
          causal_mask(2, 5, CausalAlignment::last_sees_last), mask_from_additive(bias),
          without_query(mask_from_additive(bias), 0)}) {
        CHECK(attention(x.q, x.k, x.v, mask) ==
              scaled_dot_product_attention(x.q, x.k, x.v, mask).output);
    }
    CHECK(attention(x.q, x.k, x.v) == scaled_dot_product_attention(x.q, x.k, x.v).output);
}
