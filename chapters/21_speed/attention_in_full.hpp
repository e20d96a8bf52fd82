/// Attention in float32 as the formula has it, with all its scores. Chapter 21 measures it beside
/// fast::online_attention, which never holds them all.
#pragma once

#include "fast/float_matrix.hpp"
#include "fast/packed.hpp"

namespace attn::speed {

/// softmax(q k^T / sqrt(d_k)) v: all n_query x n_key scores are written down, go through
/// softmax, and are multiplied by v.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// scores   [n_query x n_key]  made here when its shape differs, and kept, so that a second call
///                             needs no new memory for them
/// returns  [n_query x d_v]
/// throws   ShapeError  when the shapes do not fit, or n_key is 0
fast::FloatMatrix attention_in_full(const fast::FloatMatrix& q, const fast::FloatMatrix& k,
                                    const fast::FloatMatrix& v, fast::FloatMatrix& scores,
                                    fast::Workspace& workspace);

}  // namespace attn::speed
