/// The model of chapter 14: it reads a sentence, and says in which half "not" stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"

namespace attn::chapters::ch14 {

/// What is kept on the way forward.
struct NotFinderTrace {
    EncoderTrace encoder;
    Matrix mean;    // [1 x d_model]  of the encoder's rows
    Matrix logits;  // [1 x 2]        first half, second half; before softmax
};

/// An encoder whose rows are averaged, and a last map from the average to two logits.
struct NotFinder {
    Embedding words;   // [24 x d_model]
    Matrix positions;  // [16 x d_model]  a row is added to each word; not learned
    Encoder encoder;   // one pre-norm layer of two heads
    Linear to_logits;  // [d_model x 2]

    /// ids      [n]
    /// returns  [1 x 2]  the logit of each half
    Matrix forward(const std::vector<std::size_t>& ids) const;

    /// The same, with all that the way back needs.
    NotFinderTrace trace(const std::vector<std::size_t>& ids) const;
};

/// A model that has learned nothing: d_model 16, two heads, d_ff 32; 2,642 numbers. Without
/// positions, zeros are added to the words.
NotFinder random_not_finder(std::uint64_t seed);

/// All its numbers under PyTorch's names, each with embedding., encoder. or to_logits. before it.
Parameters parameters(NotFinder& model);

/// The model's way back: forward's lines from the last to the first.
///
/// d_logits  [1 x 2]
/// gradient  gets the slopes in all weights
void backward(const NotFinder& model, const std::vector<std::size_t>& ids,
              const NotFinderTrace& trace, const Matrix& d_logits, NotFinder& gradient);

}  // namespace attn::chapters::ch14
