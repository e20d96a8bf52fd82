#include "attn/decoder.hpp"

#include "attn/shape_error.hpp"

namespace attn {
namespace {

/// A layer refuses masks that do not fit, but there may be none.
void require_fit(const AttentionMask& mask, const AttentionMask& memory_mask,
                 const Matrix& y, const Matrix& memory) {
    require(mask.fits(y.rows(), y.rows()) && memory_mask.fits(y.rows(), memory.rows()),
            "Decoder: mask is ", mask, ", memory_mask is ", memory_mask, ", y is ", y,
            ", memory is ", memory,
            "; both masks need a query for each row of y, mask a key for each row of y, "
            "memory_mask a key for each row of memory");
}

}  // namespace

Matrix DecoderLayer::forward(const Matrix& y, const Matrix& memory,
                             const AttentionMask& mask,
                             const AttentionMask& memory_mask) const {
    if (placement == NormPlacement::post) return trace(y, memory, mask, memory_mask).output;
    const Matrix normed = norm1.forward(y);
    const Matrix written = y + self_attention.forward(normed, normed, normed, mask);
    const Matrix read = written + cross_attention.forward(norm2.forward(written), memory,
                                                          memory, memory_mask);
    return read + feed_forward.forward(norm3.forward(read));
}

DecoderLayerTrace DecoderLayer::trace(const Matrix& y, const Matrix& memory,
                                      const AttentionMask& mask,
                                      const AttentionMask& memory_mask) const {
    DecoderLayerTrace t;
    t.placement = placement;
    t.input = y;
    t.memory = memory;
    if (placement == NormPlacement::post) {
        t.self_attention = self_attention.trace(y, y, y, mask);
        t.self_attention_sum = y + t.self_attention.output;
        t.norm1 = norm1.trace(t.self_attention_sum);
        t.cross_attention =
            cross_attention.trace(t.norm1.output, memory, memory, memory_mask);
        t.cross_attention_sum = t.norm1.output + t.cross_attention.output;
        t.norm2 = norm2.trace(t.cross_attention_sum);
        t.feed_forward = feed_forward.trace(t.norm2.output);
        t.feed_forward_sum = t.norm2.output + t.feed_forward.output;
        t.norm3 = norm3.trace(t.feed_forward_sum);
        t.output = t.norm3.output;
    } else {
        t.norm1 = norm1.trace(y);
        t.self_attention =
            self_attention.trace(t.norm1.output, t.norm1.output, t.norm1.output, mask);
        t.self_attention_sum = y + t.self_attention.output;
        t.norm2 = norm2.trace(t.self_attention_sum);
        t.cross_attention =
            cross_attention.trace(t.norm2.output, memory, memory, memory_mask);
        t.cross_attention_sum = t.self_attention_sum + t.cross_attention.output;
        t.norm3 = norm3.trace(t.cross_attention_sum);
        t.feed_forward = feed_forward.trace(t.norm3.output);
        t.feed_forward_sum = t.cross_attention_sum + t.feed_forward.output;
        t.output = t.feed_forward_sum;
    }
    return t;
}

Matrix Decoder::forward(Matrix y, const Matrix& memory, const AttentionMask& mask,
                        const AttentionMask& memory_mask) const {
    require_fit(mask, memory_mask, y, memory);
    for (const DecoderLayer& layer : layers) {
        y = layer.forward(y, memory, mask, memory_mask);
    }
    return final_norm ? final_norm->forward(y) : y;
}

DecoderTrace Decoder::trace(const Matrix& y, const Matrix& memory,
                            const AttentionMask& mask,
                            const AttentionMask& memory_mask) const {
    require_fit(mask, memory_mask, y, memory);
    DecoderTrace t;
    t.output = y;
    for (const DecoderLayer& layer : layers) {
        t.layers.push_back(layer.trace(t.output, memory, mask, memory_mask));
        t.output = t.layers.back().output;
    }
    if (final_norm) {
        t.final_norm = final_norm->trace(t.output);
        t.output = t.final_norm->output;
    }
    return t;
}

DecoderLayer random_decoder_layer(const TransformerConfig& config, Random& generator) {
    DecoderLayer layer;
    layer.self_attention =
        random_multi_head_attention(config.d_model, config.n_heads, generator);
    layer.cross_attention =
        random_multi_head_attention(config.d_model, config.n_heads, generator);
    layer.feed_forward =
        random_feed_forward(config.d_model, config.d_ff, generator, config.activation);
    layer.norm1 = untrained_layer_norm(config.d_model, config.epsilon);
    layer.norm2 = untrained_layer_norm(config.d_model, config.epsilon);
    layer.norm3 = untrained_layer_norm(config.d_model, config.epsilon);
    layer.placement = config.placement;
    return layer;
}

Decoder random_decoder(const TransformerConfig& config, Random& generator) {
    Decoder decoder;
    for (std::size_t i = 0; i < config.n_layers; ++i) {
        decoder.layers.push_back(random_decoder_layer(config, generator));
    }
    if (config.has_final_norm) {
        decoder.final_norm = untrained_layer_norm(config.d_model, config.epsilon);
    }
    return decoder;
}

}  // namespace attn
