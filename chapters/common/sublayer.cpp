#include "chapters/common/sublayer.hpp"

namespace attn::chapters {
namespace {

Matrix dropped(const Matrix& x, const Dropping& dropping) {
    return dropout(x, dropping.p, dropping.mode, dropping.generator);
}

}  // namespace

Matrix post_norm(const Matrix& x, const Part& part, const LayerNorm& norm,
                 const Dropping& dropping) {
    return norm.forward(add(x, dropped(part(x), dropping)));
}

Matrix pre_norm(const Matrix& x, const Part& part, const LayerNorm& norm,
                const Dropping& dropping) {
    return add(x, dropped(part(norm.forward(x)), dropping));
}

Matrix feed_forward_dropped_inside(const FeedForward& layer, const Matrix& x,
                                   const Dropping& dropping) {
    const Matrix units = activate(layer.activation, layer.first.forward(x));  // [n x d_ff]
    return layer.second.forward(dropped(units, dropping));
}

}  // namespace attn::chapters
