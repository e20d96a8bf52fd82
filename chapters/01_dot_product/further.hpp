/// Chapter 1's detours, and what they share with its road.
#pragma once

#include "attn/matrix.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch01 {

using student_sentence::columns, student_sentence::words, student_sentence::X;

Matrix score_every_pair(const Matrix& x);

void further(Chapter& chapter, const Value<double>& degrees);

}  // namespace attn::chapters::ch01
