/// What becomes of words that go through attention again and again, with repairs and without.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch10 {

/// A round's attention.
using Attention = std::function<Matrix(const Matrix& words)>;

/// What goes on to the next round: made of a round's words and its attention.
struct Repair {
    std::string name;
    std::function<Matrix(const Matrix& x, const Attention& f)> apply;
};

/// None, the norm alone, the sum alone, and both.
extern const std::array<Repair, 4> repairs;

/// The norm in front of attention, and not behind the sum: chapter 13.
extern const Repair norm_in_front;

/// The cosine of each word with what it was at first, on average.
double what_is_left(const Matrix& now, const Matrix& first);

/// The largest weight of a row, on average over all words and heads.
double largest_weight(const MultiHeadTrace& attention);

/// How far words are from their mean word, relative to that word's length.
double apart_to_mean(const Matrix& words);

/// apart_to_mean now, as a part of what it was at first.
double still_apart(const Matrix& now, const Matrix& first);

/// The words after a round, and the largest weight of the attention that made them.
struct Round {
    Matrix words;
    double largest_weight = 0;
};

/// Eight random words of 16 columns, and two heads whose maps are drawn anew in each round, without
/// biases. Those to queries and keys are times as large as random_linear draws them.
///
/// nudge    is added to the first word's first number
/// returns  [rounds + 1]  before any round, and after each
std::vector<Round> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                 std::size_t seed, double nudge = 0);

/// What arrives of a nudge.
struct Arrived {
    double left;  // how far the words are from where they would be, for each 1 of the nudge
    double common;  // of that change's square, the part that is the same in every word
};

/// Of 201 draws the middle one of each number, for a tiny nudge.
///
/// returns  [rounds + 1]  before any round, and after each
std::vector<Arrived> what_arrives(const Repair& repair, double times, std::size_t rounds);

/// Words that go through attention again and again, in colours.
///
/// alone  a round's words each, those that went in first
plots::Figure melt_figure(const std::vector<Round>& alone);

/// What has become of words after some rounds.
struct Layered {
    double apart;   // still_apart
    double left;    // of a word: its cosine with what it was at first
    double size;    // of their numbers
    double weight;  // the largest weight of the last round
};

/// random_rounds 201 times: of each number the middle one.
///
/// returns  [rounds + 1]  before any round, and after each
std::vector<Layered> layered(const Repair& repair, double times, std::size_t rounds);

/// The same as melt_figure with both repairs.
///
/// kept  the words before, and after each of three rounds or more
plots::Figure kept_figure(const std::vector<Round>& kept);

/// What is left of a nudge, round by round, with each of repairs.
///
/// ways  of each of repairs what what_arrives returns
plots::Figure nudge_figure(const std::vector<std::vector<Arrived>>& ways);

/// Attention with its sum and its norm.
plots::Figure sublayer_figure();

/// A patch at right angles: of a third to what two words have in common, of a sixth to what they differ in.
plots::Figure patch_figure();

}  // namespace attn::chapters::ch10
