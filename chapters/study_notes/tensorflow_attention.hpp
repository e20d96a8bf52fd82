/// Attention with a mask as TensorFlow's tutorials and a study note write it, for a batch of
/// sentences and several heads at once. Ported for chapter 6.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::notes {

/// One matrix for each sentence and each head: batch[b][h]. In TensorFlow it is one block of
/// four dimensions, (batch, heads, rows, columns).
using Batch = std::vector<std::vector<Matrix>>;

struct OutputAndAttentionWeights {
    Batch output;             // (batch, heads, n_query, d_model / heads)
    Batch attention_weights;  // (batch, heads, n_query, n_key)
};

/// softmax(q k^T / sqrt(d_k) + mask * -1e9) v, for each sentence and head.
///
/// query    (batch, heads, n_query, d_model / heads)
/// key      (batch, heads, n_key, d_model / heads)
/// value    (batch, heads, n_key, d_model / heads)
/// mask     1 = blocked, or nothing. Any of its four sizes may be 1: then it holds for all
///          sentences, heads, queries or keys. A padding mask is (batch, 1, 1, n_key).
/// throws   ShapeError  when the shapes do not fit
OutputAndAttentionWeights scaled_dot_product_attention(
    const Batch& query, const Batch& key, const Batch& value,
    const std::optional<Batch>& mask = std::nullopt);

/// 1 where an id is 0, which is padding there.
///
/// ids      (batch, n_key)
/// returns  (batch, 1, 1, n_key)
Batch create_padding_mask(const std::vector<std::vector<std::size_t>>& ids);

/// 1 above the diagonal, combined with the padding mask by the larger entry.
///
/// ids      (batch, n)
/// returns  (batch, 1, n, n)
Batch create_look_ahead_mask(const std::vector<std::vector<std::size_t>>& ids);

}  // namespace attn::notes
