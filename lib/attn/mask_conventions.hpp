/// Attention masks as other libraries write them: as matrices in which a 1 may mean allowed,
/// blocked, or a number to add. Introduced in chapter 6.
#pragma once

#include <cstddef>
#include <limits>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// From a matrix where 1 means allowed: attn_mask of PyTorch's F.scaled_dot_product_attention,
/// attention_mask of Hugging Face, Keras, ONNX.
///
/// allowed  [n_query x n_key]  zeros and ones
/// throws   std::domain_error  when an entry is neither 0 nor 1
AttentionMask mask_from_allowed(const Matrix& allowed);

/// From a matrix where 1 means blocked: attn_mask and key_padding_mask of PyTorch's
/// nn.MultiheadAttention, and the masks that older TensorFlow tutorials multiply by -1e9.
///
/// blocked  [n_query x n_key]  zeros and ones
/// throws   std::domain_error  when an entry is neither 0 nor 1
AttentionMask mask_from_blocked(const Matrix& blocked);

/// From a matrix that other programs add to the scores: numbers at or below fill close a key,
/// all others are biases.
///
/// fill     -infinity, or the large negative number in its place: -1e9, -10000
/// throws   std::domain_error  when an entry is +infinity or NaN, or when fill is not negative
AttentionMask mask_from_additive(const Matrix& additive,
                                 double fill = -std::numeric_limits<double>::infinity());

// The other way round:
// returns  [n_query x n_key]
// throws   ShapeError  when the mask has no size

/// 1 where a key is allowed, 0 where it is blocked.
Matrix allowed_matrix(const AttentionMask& mask);

/// 1 where a key is blocked, 0 where it is allowed.
Matrix blocked_matrix(const AttentionMask& mask);

/// The number to add to each score, which is fill where a key is blocked.
///
/// It is written entry by entry. The product of fill and blocked_matrix would be 0 times
/// -infinity, NaN, wherever a key is open.
Matrix additive_matrix(const AttentionMask& mask,
                       double fill = -std::numeric_limits<double>::infinity());

}  // namespace attn
