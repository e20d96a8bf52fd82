/// An encoder layer from which parts can be taken away, with its way back. The library's layer has no
/// switches: this one is built from the library's parts, and a test holds it equal to the library's
/// where nothing is missing.
#pragma once

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"
#include "chapters/15_each_part/design.hpp"

namespace attn::chapters::ch15 {

/// x        [n x d_model]
/// returns  all values on the way; what was taken away stays empty
EncoderLayerTrace trace(const EncoderLayer& layer, const Design& design, const Matrix& x);

/// d_output  [n x d_model]
/// gradient  gets the slopes in all weights that took part
/// returns   [n x d_model]  the slope in the input
Matrix backward(const EncoderLayer& layer, const Design& design,
                const EncoderLayerTrace& trace, const Matrix& d_output,
                EncoderLayer& gradient);

}  // namespace attn::chapters::ch15
