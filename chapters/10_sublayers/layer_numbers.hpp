/// What chapter 10 asks of the small sentence's layer, and how it shows rows and maps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch10 {

/// The small sentence's layer, post-norm, with another activation and epsilon.
///
/// activation  "relu", "gelu_exact" or "gelu_tanh"
EncoderLayer layer_with(const std::string& activation, double epsilon);

/// What attention makes of the small sentence with positions, [4 x 4]. No knob changes it.
Matrix attention_output();

/// The mean and the variance of each row, [n x 2].
Matrix moments_of(const LayerNormTrace& norm);

/// Rows of equal length below one another.
Matrix merge_rows(const std::vector<std::vector<double>>& rows);
Matrix below(const std::vector<Matrix>& rows_of_one);

/// A line of a table: its name, then the numbers.
Labels numbers_line(const std::string& name, std::span<const double> numbers, int decimals);
Labels numbers_line(const std::string& name, std::span<const float> numbers, int decimals);

/// Shows a linear map: its weight, and its bias as one row more.
void show_map(Page& page, const std::string& name, const Linear& map, Labels rows,
              const Labels& columns);

/// What attention makes of each word when it is a sentence of its own: the first number out.
///
/// words    [n x d_model]
/// returns  [n]
Numbers attended_alone(const MultiHeadAttention& attention, const Matrix& words);

/// A pre-norm layer's output minus what attention and feed-forward gave.
Matrix without_parts(const EncoderLayerTrace& trace);

/// Two linear maps, one after the other, as a single one.
Linear as_one_map(const Linear& first, const Linear& second);

}  // namespace attn::chapters::ch10
