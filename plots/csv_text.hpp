/// The numbers that a figure shows, for other programs.
#pragma once

#include <string>

#include "plots/plot.hpp"

namespace attn::plots {

/// One line for each number: the plot it is in, its series (a row, a curve, a bar), its x (a
/// column, a place) and itself. As RFC 4180 has it, with plain line breaks.
///
/// Numbers are exact; NaN is "nan". A closed cell has no number. Words are whole, however much a
/// picture cuts of them.
std::string csv_text(const Figure& figure);

}  // namespace attn::plots
