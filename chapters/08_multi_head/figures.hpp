/// The figures of chapter 8.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "attn/multi_head_attention.hpp"
#include "plots/figure.hpp"

namespace attn::chapters {

using Labels = std::vector<std::string>;

/// An output and how it was computed.
struct WrongOutput {
    std::string name;
    Matrix values;
};

/// How far numbers lie from their mean, as the root of the mean square: within a row, and
/// in a column from row to row; both averaged.
struct Spread {
    double within, between;
};
Spread spread_of(const Matrix& m);

/// The keys with the largest and the second largest weight of a row.
std::pair<std::size_t, std::size_t> two_favourites(const Matrix& weights, std::size_t row);

/// The weights when all scaled scores are multiplied by factor.
Matrix sharpened(const Matrix& scaled, double factor);

/// The weights of every head of "I love you all", beside those of one wide head.
plots::Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide);

/// The four heads of four_roles.hpp.
plots::Figure roles_figure(const MultiHeadTrace& trace);

/// Two tokens, two heads, letters: split and merged, right and wrong.
plots::Figure split_figure();

/// The right output beside two that have its shape.
plots::Figure wrong_figure(const std::vector<WrongOutput>& outputs);

/// Eight English queries over four Korean keys, in two heads.
plots::Figure cross_figure(const MultiHeadTrace& trace);

/// Four rows of twenty numbers as four lines.
plots::Figure untrained_figure(const Matrix& printed);

/// Row "love" of one wide head while its scores are sharpened.
plots::Figure sharp_figure(const AttentionTrace& wide);

}  // namespace attn::chapters
