#include "chapters/properties/attention_properties.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attn/random.hpp"
#include "support/text/print.hpp"

namespace attn {
namespace {

using counterexample::after;
using counterexample::at;
using counterexample::difference;
using counterexample::number;
using counterexample::rotated;
using counterexample::rounding;
using counterexample::when_it_runs;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Inputs {
    Matrix q, k, v;
};

/// Random q [n_query x d_k], k [n_key x d_k] and v [n_key x d_v].
Inputs random_inputs(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                     std::size_t d_v) {
    Random generator(20170612);
    Matrix q = random_normal_matrix(n_query, d_k, generator);
    Matrix k = random_normal_matrix(n_key, d_k, generator);
    Matrix v = random_normal_matrix(n_key, d_v, generator);
    return {std::move(q), std::move(k), std::move(v)};
}

/// No mask, with a size: the function that is checked may ask for one.
AttentionMask all_open(std::size_t n_query, std::size_t n_key) {
    return length_mask(n_query, n_key, n_key);
}

/// Masks that leave every query a key: none, padding, and causal to the last key.
std::vector<AttentionMask> some_masks(std::size_t n_query, std::size_t n_key) {
    return {all_open(n_query, n_key), length_mask(n_query, n_key, n_key - 2),
            causal_mask(n_query, n_key, CausalAlignment::last_sees_last)};
}

/// The same for weights and output.
Counterexample difference(const AttentionTrace& given, const AttentionTrace& wanted,
                          std::size_t rows, double tolerance) {
    if (auto found = difference("weight", given.weights, wanted.weights, rows, tolerance)) {
        return found;
    }
    return difference("output", given.output, wanted.output, rows, tolerance);
}

/// What is wrong with the shapes of weights and output, or nothing.
Counterexample wrong_shape(const AttentionTrace& given, std::size_t n_query,
                           std::size_t n_key, std::size_t d_v) {
    if (auto found = difference("the table of weights", given.weights,
                                Matrix(n_query, n_key), 0, 0)) {
        return found;
    }
    return difference("the output", given.output, Matrix(n_query, d_v), 0, 0);
}

/// The columns of m in that order.
Matrix rotated_columns(const Matrix& m, std::size_t first) {
    return transpose(rotated(transpose(m), first));
}

}  // namespace

Counterexample rows_sum_to_one(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(5, 7, 3, 2);
        for (const AttentionMask& mask : some_masks(5, 7)) {
            const Matrix weights = attention(x.q, x.k, x.v, mask).weights;
            for (std::size_t i = 0; i < 5; ++i) {
                double sum = 0;
                for (std::size_t j = 0; j < 7; ++j) {
                    if (!(weights(i, j) >= 0)) {
                        return at("weight", i, j) + " is " + number(weights(i, j)) +
                               ", below 0 or not a number";
                    }
                    sum += weights(i, j);
                }
                if (!(std::abs(sum - 1) <= rounding)) {
                    return "row " + std::to_string(i) + " of the weights sums to " +
                           number(sum) + ", and not to 1";
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample ignores_shifted_keys(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(3, 5, 2, 7);
        Matrix moved = x.k;
        for (std::size_t j = 0; j < 5; ++j) {
            moved(j, 0) += 1.5;
            moved(j, 1) -= 2.5;
        }
        for (const AttentionMask& mask : some_masks(3, 5)) {
            const AttentionTrace plain = attention(x.q, x.k, x.v, mask);
            if (auto found = wrong_shape(plain, 3, 5, 7)) return found;
            const Counterexample found =
                difference(attention(x.q, moved, x.v, mask), plain, 3, rounding);
            if (found) return after("with (1.5, -2.5) added to every key", found);
        }
        return std::nullopt;
    });
}

Counterexample commutes_with_permutation(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(5, 7, 3, 2);
        const AttentionMask all = all_open(5, 7);
        const AttentionTrace plain = attention(x.q, x.k, x.v, all);
        if (auto found = wrong_shape(plain, 5, 7, 2)) return found;
        for (const std::size_t first : {1u, 3u}) {
            AttentionTrace wanted = plain;
            wanted.weights = rotated(plain.weights, first);
            wanted.output = rotated(plain.output, first);
            Counterexample found = difference(attention(rotated(x.q, first), x.k, x.v, all),
                                              wanted, 5, rounding);
            if (found) return after("with the queries in another order", found);

            wanted = plain;
            wanted.weights = rotated_columns(plain.weights, first);
            found =
                difference(attention(x.q, rotated(x.k, first), rotated(x.v, first), all),
                           wanted, 5, rounding);
            if (found) return after("with keys and values in another order", found);
        }
        return std::nullopt;
    });
}

Counterexample stays_between_values(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(5, 7, 3, 2);
        for (const AttentionMask& mask : some_masks(5, 7)) {
            const Matrix output = attention(x.q, x.k, x.v, mask).output;
            for (std::size_t i = 0; i < 5; ++i) {
                for (std::size_t d = 0; d < 2; ++d) {
                    double least = infinity;
                    double most = -infinity;
                    for (std::size_t j = 0; j < 7; ++j) {
                        if (!mask.allows(i, j)) continue;
                        least = std::min(least, x.v(j, d));
                        most = std::max(most, x.v(j, d));
                    }
                    const double y = output(i, d);
                    if (y >= least - rounding && y <= most + rounding) continue;
                    return at("output", i, d) + " is " + number(y) +
                           ", outside the values that it averages, " + number(least) +
                           " to " + number(most);
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample gives_masked_keys_nothing(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        for (const double size : {1.0, 30.0}) {
            Inputs x = random_inputs(5, 7, 3, 2);
            x.k = x.k * size;
            for (const AttentionMask& mask : some_masks(5, 7)) {
                const Matrix weights = attention(x.q, x.k, x.v, mask).weights;
                for (std::size_t i = 0; i < 5; ++i) {
                    for (std::size_t j = 0; j < 7; ++j) {
                        if (mask.allows(i, j) || weights(i, j) == 0) continue;
                        return "query " + std::to_string(i) + " may not attend to key " +
                               std::to_string(j) + ", and gives it a weight" +
                               (std::abs(weights(i, j)) < 1e-6
                                    ? " that is small, but not 0"
                                    : " of " + number(weights(i, j)));
                    }
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample hides_the_future(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(7, 7, 3, 2);
        const AttentionTrace before = attention(x.q, x.k, x.v, causal_mask(7));
        if (auto found = wrong_shape(before, 7, 7, 2)) return found;
        for (const double change : {-0.25, 1000.0}) {
            for (std::size_t now = 0; now < 6; ++now) {
                Inputs other = x;
                for (Matrix* m : {&other.q, &other.k, &other.v}) {
                    for (std::size_t later = now + 1; later < 7; ++later) {
                        for (double& entry : m->row(later)) entry = change - entry;
                    }
                }
                const Counterexample found =
                    difference(attention(other.q, other.k, other.v, causal_mask(7)), before,
                               now + 1, 0.0);
                if (found) {
                    return after("with other tokens after token " + std::to_string(now),
                                 found);
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample has_unit_variance(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const std::size_t n = 60;
        for (const std::size_t d_k : {4u, 64u, 256u}) {
            const Inputs x = random_inputs(n, n, d_k, 1);
            const Matrix scaled = attention(x.q, x.k, x.v, all_open(n, n)).scaled;
            double squares = 0;
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) squares += scaled(i, j) * scaled(i, j);
            }
            const double variance = squares / static_cast<double>(n * n);
            if (variance > 0.7 && variance < 1.4) continue;
            return "for d_k = " + std::to_string(d_k) +
                   " the scaled scores have a variance of " + number_text(variance, 3) +
                   ", and not about 1";
        }
        return std::nullopt;
    });
}

Counterexample gives_zeros_when_all_is_masked(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        const Inputs x = random_inputs(5, 7, 3, 2);
        const AttentionMask mask = AttentionMask::where(
            5, 7, [](std::size_t query, std::size_t) { return query != 3; });
        AttentionTrace wanted = attention(x.q, x.k, x.v, all_open(5, 7));
        for (double& weight : wanted.weights.row(3)) weight = 0;
        for (double& output : wanted.output.row(3)) output = 0;
        return after("when query 3 has no open key",
                     difference(attention(x.q, x.k, x.v, mask), wanted, 5, rounding));
    });
}

Counterexample takes_unequal_sizes(const AttentionFunction& attention) {
    return when_it_runs([&]() -> Counterexample {
        for (const auto& [n_query, n_key] : {std::pair(2u, 7u), std::pair(7u, 2u)}) {
            const Inputs x = random_inputs(n_query, n_key, 3, 5);
            const std::string sizes = "with " + std::to_string(n_query) + " queries and " +
                                      std::to_string(n_key) + " keys";
            const AttentionTrace all = attention(x.q, x.k, x.v, all_open(n_query, n_key));
            Counterexample found = wrong_shape(all, n_query, n_key, 5);
            for (std::size_t i = 0; i < n_query && !found; ++i) {
                AttentionTrace wanted;
                wanted.weights = select_rows(all.weights, {i});
                wanted.output = select_rows(all.output, {i});
                found = after("asked alone, of query " + std::to_string(i),
                              difference(attention(select_rows(x.q, {i}), x.k, x.v,
                                                   all_open(1, n_key)),
                                         wanted, 1, rounding));
            }
            if (found) return after(sizes, found);
        }
        return std::nullopt;
    });
}

std::vector<Property<AttentionFunction>> attention_properties() {
    return {{"rows sum to 1", rows_sum_to_one},
            {"ignores shifted keys", ignores_shifted_keys},
            {"commutes with permutation", commutes_with_permutation},
            {"stays between values", stays_between_values},
            {"gives masked keys nothing", gives_masked_keys_nothing},
            {"hides the future", hides_the_future},
            {"has unit variance", has_unit_variance},
            {"gives zeros when all is masked", gives_zeros_when_all_is_masked},
            {"takes unequal sizes", takes_unequal_sizes}};
}

}  // namespace attn
