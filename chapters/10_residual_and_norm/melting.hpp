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

/// Both with the norm in front: chapter 13's pre-norm.
extern const Repair norm_first;

/// The cosine of the two words that are least alike.
double least_cosine(const Matrix& words);

/// How much a word gives to its favourite, on average over words and heads.
double mean_largest_weight(const MultiHeadTrace& trace);

/// How many draws the table of random words has: the middle one is one of them.
inline constexpr std::size_t n_draws = 21;

/// Eight random words of 16 columns, and two heads whose maps are drawn anew in each round, times as
/// large as the library draws them.
///
/// returns  [rounds + 1]  the words before any round, and after each
std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed);

/// Words that go through attention again and again, as arrows that close like an umbrella.
///
/// alone  a round's words each, those that went in first
plots::Figure melt_figure(const std::vector<Matrix>& alone);

/// The same four words after so many rounds, for each of repairs.
plots::Figure repairs_figure(const std::vector<Matrix>& ends, std::size_t rounds);

}  // namespace attn::chapters::ch10
