/// What chapter 10 shares with its detours.
#pragma once

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch10 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch10
