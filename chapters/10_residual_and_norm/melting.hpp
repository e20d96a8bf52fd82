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

/// The cosines of any two words, the least first.
std::vector<double> cosines(const Matrix& words);

/// The cosine of the two words that are least alike.
double least_cosine(const Matrix& words);

/// The small sentence, and what becomes of it round by round: attention reads it, the repair makes the
/// next round's words of that, and so on.
///
/// returns  [rounds + 1]  the words before any round, and after each
std::vector<Matrix> rounds_of(const Repair& repair, const MultiHeadAttention& attention,
                              std::size_t rounds, const AttentionMask& mask = {});

/// Eight random words of 16 columns, and two heads whose maps are drawn anew in each round, times as
/// large as random_linear draws them, and without biases.
///
/// returns  [rounds + 1]  the words before any round, and after each
std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed);

/// Words that go through attention again and again, as arrows that close like an umbrella.
///
/// alone  a round's words each, those that went in first
plots::Figure melt_figure(const std::vector<Matrix>& alone);

/// What has become of words after some layers.
struct Layered {
    double least, most;  // the cosines of the two words least alike, and most
    double size;
};

/// random_rounds through 24 layers, 21 times: of each number the middle one.
///
/// returns  [25]  before any layer, and after each
std::vector<Layered> layered(const Repair& repair, double times);

/// The least cosine after each layer.
///
/// ways  for each of repairs
plots::Figure layers_figure(const std::vector<std::vector<Layered>>& ways);

}  // namespace attn::chapters::ch10
