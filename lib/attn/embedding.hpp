/// From a token's number to its vector. Introduced in chapter 7.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// A table with a learned row for each token of the vocabulary.
///
/// table  [n_vocabulary x d_model]
struct Embedding {
    Matrix table = {};

    /// The rows of these tokens, copied to the bit.
    ///
    /// ids      [n]            which rows, counted from 0; one may come several times
    /// returns  [n x d_model]
    /// throws   std::out_of_range  when an id is not in the table
    Matrix forward(const std::vector<std::size_t>& ids) const;

    /// How many numbers there are to learn.
    std::size_t parameter_count() const noexcept;
};

/// An embedding as it is before any training: every entry is drawn from the bell curve, row
/// after row. It is how PyTorch's nn.Embedding starts.
Embedding random_embedding(std::size_t n_vocabulary, std::size_t d_model,
                           Random& generator);

/// The same embedding with zeros in the row of padding_id, for chapter 11's padded batches.
///
/// It says what stands in the table, and nothing more: positions are added to padding as to
/// any word, so its row is no zero after that, and only a mask keeps others from looking at
/// it. As in PyTorch, a padding row that is written later counts like any other.
///
/// throws  std::out_of_range  when padding_id is not in the table
Embedding with_padding(Embedding embedding, std::size_t padding_id);

}  // namespace attn
