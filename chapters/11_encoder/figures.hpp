/// The figures of chapter 11.
#pragma once

#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "chapters/11_encoder/padded_batch.hpp"
#include "chapters/11_encoder/pytorch_comparison.hpp"
#include "chapters/11_encoder/sizes_by_depth.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch11 {

/// Every value of a layer in the order in which it flows, with its numbers.
///
/// is_post  whether the trace is a post-norm layer's
plots::Figure wall_figure(const EncoderLayerTrace& trace, bool is_post = true);

/// The weights in a batch, and the sentence with one padding three times.
plots::Figure padded_figure(const std::vector<PaddedSentence>& batch, double fill);

/// How large the rows are over depth: the small layer on top of itself, and random layers.
plots::Figure depth_figure(const Sizes& ours, const Sizes& random);

/// Differences from PyTorch stage by stage: layer A, float32, layer B, and another epsilon.
plots::Figure pytorch_figure(const Comparison& gaps);

/// The weights of the first two heads for a reader's own sentence.
///
/// is_random  whether the model's weights were drawn, so that the pattern is chance
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const MultiHeadTrace& attention, bool is_random);

}  // namespace attn::chapters::ch11
