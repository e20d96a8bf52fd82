/// Chapter 8's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch08 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch08
