/// What a reader can take hold of in a figure, and which knob it turns. A figure is drawn as it
/// always is: a page lays its handles over the drawing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plots/layout.hpp"

namespace attn::plots {

/// What a handle turns: both numbers of its knob (an arrow's tip), one of them (a bar's end), or
/// the place of a word in its knob's order.
enum class HandleKind { tip, end, word };

/// A handle, in pixels of the drawing.
struct Handle {
    HandleKind kind = HandleKind::tip;
    std::string knob;
    std::string name;       // of the arrow, or the word beside the bar or above the column
    std::size_t entry = 0;  // which bar or column, from 0
    Point at =
        {};  // of a word: its middle, as far above the table as all words of the axis
    /// Of a tip or an end: where 0 is. Of a word: the table's top left corner.
    Point zero = {};
    /// How far it is to 1, rightwards and upwards. Of a word: a cell's size.
    Point unit = {};
    double reach = 0;  // how far it may go, in the plot's units
};

std::vector<Handle> handles_of(const Figure& figure, double width = page_width);

/// The same figure with room to move in: its planes, and bars without an end of their own, reach
/// equally far to all sides, at least to `least` and as far as the values do that can be moved, in
/// round steps, and planes have a row to themselves; words beside them have room that does not
/// depend on the values. So a picture keeps its scale and its place under the hand that moves it. A
/// figure without handles stays as it is.
Figure with_room(Figure figure, double least);

}  // namespace attn::plots
