/// The encoder that a study note writes in PyTorch as a class named sae: an embedding with a
/// padding index, positions, and layers of attention and feed-forward. Ported for chapter 13,
/// which shows that the library's Encoder is the same, but for what padding gets.
///
/// The note's code uses PAD_IDX and DROPOUT and defines neither; what is taken for them stands
/// below. Its class has no name for the sizes inside (512, 8 heads, 2048); here they can be
/// chosen, with the note's numbers as defaults.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/dropout.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/layer_norm.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"

namespace attn::notes {

/// A sentence as the numbers of its words.
using Ids = std::vector<std::size_t>;

/// Sentences of one length, the shorter ones filled up with padding.
using IdBatch = std::vector<Ids>;

struct SaeConfig {
    std::size_t vocab_size = 0;
    std::size_t embed_size = 512;
    std::size_t num_layers = 1;
    std::size_t n_heads = 8;
    std::size_t hidden_size = 2048;
    std::size_t max_length = 1000;
    std::size_t pad_idx = 0;  // PAD_IDX: most vocabularies begin with it
    double dropout = 0.1;     // DROPOUT: the paper's
};

/// MultiHeadAttention of the note: norm(x + dropout(W_o z)), with no dropout on the weights.
struct SaeAttention {
    Linear w_q, w_k, w_v, w_o;  // each [embed_size x embed_size]
    LayerNorm norm;
    std::size_t n_heads;
    double dropout;

    /// x        [n x embed_size]
    /// is_pad   [n]  true where nobody should look
    Matrix forward(const Matrix& x, const std::vector<bool>& is_pad, Mode mode,
                   Random& generator) const;
};

/// norm(x + layers(x)), where layers are Linear, ReLU, Dropout, Linear: here dropout is inside.
struct SaeFeedForward {
    Linear first;   // [embed_size x hidden_size]
    Linear second;  // [hidden_size x embed_size]
    LayerNorm norm;
    double dropout;

    Matrix forward(const Matrix& x, Mode mode, Random& generator) const;
};

/// z = attention(x, x, x, mask), then z = feed_forward(z).
struct SaeLayer {
    SaeAttention attention;
    SaeFeedForward feed_forward;

    Matrix forward(const Matrix& x, const std::vector<bool>& is_pad, Mode mode,
                   Random& generator) const;
};

/// All that a layer learns.
Parameters parameters(SaeLayer& layer);

/// The whole: words become vectors, positions are added (the vectors are not multiplied by the
/// root of embed_size, as the paper's are), and the layers follow.
struct Sae {
    SaeConfig config;
    Embedding embedding;  // [vocab_size x embed_size], zeros in row pad_idx
    Matrix positions;     // [max_length x embed_size]
    std::vector<SaeLayer> layers;

    /// An encoder as it is before any training.
    /// throws  ShapeError         when n_heads does not divide embed_size, which the note does
    ///                            not check, when embed_size is odd, or a size is 0
    ///         std::out_of_range  when pad_idx is not in the vocabulary
    Sae(const SaeConfig& config, Random& generator);

    /// batch      sentences of one length n
    /// generator  is drawn from in training only
    /// returns    for each sentence [n x embed_size]
    /// throws     ShapeError         when the sentences are not of one length
    ///            std::out_of_range  when they are longer than max_length, or hold an id that
    ///                               is not in the vocabulary
    std::vector<Matrix> forward(const IdBatch& batch, Mode mode, Random& generator) const;

    /// The same weights as the library's Encoder (evaluation; no fill: -infinity).
    Encoder as_encoder() const;
};

/// The sentences, filled up with pad_id to the length of the longest.
IdBatch padded(const IdBatch& sentences, std::size_t pad_id);

/// masked_fill: m with fill in every column where is_pad is true. It replaces the score, so a
/// row in which every key is padding becomes a row of equal numbers.
/// throws  ShapeError  when is_pad has not one truth for each column
Matrix masked_fill(const Matrix& m, const std::vector<bool>& is_pad, double fill);

}  // namespace attn::notes
