/// The figures of chapter 9.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/multi_head_attention.hpp"
#include "chapters/09_positional_encoding/positions.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch09 {

using Labels = std::vector<std::string>;

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

/// The hands of each of four words.
///
/// pe  [4 x 2 hands]  each hand's sine and cosine
plots::Figure clocks_figure(const Matrix& pe);

/// The encoding interleaved, in halves, and the permutation between them.
plots::Figure layouts_figure();

/// How long a turn takes, pair by pair, with the right exponent and with the doubled one.
plots::Figure doubled_figure(std::size_t d_model);

/// Head 1 with X, X + PE and 2 X + PE.
plots::Figure root_figure();

}  // namespace attn::chapters::ch09
