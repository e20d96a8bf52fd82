/// WRONG, on purpose: attention with one mistake each, for chapter 20. The right one is
/// scaled_dot_product_attention (attn/attention.hpp), and each mutant takes and returns the
/// same.
#pragma once

#include <span>
#include <vector>

#include "attn/attention.hpp"

namespace attn::mistakes {

/// Softmax goes down the columns: each key's weights sum to 1, not each query's.
AttentionTrace softmax_down_the_columns(const Matrix& q, const Matrix& k, const Matrix& v,
                                        const AttentionMask& mask);
/// Weights without an exponential: each score divided by the sum of its row.
AttentionTrace no_exponential(const Matrix& q, const Matrix& k, const Matrix& v,
                              const AttentionMask& mask);
/// One of two heads, whose scores are divided by the root of the model's width.
AttentionTrace scaled_by_the_model(const Matrix& q, const Matrix& k, const Matrix& v,
                                   const AttentionMask& mask);
/// Queries are scaled, then the scores again.
AttentionTrace scaled_twice(const Matrix& q, const Matrix& k, const Matrix& v,
                            const AttentionMask& mask);
/// Nothing is divided.
AttentionTrace not_scaled(const Matrix& q, const Matrix& k, const Matrix& v,
                          const AttentionMask& mask);
/// What is allowed is forbidden, and the other way round.
AttentionTrace mask_inverted(const Matrix& q, const Matrix& k, const Matrix& v,
                             const AttentionMask& mask);
/// Forbidden weights become 0 after the softmax, and the others stay as they are.
AttentionTrace mask_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                  const AttentionMask& mask);
/// The mask is laid on rows instead of columns: mask(j, i) for mask(i, j). Self-attention only.
AttentionTrace mask_on_rows(const Matrix& q, const Matrix& k, const Matrix& v,
                            const AttentionMask& mask);
/// -10 is taken for minus infinity.
AttentionTrace fill_too_small(const Matrix& q, const Matrix& k, const Matrix& v,
                              const AttentionMask& mask);
/// Scores are clipped to -5 ... 5 when the mask is already in them.
AttentionTrace clipped_after_the_mask(const Matrix& q, const Matrix& k, const Matrix& v,
                                      const AttentionMask& mask);
/// A query that may attend to nothing gets NaN.
AttentionTrace nan_where_all_is_masked(const Matrix& q, const Matrix& k, const Matrix& v,
                                       const AttentionMask& mask);

/// Keys in blocks of four: each block has a softmax of its own, and the outputs are added.
AttentionTrace each_block_by_itself(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask);

/// A causal mask that starts both lists at the same time, where earlier keys were kept.
AttentionMask causal_from_the_wrong_corner(std::size_t n_query, std::size_t n_key);

/// Softmax with a running maximum that begins at -10000 instead of minus infinity.
std::vector<double> running_maximum_from_a_number(std::span<const double> scores);

}  // namespace attn::mistakes
