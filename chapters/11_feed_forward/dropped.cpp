#include "chapters/11_feed_forward/dropped.hpp"

namespace attn::chapters::ch11 {
namespace {

Matrix dropped(const Matrix& x, const DropoutOptions& options) {
    return dropout(x, options.p, options.mode, options.generator);
}

}  // namespace

Matrix post_norm(const Matrix& x, const Sublayer& sublayer, const LayerNorm& norm,
                 const DropoutOptions& options) {
    return norm.forward(x + dropped(sublayer(x), options));
}

Matrix feed_forward_dropped_inside(const FeedForward& layer, const Matrix& x,
                                   const DropoutOptions& options) {
    const Matrix units = activate(layer.activation, layer.first.forward(x));  // [n x d_ff]
    return layer.second.forward(dropped(units, options));
}

}  // namespace attn::chapters::ch11
