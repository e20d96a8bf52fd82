/// How far the two formulas of GELU lie apart.
#pragma once

#include <string>

namespace attn::chapters::ch10 {

/// How far the two GELUs lie apart at x, or "0".
std::string gap_text(double x);

/// Where, for x above 0, the two GELUs lie farthest apart, in steps of 0.01.
struct WidestGap {
    double at, gap;
};
WidestGap widest_gelu_gap();

}  // namespace attn::chapters::ch10
