/// Embeddings: from a token's id to its vector. Introduced in chapter 7.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// A table with one learned row per token of the vocabulary.
///
/// table  [n_vocabulary x d_model]
struct Embedding {
    Matrix table = {};

    /// The rows of these tokens, bit for bit.
    ///
    /// ids      [n]            row numbers, from 0; an id may appear more than once
    /// returns  [n x d_model]
    /// throws   std::out_of_range  when an id is not in the table
    Matrix forward(const std::vector<std::size_t>& ids) const;
};

/// An embedding before any training: standard normal draws, row by row, as PyTorch's
/// nn.Embedding starts.
Embedding random_embedding(std::size_t n_vocabulary, std::size_t d_model,
                           Random& generator);

/// The same embedding with the row of padding_id set to zeros (for chapter 13's batches).
///
/// This is not a mask. The row stops being zero as soon as positions are added, and only
/// a mask keeps other tokens from attending to it. As in PyTorch, nothing protects the
/// row: values that you write to it later are used.
///
/// throws  std::out_of_range  when padding_id is not in the table
Embedding with_padding(Embedding embedding, std::size_t padding_id);

}  // namespace attn
