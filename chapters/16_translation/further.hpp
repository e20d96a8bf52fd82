/// Chapter 16's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch16 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch16
