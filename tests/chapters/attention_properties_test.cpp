#include "chapters/properties/attention_properties.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "attn/mask_conventions.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

AttentionTrace right(const Matrix& q, const Matrix& k, const Matrix& v,
                     const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, mask);
}

/// Attention from its stages, so that each mutant can go wrong in one of them.
using MaskedAttention = std::function<Matrix(const Matrix&, const AttentionMask&)>;

struct Stages {
    MaskedAttention mask = [](const Matrix& scaled, const AttentionMask& allowed) {
        Matrix masked = scaled;
        for (std::size_t i = 0; i < scaled.rows(); ++i) {
            for (std::size_t j = 0; j < scaled.cols(); ++j) {
                if (!allowed.allows(i, j)) masked(i, j) = -infinity;
            }
        }
        return masked;
    };
    MaskedAttention softmax = [](const Matrix& masked, const AttentionMask&) {
        return softmax_rows(masked);
    };
    MaskedAttention finish = [](const Matrix& weights, const AttentionMask& allowed) {
        Matrix finished = weights;
        for (std::size_t i = 0; i < weights.rows(); ++i) {
            if (allowed.allows_any(i)) continue;
            for (double& weight : finished.row(i)) weight = 0;
        }
        return finished;
    };

    AttentionTrace operator()(const Matrix& q, const Matrix& k, const Matrix& v,
                              const AttentionMask& allowed) const {
        AttentionTrace trace;
        trace.scores = matmul_transpose_b(q, k);
        trace.scaled = trace.scores;
        for (std::size_t i = 0; i < trace.scaled.rows(); ++i) {
            for (double& score : trace.scaled.row(i)) score /= std::sqrt(k.cols());
        }
        trace.masked = mask(trace.scaled, allowed);
        trace.weights = finish(softmax(trace.masked, allowed), allowed);
        trace.output = matmul(trace.weights, v);
        return trace;
    }
};

Matrix each(const Matrix& m,
            const std::function<double(std::size_t, std::size_t, double)>& f) {
    Matrix result = m;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) result(i, j) = f(i, j, m(i, j));
    }
    return result;
}

Matrix with_fill(const Matrix& scaled, const AttentionMask& allowed, double fill) {
    return each(scaled, [&](std::size_t i, std::size_t j, double score) {
        return allowed.allows(i, j) ? score : score + fill;
    });
}

/// The names of the properties that a function breaks, in a line.
std::string broken_by(const AttentionFunction& attention) {
    std::string names;
    for (const auto& property : attention_properties()) {
        const Counterexample found = property.check(attention);
        if (!found) continue;
        CHECK(found->size() > 20);
        names += (names.empty() ? "" : ", ") + property.name;
    }
    return names;
}

}  // namespace

TEST_CASE("Our attention has every property", "[properties][S4-26]") {
    CHECK(broken_by(right).empty());
    CHECK(broken_by(Stages()).empty());
    CHECK(broken_by([](const Matrix& q, const Matrix& k, const Matrix& v,
                       const AttentionMask& mask) {
              return scaled_dot_product_attention(
                  q, k, v, mask_from_additive(additive_matrix(mask)));
          }).empty());
    CHECK(attention_properties().size() == 9);
}

TEST_CASE("A softmax of another temperature is none of the properties' business",
          "[properties]") {
    Stages mutant;
    mutant.softmax = [](const Matrix& masked, const AttentionMask&) {
        return softmax_rows(
            each(masked, [](std::size_t, std::size_t, double score) { return score / 2; }));
    };
    CHECK(broken_by(mutant).empty());
}

TEST_CASE("One largest score for all rows costs a bit of the past", "[properties]") {
    Stages mutant;
    mutant.softmax = [](const Matrix& masked, const AttentionMask&) {
        double largest = -infinity;
        for (std::size_t i = 0; i < masked.rows(); ++i) {
            for (const double score : masked.row(i)) largest = std::max(largest, score);
        }
        const Matrix powers = each(masked, [&](std::size_t, std::size_t, double score) {
            return std::exp(score - largest);
        });
        return each(powers, [&](std::size_t i, std::size_t, double power) {
            double sum = 0;
            for (const double p : powers.row(i)) sum += p;
            return power / sum;
        });
    };
    const Counterexample found = hides_the_future(mutant);
    REQUIRE(found);
    CHECK_THAT(*found, ContainsText("the gap is small, but not 0"));
}

