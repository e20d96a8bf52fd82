/// The Transformer's encoder: attention and feed-forward in layers, layers in a stack.
/// Introduced in chapter 11.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "attn/activation.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/mask.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"

namespace attn {

/// Where a layer norms: after each residual sum, as in the paper, or before each part.
enum class NormPlacement {
    post,  ///< norm(x + part(x)): every layer hands on normed rows
    pre,  ///< x + part(norm(x)): the sums run through the stack untouched and grow; PyTorch
          ///< calls it norm_first
};

/// Every intermediate value of one encoder layer. stages() tells them in flow order, which
/// is another one for each placement of the norms.
struct EncoderLayerTrace {
    NormPlacement placement = NormPlacement::post;
    Matrix input;                   // [n x d_model]  x
    MultiHeadTrace attention;       // of x (post) or of norm1 (pre)
    Matrix attention_sum;           // [n x d_model]  x + attention
    LayerNormTrace norm1;           // of attention_sum (post) or of x (pre)
    FeedForwardTrace feed_forward;  // of norm1 (post) or of norm2 (pre)
    Matrix feed_forward_sum;  // [n x d_model]  feed_forward + what went into it (post)
                              // or + attention_sum (pre)
    LayerNormTrace norm2;     // of feed_forward_sum (post) or of attention_sum (pre)
    Matrix output;            // [n x d_model]  norm2 (post), feed_forward_sum (pre)
};

/// A matrix of a trace, and what it is called in the book.
struct Stage {
    std::string name;
    Matrix value;
};

/// What a layer hands on from step to step, in the order of computation: input, the values
/// inside attention head by head, the residual sums, the norms, the feed-forward's values.
std::vector<Stage> stages(const EncoderLayerTrace& trace);

/// One layer: each token looks at the others (attention), then thinks by itself
/// (feed-forward). Each part's result is added to what went into it, and normed.
///
/// There is no dropout in it: this is a layer in use.
///
/// source  Vaswani et al. (2017), section 3.1, for post; Xiong et al. (2020) compare both
struct EncoderLayer {
    MultiHeadAttention attention = {};
    LayerNorm norm1 = {};
    FeedForward feed_forward = {};
    LayerNorm norm2 = {};
    NormPlacement placement = NormPlacement::post;

    /// The output alone; nothing else is kept.
    ///
    /// x           [n x d_model]
    /// mask, bias  [n x n]        who may look at whom, as in attention. A token that may look
    ///                            at nothing keeps its own row, to which attention adds only
    ///                            w_o's bias.
    /// returns     [n x d_model]
    /// throws      ShapeError     when x, mask or bias does not fit, or the parts do not fit
    ///                            each other
    Matrix forward(const Matrix& x) const;
    Matrix forward(const Matrix& x, const Mask& mask) const;
    Matrix forward(const Matrix& x, const Matrix& bias) const;

    /// The same computation, with everything kept.
    EncoderLayerTrace trace(const Matrix& x) const;
    EncoderLayerTrace trace(const Matrix& x, const Mask& mask) const;
    EncoderLayerTrace trace(const Matrix& x, const Matrix& bias) const;

    /// How many numbers there are to learn: 3,152,384 for d_model 512, 8 heads, d_ff 2048.
    std::size_t parameter_count() const noexcept;
};

/// Every intermediate value of a stack.
struct EncoderTrace {
    std::vector<EncoderLayerTrace> layers;
    std::optional<LayerNormTrace> final_norm;
    Matrix output;  // [n x d_model]
};

/// Layers on top of each other: each gets what the one below hands on, all with one mask.
///
/// final_norm  is usual where the layers are pre-norm, as their sums grow; none in the paper
struct Encoder {
    std::vector<EncoderLayer> layers = {};
    std::optional<LayerNorm> final_norm = {};

    /// As of one layer. Without layers and final norm the output is x.
    Matrix forward(const Matrix& x) const;
    Matrix forward(const Matrix& x, const Mask& mask) const;
    Matrix forward(const Matrix& x, const Matrix& bias) const;

    /// The same computation, with everything kept: for 6 layers of 512 numbers and 8 heads
    /// some 70 MB for a sentence of 100 tokens.
    EncoderTrace trace(const Matrix& x) const;
    EncoderTrace trace(const Matrix& x, const Mask& mask) const;
    EncoderTrace trace(const Matrix& x, const Matrix& bias) const;

    std::size_t parameter_count() const noexcept;
};

/// The sizes and choices that make an encoder; the defaults are the paper's base model, with
/// PyTorch's epsilon.
struct EncoderConfig {
    std::size_t d_model = 512;
    std::size_t n_heads = 8;
    std::size_t d_ff = 2048;
    std::size_t n_layers = 6;
    Activation activation = Activation::relu;
    NormPlacement placement = NormPlacement::post;
    bool has_final_norm = false;
    double epsilon = 1e-5;
};

/// A layer as it is before any training: random_multi_head_attention, then
/// random_feed_forward, and norms that only norm. n_layers and has_final_norm say nothing
/// here.
///
/// throws  ShapeError  when d_model, n_heads or d_ff is 0, or n_heads does not divide d_model
EncoderLayer random_encoder_layer(const EncoderConfig& config, Random& generator);

/// An encoder as it is before any training, each layer drawn by itself. (PyTorch's
/// nn.TransformerEncoder begins with copies of one layer.)
///
/// throws  ShapeError  as random_encoder_layer, when there is a layer
Encoder random_encoder(const EncoderConfig& config, Random& generator);

}  // namespace attn
