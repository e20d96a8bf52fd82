/// Writing word by word: what a decoder need not compute again. Introduced in chapter 16.
#pragma once

#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/decoder.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// The KV cache of one layer: the keys and values of all that is written, and of all that is
/// read. They never change, because a causal mask lets no word see what comes after it.
struct LayerKvCache {
    /// [n x n_heads d_k, d_v]  of self-attention, n so far
    Matrix keys, values;
    /// [m x n_heads d_k, d_v]  of cross-attention, once for all
    Matrix memory_keys, memory_values;
};

/// The KV cache of a decoder, while it writes one sentence.
struct KvCache {
    std::vector<LayerKvCache> layers;
};

/// A cache before the first word: the memory's keys and values, layer by layer.
///
/// memory  [m x d_model]
/// throws  ShapeError  when memory does not fit
KvCache start_decoding(const Decoder& decoder, const Matrix& memory);

/// The decoder's output for the next word alone: to the last bit the last row that
/// decoder.forward with causal_mask makes of all words so far. A row costs as many products as
/// there are words, where forward's all rows cost their square.
///
/// y            [1 x d_model]  the next word's vector, its position added
/// cache        gets its key and value in each layer; after an error perhaps in some only, so
///              start a new one
/// memory_mask  [1 x m]        closes the padding of memory
/// returns      [1 x d_model]
/// throws       ShapeError     when y is not one row, or y, cache or mask does not fit; and as the
///              layers do
Matrix decode_next(const Decoder& decoder, const Matrix& y, KvCache& cache,
                   const AttentionMask& memory_mask = {});

}  // namespace attn
