#include "attn/learning/decoder_backward.hpp"

#include <utility>

#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/slope_shapes.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

DecoderInputGradient backward_post_norm(const DecoderLayer& layer,
                                        const DecoderLayerTrace& trace,
                                        const Matrix& d_output, DecoderLayer& gradient) {
    const Matrix d_sum3 = backward(layer.norm3, trace.norm3, d_output, gradient.norm3);
    const Matrix d_read =
        d_sum3 + backward(layer.feed_forward, trace.norm2.output, trace.feed_forward,
                          d_sum3, gradient.feed_forward);
    const Matrix d_sum2 = backward(layer.norm2, trace.norm2, d_read, gradient.norm2);
    const MultiHeadGradient cross =
        backward(layer.cross_attention, trace.norm1.output, trace.memory, trace.memory,
                 trace.cross_attention, d_sum2, gradient.cross_attention);
    const Matrix d_written = d_sum2 + cross.q_in;
    const Matrix d_sum1 = backward(layer.norm1, trace.norm1, d_written, gradient.norm1);
    return {d_sum1 + self_attention_backward(layer.self_attention, trace.input,
                                             trace.self_attention, d_sum1,
                                             gradient.self_attention),
            cross.k_in + cross.v_in};
}

DecoderInputGradient backward_pre_norm(const DecoderLayer& layer,
                                       const DecoderLayerTrace& trace,
                                       const Matrix& d_output, DecoderLayer& gradient) {
    const Matrix d_normed3 = backward(layer.feed_forward, trace.norm3.output,
                                      trace.feed_forward, d_output, gradient.feed_forward);
    const Matrix d_read =
        d_output + backward(layer.norm3, trace.norm3, d_normed3, gradient.norm3);
    const MultiHeadGradient cross =
        backward(layer.cross_attention, trace.norm2.output, trace.memory, trace.memory,
                 trace.cross_attention, d_read, gradient.cross_attention);
    const Matrix d_written =
        d_read + backward(layer.norm2, trace.norm2, cross.q_in, gradient.norm2);
    const Matrix d_normed1 =
        self_attention_backward(layer.self_attention, trace.norm1.output,
                                trace.self_attention, d_written, gradient.self_attention);
    return {d_written + backward(layer.norm1, trace.norm1, d_normed1, gradient.norm1),
            cross.k_in + cross.v_in};
}

}  // namespace

DecoderInputGradient backward(const DecoderLayer& layer, const DecoderLayerTrace& trace,
                              const Matrix& d_output, DecoderLayer& gradient) {
    require(layer.placement == trace.placement,
            "backward of DecoderLayer: the trace's norms have another placement than the "
            "layer's; give the trace of this layer");
    return layer.placement == NormPlacement::post
               ? backward_post_norm(layer, trace, d_output, gradient)
               : backward_pre_norm(layer, trace, d_output, gradient);
}

DecoderInputGradient backward(const Decoder& decoder, const DecoderTrace& trace,
                              const Matrix& d_output, Decoder& gradient) {
    require_parts_of("backward of Decoder", "decoder", parts_of(decoder), parts_of(trace),
                     parts_of(gradient));
    DecoderInputGradient d{d_output, {}};
    if (decoder.final_norm) {
        d.y = backward(*decoder.final_norm, *trace.final_norm, d.y, *gradient.final_norm);
    }
    for (std::size_t i = decoder.layers.size(); i-- > 0;) {
        DecoderInputGradient below =
            backward(decoder.layers[i], trace.layers[i], d.y, gradient.layers[i]);
        d.memory = d.memory.rows() == 0 ? below.memory : d.memory + below.memory;
        d.y = std::move(below.y);
    }
    return d;
}

}  // namespace attn
