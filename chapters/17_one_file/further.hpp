/// Chapter 17, Further: the sections that run with --more.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch17 {

/// Adds the detours.
void further(Chapter& chapter);

}  // namespace attn::chapters::ch17
