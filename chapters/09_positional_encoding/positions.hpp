/// What chapter 9 tries out with positions: steps, floats, and two sentences
/// that differ in nothing but their order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"

namespace attn::chapters::ch09 {

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

/// "I love you all" in another order, with positions.
///
/// order   [n]      which words, in the order in which they stand
/// factor           what the words are multiplied by before the positions are added
/// returns [n x 4]
Matrix small_sentence(const std::vector<std::size_t>& order, double factor = 1);

/// Two sentences of sixteen words. Apart from capital letters they have the same words.
inline const std::vector<std::string> did_not{
    "Although", "I", "did",   "not", "get", "95",  "in",   "last",
    "TOEFL,",   "I", "could", "get", "in",  "the", "Ph.D", "program."};
inline const std::vector<std::string> could_not{
    "Although", "I",     "did", "get", "95", "in",  "last", "ToEFL,",
    "I",        "could", "not", "get", "in", "the", "Ph.D", "program."};

/// Words as numbers: equal, apart from capital letters, means the same number. Numbers are
/// given in the order in which the words of did_not first appear.
std::vector<std::size_t> ids_of(const std::vector<std::string>& words);

/// Self-attention's output on the two sentences, with untrained weights.
struct TwoSentences {
    Matrix did_not, could_not;  // [16 x 8]  self-attention's output, one row per word
    Matrix means;               // [2 x 8]   the mean of each one's rows
};

/// The same random words and weights, with positions added to the words or without.
TwoSentences two_sentences(bool with_positions, std::size_t seed);

}  // namespace attn::chapters::ch09
