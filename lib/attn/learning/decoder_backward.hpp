/// The backward pass of the decoder. Introduced in chapter 16.
#pragma once

#include "attn/decoder.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// The slopes of the loss in a decoder's two inputs.
struct DecoderInputGradient {
    Matrix y;       // [n x d_model]
    Matrix memory;  // [m x d_model]  this is the encoder's d_output
};

/// Backward of one decoder layer: forward's lines from the last to the first. Memory is read
/// twice, for keys and for values, and its slopes add up.
///
/// trace     what trace returned: it holds both inputs too
/// d_output  [n x d_model]
/// gradient  gets the slopes in all weights of the layer
/// throws    ShapeError  when trace, d_output or gradient does not fit the layer
/// source    the chain rule
DecoderInputGradient backward(const DecoderLayer& layer, const DecoderLayerTrace& trace,
                              const Matrix& d_output, DecoderLayer& gradient);

/// Backward of a stack. All layers read one memory, so its slopes are summed over the layers;
/// without layers nothing reads it, and they are empty.
///
/// throws  ShapeError  as above, and when trace or gradient has other layers than the decoder
DecoderInputGradient backward(const Decoder& decoder, const DecoderTrace& trace,
                              const Matrix& d_output, Decoder& gradient);

}  // namespace attn
