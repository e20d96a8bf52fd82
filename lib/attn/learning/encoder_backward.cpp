#include "attn/learning/encoder_backward.hpp"

#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/slope_shapes.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

Matrix backward_post_norm(const EncoderLayer& layer, const EncoderLayerTrace& trace,
                          const Matrix& d_output, EncoderLayer& gradient) {
    const Matrix d_feed_forward_sum =
        backward(layer.norm2, trace.norm2, d_output, gradient.norm2);
    const Matrix d_attended =
        d_feed_forward_sum + backward(layer.feed_forward, trace.norm1.output,
                                      trace.feed_forward, d_feed_forward_sum,
                                      gradient.feed_forward);
    const Matrix d_attention_sum =
        backward(layer.norm1, trace.norm1, d_attended, gradient.norm1);
    return d_attention_sum + self_attention_backward(layer.attention, trace.input,
                                                     trace.attention, d_attention_sum,
                                                     gradient.attention);
}

Matrix backward_pre_norm(const EncoderLayer& layer, const EncoderLayerTrace& trace,
                         const Matrix& d_output, EncoderLayer& gradient) {
    const Matrix d_normed2 = backward(layer.feed_forward, trace.norm2.output,
                                      trace.feed_forward, d_output, gradient.feed_forward);
    const Matrix d_attended =
        d_output + backward(layer.norm2, trace.norm2, d_normed2, gradient.norm2);
    const Matrix d_normed1 =
        self_attention_backward(layer.attention, trace.norm1.output, trace.attention,
                                d_attended, gradient.attention);
    return d_attended + backward(layer.norm1, trace.norm1, d_normed1, gradient.norm1);
}

}  // namespace

Matrix backward(const EncoderLayer& layer, const EncoderLayerTrace& trace,
                const Matrix& d_output, EncoderLayer& gradient) {
    require(layer.placement == trace.placement,
            "backward of EncoderLayer: the trace's norms have another placement than the "
            "layer's; give the trace of this layer");
    return layer.placement == NormPlacement::post
               ? backward_post_norm(layer, trace, d_output, gradient)
               : backward_pre_norm(layer, trace, d_output, gradient);
}

Matrix backward(const Encoder& encoder, const EncoderTrace& trace, const Matrix& d_output,
                Encoder& gradient) {
    require_parts_of("backward of Encoder", "encoder", parts_of(encoder), parts_of(trace),
                     parts_of(gradient));
    Matrix d = d_output;
    if (encoder.final_norm) {
        d = backward(*encoder.final_norm, *trace.final_norm, d, *gradient.final_norm);
    }
    for (std::size_t i = encoder.layers.size(); i-- > 0;) {
        d = backward(encoder.layers[i], trace.layers[i], d, gradient.layers[i]);
    }
    return d;
}

}  // namespace attn
