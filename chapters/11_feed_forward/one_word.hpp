/// What becomes of one word of the small sentence on its way through a layer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch11 {

/// The small sentence's layer, post-norm, with another activation.
///
/// activation  "relu", "gelu_exact" or "gelu_tanh"
EncoderLayer layer_with(const std::string& activation);

/// returns  [7 x d_model]  a row for each of step_names
Matrix steps_of(const EncoderLayerTrace& trace, std::size_t word);
extern const std::vector<std::string> step_names;

/// A word's four numbers as dots on a line, for each step.
plots::Figure story_figure(const std::string& word, const Matrix& steps);

}  // namespace attn::chapters::ch11
