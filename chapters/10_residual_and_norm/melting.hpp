/// What becomes of words that go through attention again and again, with repairs and without.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch10 {

/// A round's attention.
using Attention = std::function<Matrix(const Matrix& words)>;

/// What goes on to the next round: made of a round's words and its attention.
struct Repair {
    std::string name;
    std::function<Matrix(const Matrix& x, const Attention& f)> apply;
};

/// x = f(x), which overwrites.
extern const Repair attention_alone;

/// A norm behind attention, and no sum.
extern const Repair norm_alone;

/// x += f(x), or a part of what attention found: "x + 0.1 f(x)".
Repair patch(double part);

/// The same, and each row divided by its size.
Repair divided_patch(double part);

/// The same, and the norm.
Repair normed_patch(double part);

/// The norm in front of attention: chapter 13's pre-norm.
extern const Repair norm_first;

/// The cosine of the two words that are least alike.
double least_cosine(const Matrix& words);

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

/// What each of these ways has made of the words after so many rounds.
plots::Figure patches_figure(const std::vector<Repair>& ways,
                             const std::vector<Matrix>& ends, std::size_t rounds);

}  // namespace attn::chapters::ch10
