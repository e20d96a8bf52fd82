/// Labels that are too long for a page.
#pragma once

#include "plots/plot.hpp"

namespace attn::plots {

/// The figure with all its labels cut to what a page so wide can hold; the CSV has them whole.
Figure with_short_labels(Figure figure, double width);

}  // namespace attn::plots
