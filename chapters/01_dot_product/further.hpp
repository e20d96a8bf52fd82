/// Chapter 1's side-tracks, and what they share with its road.
#pragma once

#include "attn/matrix.hpp"
#include "chapters/common/chapter.hpp"

namespace attn::chapters::ch01 {

/// Four words, described by hand with three numbers each: person, verb, noun.
inline const Labels words{"I", "am", "a", "student"};
inline const Matrix X{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};

Matrix score_every_pair(const Matrix& x);

void further(Chapter& chapter, const Value<double>& degrees);

}  // namespace attn::chapters::ch01
