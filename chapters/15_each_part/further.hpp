/// Chapter 15's detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch15 {

/// Adds the sections of further.cpp, and their knob.
void further(Chapter& chapter);

}  // namespace attn::chapters::ch15
