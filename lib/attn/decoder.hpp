/// The Transformer decoder: layers that look back at what they have written, and across at what
/// they read. Introduced in chapter 16.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/encoder.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"

namespace attn {

/// Every intermediate value of one decoder layer. What each norm normalizes depends on the
/// placement: the sum before it (post), or the next sublayer's input (pre).
struct DecoderLayerTrace {
    NormPlacement placement = NormPlacement::post;
    Matrix input;   // [n x d_model]  y
    Matrix memory;  // [m x d_model]  what the encoder made of the other sentence
    MultiHeadTrace self_attention;  // of y (post) or of norm1 (pre)
    Matrix self_attention_sum;      // [n x d_model]  y + self-attention
    LayerNormTrace norm1;           // of self_attention_sum (post) or of y (pre)
    /// Queries of norm1 (post) or norm2 (pre); keys and values of memory.
    MultiHeadTrace cross_attention;
    Matrix cross_attention_sum;  // [n x d_model]
    LayerNormTrace norm2;        // of cross_attention_sum (post) or of self_attention_sum
    FeedForwardTrace feed_forward;  // of norm2 (post) or of norm3 (pre)
    Matrix feed_forward_sum;        // [n x d_model]
    LayerNormTrace norm3;           // of feed_forward_sum (post) or of cross_attention_sum
    Matrix output;                  // [n x d_model]
};

/// One decoder layer: self-attention among what is written, cross-attention to what is read,
/// then a feed-forward network. Each adds its result to its input, with a layer norm after the
/// sum or before the sublayer, as placement says.
///
/// source  Vaswani et al. (2017), section 3.1; figure 1, right
struct DecoderLayer {
    MultiHeadAttention self_attention = {};
    LayerNorm norm1 = {};
    MultiHeadAttention cross_attention = {};
    LayerNorm norm2 = {};
    FeedForward feed_forward = {};
    LayerNorm norm3 = {};
    NormPlacement placement = NormPlacement::post;

    /// y            [n x d_model]  what is written so far, from its beginning
    /// memory       [m x d_model]  the encoder's output
    /// mask         [n x n]        causal_mask(n), unless a word may see what comes after it:
    ///                             then the layer learns to copy and cannot write. It has no
    ///                             default, because to forget it costs nothing but the result.
    /// memory_mask  [n x m]        closes the padding of memory
    /// returns      [n x d_model]
    /// throws       ShapeError         when y, memory or a mask does not fit, y or memory has
    ///                                 no rows, or the sublayers do not fit each other
    ///              std::domain_error  as LayerNorm
    Matrix forward(const Matrix& y, const Matrix& memory, const AttentionMask& mask,
                   const AttentionMask& memory_mask = {}) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    DecoderLayerTrace trace(const Matrix& y, const Matrix& memory,
                            const AttentionMask& mask,
                            const AttentionMask& memory_mask = {}) const;
};

/// Every intermediate value of a stack.
struct DecoderTrace {
    std::vector<DecoderLayerTrace> layers;
    std::optional<LayerNormTrace> final_norm;
    Matrix output;  // [n x d_model]
};

/// A stack of layers: each takes the output of the one below, and all read the same memory.
struct Decoder {
    std::vector<DecoderLayer> layers = {};
    std::optional<LayerNorm> final_norm = {};

    /// As one layer's. Without layers and final norm the output is y.
    Matrix forward(Matrix y, const Matrix& memory, const AttentionMask& mask,
                   const AttentionMask& memory_mask = {}) const;

    /// The same computation, every intermediate value kept.
    DecoderTrace trace(const Matrix& y, const Matrix& memory, const AttentionMask& mask,
                       const AttentionMask& memory_mask = {}) const;
};

/// A layer before any training: random_multi_head_attention twice, for self-attention and then
/// for cross-attention, random_feed_forward, and norms with gamma 1 and beta 0.
///
/// throws  ShapeError  as random_encoder_layer
DecoderLayer random_decoder_layer(const TransformerConfig& config, Random& generator);

/// A decoder before any training, each layer drawn separately. The sizes and choices of an
/// encoder are those of a decoder.
///
/// throws  ShapeError  as random_encoder_layer, when there is a layer
Decoder random_decoder(const TransformerConfig& config, Random& generator);

}  // namespace attn
