/// What the sources of chapter 8 share.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch08 {

// What chapter 8 asks of heads: which words reach which, which keys win a row, and how far
// numbers spread.

/// Row i of each table, one below the other.
///
/// tables   at least one, all of the same width
Matrix row_of_each(const std::vector<Matrix>& tables, std::size_t i);

/// Which words can reach which: row j of x is changed, and row i of the output changes, or not.
///
/// output   from [n x d] to a matrix of n rows
/// returns  [n x n]  1 at (i, j) where row i changes by more than rounding, else 0
Matrix reach(const std::function<Matrix(const Matrix&)>& output, const Matrix& x);

/// The keys with the largest and the second largest weight of a row.
std::pair<std::size_t, std::size_t> two_largest(const Matrix& weights, std::size_t row);

/// The standard deviation of numbers within a row, and in a column from row to row; both
/// averaged.
struct Spread {
    double within, between;
};
Spread spread_of(const Matrix& m);

// The figures of chapter 8.

/// The weights of every head of "I love you all", beside those of one wide head, with the row of
/// a word framed.
plots::Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide,
                           std::size_t word);

/// A word's row on its way through the heads: query, weights, outputs, side by side, times W_o.
plots::Figure flow_figure(const Matrix& queries, const MultiHeadTrace& trace,
                          std::size_t word);

/// Two tokens, two heads, letters: split and merged, right and wrong.
plots::Figure split_figure();

/// Who reaches whom (see reach), with heads split as they should be and split by reshaping.
plots::Figure wrong_figure(const Matrix& right, const Matrix& reshaped);

/// Eight English queries over four Korean keys, in two heads.
plots::Figure cross_figure(const MultiHeadTrace& trace);
// Chapter 8's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch08
