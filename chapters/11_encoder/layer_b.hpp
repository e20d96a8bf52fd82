/// The wrong one of the two layers with which chapter 11 opens.
#pragma once

#include "attn/encoder.hpp"

namespace attn::chapters::ch11 {

/// A post-norm layer whose second sum adds the layer's input in place of the normalized row.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& x);

}  // namespace attn::chapters::ch11
