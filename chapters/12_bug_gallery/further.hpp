/// Chapter 12's detours: each mistake with all that is known of it, and who catches whom.
#pragma once

#include <string>

#include "chapters/12_bug_gallery/scenes.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch12 {

/// What --bug can be: none, or a mistake's name.
Labels words_of_bug();

void further(Chapter& chapter, const Value<std::string>& bug);

}  // namespace attn::chapters::ch12
