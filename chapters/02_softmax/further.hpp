/// Chapter 2's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch02 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch02
