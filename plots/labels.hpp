/// Numbers as the words of a figure, and words that are too long for a page.
#pragma once

#include <string>

#include "plots/plot.hpp"

namespace attn::plots {

/// value with so many decimals: "1.05", "−1.32" with a real minus sign, never "−0.00".
std::string number_label(double value, int decimals);

/// value with at most four digits that count: "0.8944", "−13", "1e-9". A whole number below a
/// million has all of its digits.
std::string short_label(double value);

/// What stands in a cell: its text, its number, "NaN", or nothing where it is closed.
///
/// is_narrow  a share loses its zero: ".47", and "1" for 1.00
std::string cell_text(const Cells& cells, std::size_t row, std::size_t column,
                      bool is_narrow);

/// Whether a cell is closed.
bool is_closed(const Cells& cells, std::size_t row, std::size_t column);

/// The figure with all its labels cut to what a page so wide can hold; the CSV has them whole.
Figure with_short_labels(Figure figure, double width);

}  // namespace attn::plots
