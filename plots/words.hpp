/// The words around a plot in its place: its name, its ticks, its axes' names, verdicts.
#pragma once

#include "plots/layout.hpp"
#include "plots/room.hpp"

namespace attn::plots {

/// Adds all words of the plot but those in its cells, and the leaders to its curves' names.
///
/// room       what the plot takes around its inside
/// name_line  from the inside's top up to the middle of its name, as its row has it
/// left_edge  where names begin that stand over a chart's axis
void add_words(Placed& placed, const Room& room, double name_line, double left_edge);

}  // namespace attn::plots
