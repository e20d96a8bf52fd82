/// Who may look at whom. Introduced in chapter 6.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// For each query and each key, whether the query may look at the key.
///
/// Elsewhere a mask is a table of numbers or truths, and each project has its own idea of
/// what a 1 means. Here it is a type that says *allowed*; the functions below translate.
class Mask {
public:
    /// Every query may look at every key, or none at any.
    Mask(std::size_t n_query, std::size_t n_key, bool allowed = true);

    std::size_t n_query() const noexcept { return allowed_.rows(); }
    std::size_t n_key() const noexcept { return allowed_.cols(); }

    /// Whether this query may look at this key, both counted from 0.
    /// throws  std::out_of_range  when there is no such query or key
    bool allows(std::size_t query, std::size_t key) const;

    /// Whether this query may look at any key at all.
    /// throws  std::out_of_range  when there is no such query
    bool allows_any(std::size_t query) const;

    /// Lets the query look at the key, or forbids it.
    /// throws  std::out_of_range  when there is no such query or key
    void set(std::size_t query, std::size_t key, bool allowed);

    friend bool operator==(const Mask&, const Mask&) = default;

private:
    void require_entry(std::size_t query, std::size_t key) const;

    Matrix allowed_;  // [n_query x n_key]  1 where allowed, 0 elsewhere
};

/// "4x3": n_query and n_key as error messages show them.
std::string shape_text(const Mask& mask);

/// What both masks allow.
/// throws  ShapeError  when the masks are not of one shape
Mask operator&(const Mask& a, const Mask& b);

/// Padding: every query may look at the real tokens and at no padding. It closes columns,
/// never rows: a padding token still looks, and its output row is there to be ignored.
///
/// ids      [n_key]           the sentence, filled up with pad_id
/// returns  [n_query x n_key]
Mask padding_mask(std::size_t n_query, const std::vector<std::size_t>& ids,
                  std::size_t pad_id);

/// Padding, when it is known how many tokens are real: the first n_real of n_key.
/// throws  std::domain_error  when n_real is more than n_key
Mask length_mask(std::size_t n_query, std::size_t n_key, std::size_t n_real);

/// Where the steps of a causal mask begin when there are not as many queries as keys.
enum class CausalAlignment {
    first_sees_first,  ///< query 0 sees key 0 only: both lists start at the same time
    last_sees_last,  ///< the last query sees every key: both end at the same time, as when
                     ///< earlier keys were kept. With more queries than keys, the first
                     ///< queries see nothing.
};

/// Causal: no token may look at a later one. Query i sees the keys 0 to i.
Mask causal_mask(std::size_t n);

/// Causal for any number of queries and keys; with as many of each, both alignments agree.
///
/// returns  [n_query x n_key]  query i sees the keys 0 to i (first_sees_first), or the keys
///                             0 to i + n_key - n_query (last_sees_last)
Mask causal_mask(std::size_t n_query, std::size_t n_key, CausalAlignment alignment);

/// The same row for every query: what other libraries call broadcasting.
///
/// row      [1 x n_key]
/// returns  [n_query x n_key]
/// throws   ShapeError  when row is not of one query
Mask for_all_queries(std::size_t n_query, const Mask& row);

/// From a table where 1 (true) means blocked: attn_mask and key_padding_mask of PyTorch's
/// nn.MultiheadAttention, and the 0/1 masks that TensorFlow's tutorials multiply by -1e9.
///
/// blocked  [n_query x n_key]  zeros and ones
/// throws   std::domain_error  when an entry is neither 0 nor 1
Mask mask_from_blocked(const Matrix& blocked);

/// From a table where 1 (true) means allowed: attn_mask of PyTorch's
/// F.scaled_dot_product_attention, of Keras and of ONNX.
///
/// allowed  [n_query x n_key]  zeros and ones
/// throws   std::domain_error  when an entry is neither 0 nor 1
Mask mask_from_allowed(const Matrix& allowed);

/// From a table that would be added to the scores: 0 allows and fill blocks.
///
/// bias     [n_query x n_key]  zeros and fills
/// throws   std::domain_error  when an entry is neither 0 nor fill (then the table is a bias and
///                             no mask), or when fill is 0 or NaN
Mask mask_from_bias(const Matrix& bias,
                    double fill = -std::numeric_limits<double>::infinity());

/// The mask as a table where 1 means blocked, and as one where 1 means allowed.
Matrix blocked_matrix(const Mask& mask);
Matrix allowed_matrix(const Mask& mask);

/// The mask as a table to add to the scaled scores: 0 where allowed, fill elsewhere.
///
/// It is written entry by entry, as the product of fill and the table of blocked ones would
/// hold 0 times -infinity, which is NaN, wherever the mask allows.
Matrix bias_matrix(const Mask& mask,
                   double fill = -std::numeric_limits<double>::infinity());

/// The larger entry at each place: how tables of blocked ones are combined elsewhere.
/// throws  ShapeError  when the shapes differ
Matrix elementwise_maximum(const Matrix& a, const Matrix& b);

}  // namespace attn
