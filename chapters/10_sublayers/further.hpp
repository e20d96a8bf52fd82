/// Chapter 10's detours.
#pragma once

#include <cstddef>

#include "attn/encoder.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch10 {

/// The road's knobs, which turn the detours too.
struct Road {
    Value<Numbers> row;
    Value<double> epsilon;
    Value<EncoderLayer> layer;
    Value<double> p;
    Value<std::size_t> seed;
};

void further(Chapter& chapter, const Road& road);

}  // namespace attn::chapters::ch10
