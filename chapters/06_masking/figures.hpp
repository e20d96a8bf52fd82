/// The figures of chapter 6, in the order in which its text shows them.
#pragma once

#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "chapters/06_masking/compared_masks.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch06 {

/// From scores to weights, under a causal mask and under one for the padding.
plots::Figure masks_figure(const AttentionTrace& causal, const AttentionTrace& padding,
                           const std::string& pad);

/// Both alignments, for 2 queries and 5 keys and for 5 queries and 2 keys.
plots::Figure alignments_figure();

/// What a masked key still gets, against the fill's size; fill is the reader's.
plots::Figure leak_figure(double fill);

/// A row without any allowed key under each convention.
plots::Figure all_masked_figure(const std::vector<Answer>& answers);

/// The weights of a mask before the softmax and of the same mask after it, with their sums.
plots::Figure too_late_figure(const Matrix& before, const Matrix& after,
                              const AttentionMask& mask);

}  // namespace attn::chapters::ch06
