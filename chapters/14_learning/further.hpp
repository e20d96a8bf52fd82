/// Chapter 14's detours.
#pragma once

#include <vector>

#include "chapters/14_learning/shipped.hpp"
#include "chapters/14_learning/way_checks.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch14 {

/// trained  the model that the road shows
/// checks   what the gradient check says of each way back
void further(Chapter& chapter, const Value<Outcome>& trained,
             const Value<std::vector<WayCheck>>& checks);

}  // namespace attn::chapters::ch14