TEST_CASE("A causal mask that is one key too wide is found", "[properties][S4-14]") {
    Stages mutant;
    mutant.mask = [](const Matrix& scaled, const AttentionMask& allowed) {
        return each(scaled, [&](std::size_t i, std::size_t j, double score) {
            return allowed.allows(i, j) || (j > 0 && allowed.allows(i, j - 1)) ? score
                                                                               : -infinity;
        });
    };
    CHECK_THAT(*hides_the_future(mutant), ContainsText("with other tokens after token 0"));
    CHECK(gives_masked_keys_nothing(mutant));
}

TEST_CASE("Weights in blocks, each with a sum of its own, are found", "[properties]") {
    Stages mutant;
    mutant.finish = [](const Matrix& weights, const AttentionMask&) {
        return each(weights, [](std::size_t, std::size_t, double w) { return 2 * w; });
    };
    CHECK_THAT(*rows_sum_to_one(mutant), ContainsText("sums to 2.000000, and not to 1"));
    CHECK(stays_between_values(mutant));
}

TEST_CASE("Outputs that are no mixture of the values are found", "[properties]") {
    const AttentionFunction mutant = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                        const AttentionMask& mask) {
        AttentionTrace trace = right(q, k, v, mask);
        trace.output =
            each(trace.output, [](std::size_t, std::size_t, double y) { return 5 * y; });
        return trace;
    };
    CHECK(stays_between_values(mutant));
    CHECK_THAT(*stays_between_values(mutant),
               ContainsText("outside the values that it averages"));
    CHECK_FALSE(rows_sum_to_one(mutant));
}

TEST_CASE("Attention that knows positions does not commute with permutation",
          "[properties]") {
    Stages mutant;
    mutant.mask = [](const Matrix& scaled, const AttentionMask& allowed) {
        return Stages().mask(
            each(scaled, [](std::size_t, std::size_t j,
                            double score) { return score + 0.1 * static_cast<double>(j); }),
            allowed);
    };
    CHECK(broken_by(mutant) == "commutes with permutation");
    CHECK_THAT(*commutes_with_permutation(mutant),
               ContainsText("with keys and values in another order"));
    const AttentionFunction stuck = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                       const AttentionMask& mask) {
        Matrix moved = q;
        for (double& entry : moved.row(0)) entry += 1;  // the first query is special
        return right(moved, k, v, mask);
    };
    CHECK_THAT(*commutes_with_permutation(stuck),
               ContainsText("with the queries in another order"));
}

TEST_CASE("Attention for as many keys as queries only is found", "[properties]") {
    const AttentionFunction square = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                        const AttentionMask& mask) {
        AttentionTrace trace = right(q, k, v, mask);
        trace.weights = transpose(trace.weights);
        return trace;
    };
    CHECK_THAT(*takes_unequal_sizes(square),
               ContainsText("with 2 queries and 7 keys, the table of weights is 7x2, and "
                            "should be 2x7"));
    const AttentionFunction throwing = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                          const AttentionMask& mask) {
        return right(matmul(q, k), k, v, mask);
    };
    CHECK_THAT(*takes_unequal_sizes(throwing),
               ContainsText("it threw: matmul: a is 2x3, b is 7x3"));
    const AttentionFunction last_row_dropped =
        [](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            AttentionTrace trace = right(q, k, v, mask);
            trace.output = Matrix(q.rows() - 1, v.cols());
            return trace;
        };
    CHECK_THAT(*takes_unequal_sizes(last_row_dropped), ContainsText("the output is 1x5"));
}

TEST_CASE("Fills that only large scores reach are found", "[properties]") {
    Stages mutant;
    mutant.mask = [](const Matrix& scaled, const AttentionMask& allowed) {
        return with_fill(scaled, allowed, -755);  // e^-755 is 0 in a double
    };
    CHECK(gives_masked_keys_nothing(mutant));
    mutant.mask = [](const Matrix& scaled, const AttentionMask& allowed) {
        return with_fill(scaled, allowed, -800);
    };
    CHECK_FALSE(gives_masked_keys_nothing(mutant));
    CHECK(hides_the_future(mutant));
}

TEST_CASE("A trace with nothing in it breaks every property", "[properties]") {
    const auto nothing = [](const Matrix&, const Matrix&, const Matrix&,
                            const AttentionMask&) { return AttentionTrace(); };
    CHECK_THAT(*rows_sum_to_one(nothing), ContainsText("it threw: Matrix: entry (0, 0)"));
    for (const auto& property : attention_properties()) {
        INFO(property.name);
        CHECK(property.check(nothing));
    }
    CHECK(hides_the_future(nothing) == "the table of weights is 0x0, and should be 7x7");
}
