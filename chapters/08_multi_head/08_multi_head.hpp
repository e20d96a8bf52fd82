/// What the sources of chapter 8 share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch08 {

// What chapter 8 asks of heads: which words reach which, and how far numbers spread.

/// Row i of each table, one below the other.
///
/// tables   at least one, all of the same width
Matrix row_of_each(const std::vector<Matrix>& tables, std::size_t i);

/// Which words can reach which: row j of x is changed, and row i of the output changes, or not.
///
/// output   from [n x d] to a matrix of n rows
/// returns  [n x n]  1 at (i, j) where row i changes by more than rounding, else 0
Matrix reach(const std::function<Matrix(const Matrix&)>& output, const Matrix& x);

/// The standard deviation of numbers within a row, and in a column from row to row; both
/// averaged.
struct Spread {
    double within, between;
};
Spread spread_of(const Matrix& m);

// Two heads that learn.

/// Four pairs of words, each word's partner beside it; an id is a place in this list.
inline const std::vector<std::string> pairs{"king", "queen", "salt", "pepper",
                                            "day",  "night", "cat",  "dog"};

/// night cat salt dog king day pepper queen
inline const std::vector<std::size_t> shown_sentence{5, 6, 2, 7, 0, 4, 3, 1};

/// Where the partner of the sentence's word i stands.
std::size_t place_of_partner(const std::vector<std::size_t>& sentence, std::size_t i);

inline constexpr std::size_t n_answers =
    800;  // to each question: eight words in 100 sentences

/// How two heads read the sentence above, and how many answers to others are right.
struct TrainedHeads {
    MultiHeadTrace trace;
    std::size_t before_right = 0;   // which word stands before me?
    std::size_t partner_right = 0;  // where does my partner stand?
};

/// Teaches two heads of 8 columns, or one of 16, both questions, in n_steps of 16 sentences: the eight
/// words in any order.
TrainedHeads learn_two_questions(std::size_t seed, std::size_t n_heads = 2,
                                 std::size_t n_steps = 400);

/// Of the seeds 0 to 11: how many answers were right to the question that was known worse. A test
/// trains them all again.
struct WorseQuestion {
    std::vector<std::size_t> two_heads, one_head;
};
inline const WorseQuestion in_400_steps{
    {256, 800, 800, 800, 439, 404, 800, 722, 800, 800, 800, 521},
    {100, 550, 756, 93, 600, 112, 103, 126, 111, 106, 85, 167}};
inline const WorseQuestion in_1600_steps{
    {800, 800, 800, 800, 800, 800, 800, 800, 800, 800, 800, 800},
    {95, 800, 800, 117, 800, 800, 111, 121, 109, 103, 96, 800}};

// The figures of chapter 8.

/// The weights of every head of "I love you all", beside those of one wide head, with the row of
/// a word framed.
plots::Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide,
                           std::size_t word);

/// A word's row on its way through the heads: query, weights, outputs, side by side, times W_o; and,
/// of one or two heads, the keys and values of all words.
plots::Figure flow_figure(const MultiHeadTrace& trace, std::size_t word);

/// Two tokens, two heads, letters: split and merged, right and wrong.
plots::Figure split_figure();

/// Who reaches whom (see reach), with heads split as they should be and split by reshaping.
plots::Figure wrong_figure(const Matrix& right, const Matrix& reshaped);

/// The weights of two heads that learned two questions, and of one wide head that got as long.
plots::Figure trained_figure(const TrainedHeads& trained, const TrainedHeads& alone);

/// Two heads of seed 2, which attend to nearly all but the answer.
plots::Figure away_figure(const TrainedHeads& trained);

/// Eight English queries over four Korean keys, in two heads.
plots::Figure cross_figure(const MultiHeadTrace& trace);

// Chapter 8's detours.

void further(Chapter& chapter, const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch08
