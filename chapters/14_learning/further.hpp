/// Chapter 14's side-tracks.
#pragma once

#include "chapters/14_learning/shipped.hpp"
#include "chapters/common/chapter.hpp"

namespace attn::chapters::ch14 {

/// trained  the model that the road shows
void further(Chapter& chapter, const Value<Trained>& trained);

}  // namespace attn::chapters::ch14
