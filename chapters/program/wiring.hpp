/// A layer along a word's own row, the residual stream: parts take from it and add to it.
#pragma once

#include <string>
#include <vector>

#include "plots/plot.hpp"

namespace attn::chapters {

/// From the place where parts take from the stream to the place where they add to it. Where both
/// are the same, nothing is taken.
struct Branch {
    double from, to;
};

/// One way of wiring; places are counted in steps along the stream, which is at height 1 and is
/// interrupted by the parts there. Other parts stand beside it, at height 0.
///
/// length     of the stream
/// half_part  the half of a part in the stream, in steps
plots::Plot wiring(const std::string& name, double length,
                   const std::vector<Branch>& branches,
                   const std::vector<plots::Part>& parts, double half_part = 0.52);

/// A layer with its norms behind the sums.
plots::Plot post_norm_wiring(const std::string& name);

}  // namespace attn::chapters
