/// Chapter 6's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch06 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch06
