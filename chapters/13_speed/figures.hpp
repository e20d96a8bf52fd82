/// The figures of chapter 13.
#pragma once

#include <cstddef>
#include <span>

#include "attn/matrix.hpp"
#include "chapters/13_speed/speed_table.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// Every step's GFLOP/s as a bar, and the peak of one thread.
plots::Figure ladder_figure(const std::vector<speed::SpeedTable>& tables);

/// GFLOP/s against size, three loops and packed, and the peak; both axes logarithmic.
plots::Figure sizes_figure(const speed::SpeedTable& table);

/// Time and memory against length, attention in full and online, all axes logarithmic.
plots::Figure lengths_figure(const speed::SpeedTable& table);

/// One step of k for a tile of 2 x 2 sums: the numbers loaded, and what each sum gets.
plots::Figure tile_figure();

/// Where the numbers of b go when they are packed into panels.
///
/// b       each number is its own place in memory: 0, 1, 2 ... row after row
/// panels  the same numbers, packed into panels of width columns
plots::Figure packing_figure(const Matrix& b, std::span<const double> panels,
                             std::size_t width);

}  // namespace attn::chapters
