/// Chapter 7's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch07 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch07
