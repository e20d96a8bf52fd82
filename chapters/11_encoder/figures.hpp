/// The figures of chapter 11.
#pragma once

#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "chapters/11_encoder/padded_batch.hpp"
#include "chapters/11_encoder/pytorch_comparison.hpp"
#include "chapters/11_encoder/sizes_by_depth.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// Every value of a post-norm layer in the order in which it flows, with its numbers.
fig::Figure wall_figure(const EncoderLayerTrace& trace);

/// What goes in, what is there after attention, what comes out.
fig::Figure in_out_figure(const EncoderLayerTrace& trace);

/// Who looks at whom in a batch, and the sentence with one padding three times.
fig::Figure padded_figure(const std::vector<PaddedSentence>& batch, double fill);

/// How large the rows are over depth, on an even scale.
fig::Figure depth_figure(const Sizes& sizes);

/// The same on a log scale, for a layer without norms.
fig::Figure without_norms_figure(const Sizes& sizes);

/// Differences stage by stage: float64, float32, and float64 with a slip.
fig::Figure pytorch_figure(const Comparison& gaps);

/// Who looks at whom in two heads of a reader's own sentence.
fig::Figure sentence_figure(const std::vector<std::string>& words,
                            const MultiHeadTrace& attention);

}  // namespace attn::chapters
