#include "fast/encoder.hpp"

#include <algorithm>
#include <string>

#include "attn/shape_error.hpp"
#include "fast/attention.hpp"

namespace attn::fast {
namespace {

/// W_q, W_k and W_v side by side: x meets them in one product.
attn::Linear side_by_side(const attn::MultiHeadAttention& attention) {
    const attn::Linear* const parts[] = {&attention.w_q, &attention.w_k, &attention.w_v};
    std::size_t width = 0;
    for (const attn::Linear* part : parts) width += part->weight.cols();
    attn::Linear all{Matrix(attention.w_q.weight.rows(), width),
                     std::vector<double>(width)};
    std::size_t first = 0;
    for (const attn::Linear* part : parts) {
        for (std::size_t i = 0; i < part->weight.rows(); ++i) {
            const auto row = part->weight.row(i);
            std::copy(row.begin(), row.end(), all.weight.row(i).subspan(first).begin());
        }
        std::copy(part->bias.begin(), part->bias.end(),
                  all.bias.begin() + static_cast<std::ptrdiff_t>(first));
        first += part->weight.cols();
    }
    return all;
}

/// Refuses a layer whose sublayers do not fit, in the library's words: with no token, they
/// check and compute nothing.
const attn::EncoderLayer& checked(const attn::EncoderLayer& layer) {
    const attn::MultiHeadAttention& attention = layer.attention;
    const Matrix x(0, attention.w_q.weight.rows());
    const Matrix q = split_heads(attention.w_q.forward(x), attention.n_heads)[0];
    const Matrix k = split_heads(attention.w_k.forward(x), attention.n_heads)[0];
    if (q.cols() != k.cols() || k.cols() == 0) {
        throw ShapeError("fast::EncoderLayer: a head's q is " + shape_text(q) +
                         ", its k is " + shape_text(k) +
                         "; they need equally many columns, at least one");
    }
    const Matrix v = attention.w_v.forward(x);
    split_heads(v, attention.n_heads);
    const Matrix sum = layer.norm1.forward(x + attention.w_o.forward(v));
    layer.norm2.forward(sum + layer.feed_forward.forward(sum));
    return layer;
}

/// The width of the rows that a final norm gets: without a layer, its own numbers tell.
std::size_t width_of(const attn::Encoder& encoder) {
    if (!encoder.layers.empty()) return encoder.layers[0].attention.w_q.weight.rows();
    return std::max(encoder.final_norm->gamma.size(), encoder.final_norm->beta.size());
}

/// y = y + x.
void add(const FloatMatrix& x, FloatMatrix& y) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const auto from = x.row(i);
        const auto to = y.row(i);
        for (std::size_t j = 0; j < from.size(); ++j) to[j] += from[j];
    }
}

}  // namespace

EncoderLayer::EncoderLayer(const attn::EncoderLayer& layer)
    : qkv_(side_by_side(checked(layer).attention)),
      n_heads_(layer.attention.n_heads),
      width_k_(layer.attention.w_q.weight.cols()),
      width_v_(layer.attention.w_v.weight.cols()),
      w_o_(layer.attention.w_o),
      norm1_(layer.norm1, qkv_.d_in()),
      first_(layer.feed_forward.first, layer.feed_forward.activation),
      second_(layer.feed_forward.second),
      norm2_(layer.norm2, qkv_.d_in()),
      placement_(layer.placement) {}

void EncoderLayer::apply_attention(const FloatMatrix& x, const Mask& mask,
                                   EncoderWorkspace& workspace) const {
    qkv_.forward(x, workspace.qkv, workspace.threads);
    workspace.heads.resize(x.rows(), width_v_);
    const FloatMatrix& qkv = workspace.qkv;
    online_attention(qkv.columns(0, width_k_), qkv.columns(width_k_, width_k_),
                     qkv.columns(2 * width_k_, width_v_), n_heads_, mask,
                     workspace.heads.view(), workspace.threads);
    w_o_.forward(workspace.heads, workspace.result, workspace.threads);
}

void EncoderLayer::apply_feed_forward(const FloatMatrix& x,
                                      EncoderWorkspace& workspace) const {
    first_.forward(x, workspace.hidden, workspace.threads);
    second_.forward(workspace.hidden, workspace.result, workspace.threads);
}

void EncoderLayer::forward(const Mask& mask, EncoderWorkspace& workspace) const {
    auto& [threads, x, normed, qkv, heads, hidden, result] = workspace;
    if (placement_ == NormPlacement::post) {
        apply_attention(x, mask, workspace);
        add(x, result);
        norm1_.forward(result, normed, threads);
        apply_feed_forward(normed, workspace);
        add(normed, result);
        norm2_.forward(result, x, threads);
    } else {
        norm1_.forward(x, normed, threads);
        apply_attention(normed, mask, workspace);
        add(result, x);
        norm2_.forward(x, normed, threads);
        apply_feed_forward(normed, workspace);
        add(result, x);
    }
}

Encoder::Encoder(const attn::Encoder& encoder) {
    for (const attn::EncoderLayer& layer : encoder.layers) {
        layers_.emplace_back(layer);
        if (layers_.back().d_model() == layers_.front().d_model()) continue;
        throw ShapeError(
            "fast::Encoder: a layer takes " + std::to_string(layers_.back().d_model()) +
            " columns, the first one " + std::to_string(layers_.front().d_model()) +
            "; all layers must have one d_model");
    }
    if (encoder.final_norm) final_norm_.emplace(*encoder.final_norm, width_of(encoder));
}

FloatMatrix Encoder::forward(const FloatMatrix& x, EncoderWorkspace& workspace,
                             const Mask& mask) const {
    if (!mask.fits_any_size() && (mask.n_query() != x.rows() || mask.n_key() != x.rows())) {
        throw ShapeError("fast::Encoder: mask is " + shape_text(mask) + ", x is " +
                         shape_text(x) +
                         "; a mask needs a query and a key for each row of x");
    }
    workspace.input = x;
    for (const EncoderLayer& layer : layers_) layer.forward(mask, workspace);
    if (final_norm_) {
        final_norm_->forward(workspace.input, workspace.input, workspace.threads);
    }
    return workspace.input;
}

}  // namespace attn::fast
