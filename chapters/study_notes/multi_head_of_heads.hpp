/// Multi-head attention as a study note writes it: a list of heads, each with three linear
/// maps of its own. Ported for chapter 8, which shows that the library's fused form is the
/// same.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"

namespace attn::notes {

/// One head: self-attention over a sentence, as wide as its maps make it.
struct Head {
    Linear query, key, value;  // each [embedding_dim x attention_dim]

    /// x        [n x embedding_dim]
    /// returns  all values; the note's forward returns the pair (output, weights)
    AttentionTrace forward(const Matrix& x) const;
};

/// Each head gets attention_dim = embedding_dim / n_heads columns; their outputs are glued
/// together and go through one more linear map.
struct MultiHeadOfHeads {
    std::vector<Head> heads;
    Linear out;  // [embedding_dim x embedding_dim]

    /// Heads as they are before any training.
    /// throws  ShapeError  when n_heads is 0 or does not divide embedding_dim
    MultiHeadOfHeads(std::size_t embedding_dim, std::size_t n_heads, Random& generator);

    /// The heads of a fused layer: head i takes the i-th part of the columns of w_q, w_k and
    /// w_v, with the bias that stands below them.
    /// throws  ShapeError  when n_heads does not divide the columns
    explicit MultiHeadOfHeads(const MultiHeadAttention& fused);

    /// The output alone. Like the note's, it takes number [0] of each head's pair and drops
    /// the weights; MultiHeadAttention::trace keeps them.
    ///
    /// x        [n x embedding_dim]
    /// returns  [n x embedding_dim]
    Matrix forward(const Matrix& x) const;
};

/// All that it learns: the heads' maps, then out.
Parameters parameters(MultiHeadOfHeads& layer);

/// What the note's program printed for "I love you all": 4 words, 20 numbers each, from
/// weights that nobody had trained and no seed that anybody kept.
extern const Matrix printed_output;

}  // namespace attn::notes
