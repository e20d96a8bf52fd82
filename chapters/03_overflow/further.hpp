/// Chapter 3's detours: number formats, and what is lost in the narrow ones.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch03 {

void further(Chapter& chapter, const Value<Numbers>& scores);

}  // namespace attn::chapters::ch03
