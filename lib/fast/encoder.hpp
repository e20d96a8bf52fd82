/// The encoder in float32. Introduced in chapter 21.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attn/encoder.hpp"
#include "fast/float_matrix.hpp"
#include "fast/layer_norm.hpp"
#include "fast/linear.hpp"
#include "fast/mask.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

/// What an encoder needs to compute: threads that wait for work, and memory for every value
/// between two steps, which is kept from layer to layer and from call to call.
///
/// For one caller at a time.
struct EncoderWorkspace {
    /// throws  as Threads
    explicit EncoderWorkspace(std::size_t n_threads = 1) : threads(n_threads) {}

    Threads threads;
    FloatMatrix input = {};   // [n x d_model]  of a layer
    FloatMatrix normed = {};  // [n x d_model]
    FloatMatrix qkv = {};     // [n x n_heads (2 d_k + d_v)]  Q, K and V side by side
    FloatMatrix heads = {};   // [n x n_heads d_v]
    FloatMatrix hidden = {};  // [n x d_ff]
    FloatMatrix result = {};  // [n x d_model]  of attention, or of the feed-forward network
};

/// attn::EncoderLayer in float32, with packed weights, and W_q, W_k and W_v in one matrix.
class EncoderLayer {
public:
    /// throws  ShapeError         when the sublayers do not fit each other
    ///         std::domain_error  as attn::LayerNorm
    explicit EncoderLayer(const attn::EncoderLayer& layer);

    std::size_t d_model() const noexcept { return qkv_.d_in(); }

    /// Replaces workspace.input by the layer's output.
    ///
    /// mask    as in attn::EncoderLayer
    /// throws  ShapeError  when workspace.input or mask does not fit
    void forward(const Mask& mask, EncoderWorkspace& workspace) const;

private:
    void apply_attention(const FloatMatrix& x, const Mask& mask,
                         EncoderWorkspace& workspace) const;
    void apply_feed_forward(const FloatMatrix& x, EncoderWorkspace& workspace) const;

    Linear qkv_;
    std::size_t n_heads_;
    std::size_t width_k_;  // n_heads d_k
    std::size_t width_v_;  // n_heads d_v
    Linear w_o_;
    LayerNorm norm1_;
    Linear first_;  // with the activation
    Linear second_;
    LayerNorm norm2_;
    NormPlacement placement_;
};

/// attn::Encoder in float32. It is made from one and agrees with it to about 6 digits.
class Encoder {
public:
    /// throws  ShapeError         when the sublayers, or the layers, do not fit each other, or
    ///                            when neither a layer nor a number of the final norm says
    ///                            how wide the final norm's rows are
    ///         std::domain_error  as attn::LayerNorm
    explicit Encoder(const attn::Encoder& encoder);

    /// x        [n x d_model]
    /// mask     [n x n]        as in attn::Encoder
    /// returns  [n x d_model]  the same to the bit for any number of threads
    /// throws   ShapeError     when x or mask does not fit, or when there is a layer and x has
    ///                         no rows
    FloatMatrix forward(const FloatMatrix& x, EncoderWorkspace& workspace,
                        const Mask& mask = {}) const;

private:
    std::vector<EncoderLayer> layers_ = {};
    std::optional<LayerNorm> final_norm_ = {};
};

}  // namespace attn::fast
