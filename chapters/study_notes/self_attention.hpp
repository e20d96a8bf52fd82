/// Self-attention as a study note writes it as a PyTorch class, and the weights that its
/// program printed. Ported for chapter 7.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn::notes {

/// The note's sentence in its code's order; a word's place is its number in the vocabulary.
/// (The note's text has "I love all you".)
extern const std::vector<std::string> vocabulary;

/// What the note's forward returns. Scores and mask: there are none.
struct OutputAndWeights {
    Matrix output;   // [n x attention_dim]
    Matrix weights;  // [n x n]
};

/// Three linear maps with a bias, and attention among the rows of one input.
struct SelfAttention {
    Linear query, key, value;  // each [embedding_dim x attention_dim]

    /// The maps as they are before any training, drawn in the order query, key, value.
    /// throws  ShapeError  when embedding_dim is 0
    SelfAttention(std::size_t embedding_dim, std::size_t attention_dim, Random& generator);

    /// x        [n x embedding_dim]  one sentence; the note has a batch of one
    /// throws   ShapeError  when x has other columns, or n or attention_dim is 0
    OutputAndWeights forward(const Matrix& x) const;
};

/// The weights [4 x 4] that the note's program printed, digit by digit. Nobody had trained
/// them and no seed was set, so that they can be looked at, but not computed again.
extern const Matrix printed_weights;

}  // namespace attn::notes
