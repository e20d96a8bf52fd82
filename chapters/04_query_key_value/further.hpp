/// Chapter 4's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch04 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch04
