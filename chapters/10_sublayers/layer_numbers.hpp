/// What chapter 10 counts on the small sentence's layer, and how it prints rows.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters {

/// The small sentence's layer with another bend, epsilon or order.
EncoderLayer layer_with(Activation activation, double epsilon, NormPlacement placement);

/// Rows of equal length below one another.
Matrix merge_rows(const std::vector<std::vector<double>>& rows);

/// A line of a table: its name, then the numbers.
std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const double> numbers, int decimals);
std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const float> numbers, int decimals);

/// The units of a word that are above 0, counted from 1: " 2 3 4 7".
std::string firing_text(const Matrix& activated, std::size_t word);

/// A pre-norm layer's output minus what attention and feed-forward gave.
Matrix without_parts(const EncoderLayerTrace& trace);

/// The feed-forward layer as a single linear map, if nothing bent between its two.
Linear as_one_map(const FeedForward& layer);

}  // namespace attn::chapters
