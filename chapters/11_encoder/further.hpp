/// Chapter 11's detours.
#pragma once

#include <string>

#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch11 {

void further(Chapter& chapter, const Value<std::string>& norm,
             const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch11
