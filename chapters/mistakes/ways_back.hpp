/// WRONG, on purpose: ways back with one mistake each, for chapter 14. The right ones are in
/// attn/learning, and each mutant takes and returns the same.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/layer_norm.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/matrix.hpp"

namespace attn::mistakes {

/// Layer norm's way back without its two means: d_x = g / sigma.
Matrix norm_without_means(const LayerNorm& layer, const LayerNormTrace& trace,
                          const Matrix& d_output, LayerNorm& gradient);

/// The scores' slopes are not divided by the root of d_k.
AttentionGradient root_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                 const AttentionTrace& trace, const Matrix& d_output);

/// Softmax's way back without its average: each weight times its own slope.
AttentionGradient average_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionTrace& trace, const Matrix& d_output);

/// Nothing goes back through the keys.
AttentionGradient keys_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                 const AttentionTrace& trace, const Matrix& d_output);

/// = for +=: of all places in which a word stands, only the last one counts.
void last_place_counts(const Embedding& layer, const std::vector<std::size_t>& ids,
                       const Matrix& d_output, Embedding& gradient);

/// A way back through a pre-norm layer, and the words below it, part by part.
struct WayBack {
    std::string name;     // for the table and the recording
    std::string mistake;  // in a few words
    Matrix (*norm)(const LayerNorm&, const LayerNormTrace&, const Matrix&, LayerNorm&);
    AttentionGradient (*attention)(const Matrix&, const Matrix&, const Matrix&,
                                   const AttentionTrace&, const Matrix&);
    void (*words)(const Embedding&, const std::vector<std::size_t>&, const Matrix&,
                  Embedding&);
    bool has_straight_way = true;  // what goes past attention and feed-forward network
};

/// The right way back, made of the same parts: a test holds it equal to the library's.
WayBack right_way_back();

/// One mistake each.
std::vector<WayBack> wrong_ways_back();

/// Through one pre-norm layer.
Matrix backward(const WayBack& way, const EncoderLayer& layer,
                const EncoderLayerTrace& trace, const Matrix& d_output,
                EncoderLayer& gradient);

}  // namespace attn::mistakes
