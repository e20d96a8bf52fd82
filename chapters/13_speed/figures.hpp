/// The figures of chapter 13.
#pragma once

#include "chapters/13_speed/speed_table.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// Every step's GFLOP/s as a bar, and the peak of one thread.
fig::Figure ladder_figure(const speed::SpeedTable& table);

/// GFLOP/s against size, three loops and packed, and the peak; both axes logarithmic.
fig::Figure sizes_figure(const speed::SpeedTable& table);

/// Time and memory against length, attention in full and online, all axes logarithmic.
fig::Figure lengths_figure(const speed::SpeedTable& table);

/// Every step's largest difference from float64, beside its GFLOP/s.
fig::Figure errors_figure(const speed::SpeedTable& table);

}  // namespace attn::chapters
