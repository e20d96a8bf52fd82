/// What the sources of chapter 9 share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch09 {

// Ways to mark a place in a sentence.

/// Places in binary, the ones first.
///
/// returns  [n_places x digits of n_places - 1]
Matrix binary_digits(std::size_t n_places);

/// Binary digits, each a wave as long as it takes the digit to come round.
Matrix rounded_digits(std::size_t n_places);

/// Hands that turn: from each place to the next, hand i moves by paces[i] radians.
/// The chapter's program defines it.
///
/// returns  [n_places x 2 paces.size()]  each hand's sine and cosine
Matrix hands(std::size_t n_places, const std::vector<double>& paces);

/// The paces with which hands are the positional encoding. The chapter's program defines it.
///
/// d_model  even
/// returns  [d_model / 2]
std::vector<double> paces(std::size_t d_model, double base);

// What chapter 9 tries out with positions: steps, floats, and two sentences
// that differ in nothing but their order.

/// How many positions pass until a pair's wave begins anew: 2 pi base^(2 pair / d_model).
double positions_a_turn(std::size_t pair, std::size_t d_model, double base = 10000.0);

/// The matrix that moves every position by the same distance, PE(p) R = PE(p + distance): a
/// turn of each pair in its own plane.
///
/// returns  [d_model x d_model]  zeros but for a block of 2 x 2 a pair
/// throws   ShapeError  when d_model is odd or 0
Matrix moving_matrix(std::size_t distance, std::size_t d_model);

/// The scores of a word for the words at places 0 to 4, when only places speak: PE(place)
/// against every PE(q) W_k, in four columns, with the identity for W_q.
///
/// w_k      [4 x 4]
/// returns  [1 x 5]
Matrix place_scores(std::size_t place, const Matrix& w_k);

/// notes::positional_encoding_by_exp once more, with float in place of double everywhere.
Matrix positional_encoding_in_float(std::size_t n_positions, std::size_t d_model);

/// How far from a right angle random words are from their positions: the mean |cosine| of n_words.
double mean_cosine_of_word_and_place(std::size_t d_model, std::size_t n_words,
                                     std::size_t seed);

/// "I love you all" in another order, with positions.
///
/// order   [n]      which words, in the order in which they stand
/// factor           what the words are multiplied by before the positions are added
/// returns [n x 4]
Matrix small_sentence(const std::vector<std::size_t>& order, double factor = 1);

/// Two sentences of the same sixteen words: a study note's, its English mended.
inline const std::vector<std::string> did_not{
    "Although", "I", "did",   "not", "get",  "95",  "in",  "my",
    "TOEFL,",   "I", "could", "get", "into", "the", "PhD", "program."};
inline const std::vector<std::string> could_not{
    "Although", "I",     "did", "get", "95",   "in",  "my",  "TOEFL,",
    "I",        "could", "not", "get", "into", "the", "PhD", "program."};

/// Words as numbers, in the order in which the words of did_not first appear.
std::vector<std::size_t> ids_of(const std::vector<std::string>& words);

/// Self-attention's output on the two sentences, with untrained weights.
struct TwoSentences {
    Matrix did_not, could_not;  // [16 x 8]  self-attention's output, one row per word
    Matrix means;               // [2 x 8]   the mean of each one's rows
};

/// The same random words and weights, with positions added to the words or without.
TwoSentences two_sentences(bool with_positions, std::size_t seed);

/// The weights of one head with W_k = R, in which queries are twenty times as long. Words are random, of
/// 128 numbers and about so long. A mark is 8 long.
///
/// side_by_side  words and marks have columns of their own, and the maps leave the words out; otherwise
///               the marks are added
/// returns       [n x n]
Matrix looking_back(const std::vector<std::string>& words, double length, bool side_by_side,
                    std::size_t seed);

// The figures of chapter 9.

/// Five pairs from the fastest to the slowest, or all of fewer.
std::vector<std::size_t> pairs_to_show(std::size_t n_pairs);

/// The table as colours: a row for each position, a column for each of d_model.
plots::Figure map_figure(const Matrix& pe, double base);

/// The four binary digits of sixteen places, each with a wave of its length.
plots::Figure counting_figure();

/// The cosine of two positions against their distance, from several positions.
plots::Figure similarity_figure(const Matrix& pe);

/// A hand on a dial at places 0 to 6, and the wave that its tip draws.
plots::Figure turn_figure();

/// The hands of each of four words, and of place 100.
///
/// pe  [5 x 2 hands]  each hand's sine and cosine
plots::Figure clocks_figure(const Matrix& pe);

/// Whom each place attends to by marks alone, with its keys as they are, and turned one step on.
plots::Figure before_figure(const Matrix& unturned, const Matrix& turned);

/// The encoding interleaved, in halves, and the permutation between them.
plots::Figure layouts_figure();

// Chapter 9's detours.

/// d_model  the road's knob: the doubled exponent is shown for it, too
/// seed     the road's knob
void further(Chapter& chapter, const Value<std::size_t>& d_model,
             const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch09
