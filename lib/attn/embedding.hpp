/// From a token's number to its vector. Introduced in chapter 7.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"

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

}  // namespace attn
