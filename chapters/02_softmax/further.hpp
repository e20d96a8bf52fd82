/// Chapter 2's side-tracks.
#pragma once

#include "chapters/common/chapter.hpp"

namespace attn::chapters::ch02 {

void further(Chapter& chapter);

}  // namespace attn::chapters::ch02
