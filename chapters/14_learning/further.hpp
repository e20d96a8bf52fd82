/// Chapter 14's detours.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/14_learning/shipped.hpp"
#include "chapters/14_learning/way_checks.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch14 {

/// trained  the model that the road shows
/// checks   what the gradient check says of each way back
/// seed     which first weights, split and batches
void further(Chapter& chapter, const Value<Outcome>& trained,
             const Value<std::vector<WayCheck>>& checks, const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch14
