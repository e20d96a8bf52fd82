/// Chapter 9's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch09 {

/// d_model  the road's knob: the doubled exponent is shown for it, too
void further(Chapter& chapter, const Value<std::size_t>& d_model);

}  // namespace attn::chapters::ch09
