/// What chapter 10 shares with its detours.
#pragma once

#include <cstddef>

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch10 {

/// rounds  the road's knob: how often attention reads its own output
void further(Chapter& chapter, const Value<std::size_t>& rounds);

}  // namespace attn::chapters::ch10
