/// A Llama: what became of the decoder. Layers of grouped-query attention and a gated feed-forward
/// network, between RMS norms. Introduced in chapter 19.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/gated_feed_forward.hpp"
#include "attn/grouped_query_attention.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"
#include "attn/rms_norm.hpp"

namespace attn {

/// Every intermediate value of one layer, in order of computation.
struct LlamaLayerTrace {
    Matrix input;                        // [n x d_model]  x
    RmsNormTrace norm1;                  // of x
    GroupedQueryTrace attention;         // of norm1
    Matrix attention_sum;                // [n x d_model]  x + attention
    RmsNormTrace norm2;                  // of attention_sum
    GatedFeedForwardTrace feed_forward;  // of norm2
    Matrix output;                       // [n x d_model]  attention_sum + feed_forward
};

/// One layer: a pre-norm layer of chapter 13 with newer parts.
struct LlamaLayer {
    GroupedQueryAttention attention = {};
    GatedFeedForward feed_forward = {};
    RmsNorm norm1 = {};
    RmsNorm norm2 = {};

    /// x        [n x d_model]  the next n words
    /// cache                   this layer's
    /// returns  [n x d_model]
    /// throws   as its parts
    Matrix forward(const Matrix& x, GroupedKvCache& cache) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    LlamaLayerTrace trace(const Matrix& x, GroupedKvCache& cache) const;
};

/// One cache for each layer.
using LlamaCache = std::vector<GroupedKvCache>;

/// A language model. No positions are added, because the layers turn. Where output is empty, the
/// embedding's table serves twice (it is tied): to look words up, and to score each as the next.
struct Llama {
    Embedding embedding = {};  // [n_vocabulary x d_model]
    std::vector<LlamaLayer> layers = {};
    RmsNorm final_norm = {};
    Linear output = {};  // [d_model x n_vocabulary], or empty

    /// ids      [n]                 the next n tokens of a text
    /// cache                        empty for a new text
    /// returns  [n x n_vocabulary]  row i: the logits of the token that follows ids[i]
    /// throws   std::out_of_range  when an id is not in the table
    ///          ShapeError         when there are no ids, the cache is another model's, or parts do
    ///                             not fit; the cache then holds part of a word: begin anew
    Matrix forward(const std::vector<std::size_t>& ids, LlamaCache& cache) const;
};

/// The sizes and choices of a Llama. The defaults are Llama 2 7B's sizes, some 50 GB in doubles.
struct LlamaConfig {
    std::size_t n_vocabulary = 32000;
    std::size_t d_model = 4096;
    std::size_t n_heads = 32;
    std::size_t n_kv_heads = 32;
    std::size_t d_ff = 11008;
    std::size_t n_layers = 32;
    double base = 10000.0;
    double epsilon = 1e-5;
};

/// A model before any training: the embedding as random_embedding draws it, maps without bias as
/// random_linear draws weights, gammas 1. The table is tied.
///
/// throws  ShapeError  when d_model is not n_heads times an even number, n_kv_heads does not divide
///                     n_heads, or a size of a map is 0
Llama random_llama(const LlamaConfig& config, Random& generator);

}  // namespace attn
