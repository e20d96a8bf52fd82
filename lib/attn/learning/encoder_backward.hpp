/// The backward pass of the encoder: that of its layers, from the last to the first.
/// Introduced in chapter 14.
#pragma once

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Backward of one encoder layer: forward's lines from the last to the first. Where forward
/// adds a sublayer's result to its input (the residual connection), both ways get the whole
/// slope, and where they part, their slopes add up.
///
/// trace     what trace returned: it holds the input too
/// d_output  [n x d_model]
/// gradient  gets the slopes in all weights of the layer
/// returns   [n x d_model]  the slope in the input
/// throws    ShapeError     when trace, d_output or gradient does not fit the layer
/// source    the chain rule; what it does with post and pre, Xiong et al. (2020)
Matrix backward(const EncoderLayer& layer, const EncoderLayerTrace& trace,
                const Matrix& d_output, EncoderLayer& gradient);

/// Backward of a stack: the final norm, if there is one, then the layers from the last to the
/// first.
///
/// throws  ShapeError  as above, and when trace or gradient has other layers than the encoder
Matrix backward(const Encoder& encoder, const EncoderTrace& trace, const Matrix& d_output,
                Encoder& gradient);

}  // namespace attn
