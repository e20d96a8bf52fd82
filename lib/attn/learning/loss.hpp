/// Losses: one number that says how wrong the output is, and its slope in the output, with
/// which every backward pass begins. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// The target of a row that does not count, such as padding.
inline constexpr std::size_t no_target = std::numeric_limits<std::size_t>::max();

/// Cross-entropy of a softmax: the mean, over the rows that count, of minus the logarithm of
/// the weight that softmax gives to the row's target.
///
/// It is computed as log_sum_exp(logits) - logit of the target, so that a weight too small for
/// a double still has its logarithm.
///
/// logits   [n x n_classes]  before softmax; -infinity where a class is closed
/// targets  [n]              the right column of each row, or no_target
/// returns  at least 0; ln(n_classes) when all logits of each row are equal, as far as its digits
///          fit beside the largest logit (0 beside 1e17); infinity when the class of a target is
///          closed. NaN when a row that counts holds a NaN or +infinity, or
///          all its classes are closed.
/// throws   ShapeError         when there is not one target for each row
///          std::out_of_range  when a target is no column of logits
///          std::domain_error  when no row counts
/// source   Shannon (1948); with softmax, Bridle (1990)
double cross_entropy(const Matrix& logits, const std::vector<std::size_t>& targets);

/// Backward of cross_entropy: weight minus target, over the number of rows that count.
///
///     d_logits = (softmax(logits) - target) / n      target: 1 in the right column, else 0
///
/// returns  [n x n_classes]  a row that does not count is 0. Each row sums to 0.
/// throws   as cross_entropy
Matrix cross_entropy_backward(const Matrix& logits,
                              const std::vector<std::size_t>& targets);

}  // namespace attn
