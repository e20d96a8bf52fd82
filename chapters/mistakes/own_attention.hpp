/// An attention that is not ours, as a reader may have one, and how the properties are put to
/// it (chapter 20).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/properties/attention_properties.hpp"

namespace attn::mistakes {

/// Somebody's attention: plain arrays, row after row, and a mask in which 1 means blocked.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// blocked  [n_query x n_key]
/// output   [n_query x d_v]    is written
void somebodys_attention(const double* q, const double* k, const double* v,
                         const int* blocked, std::size_t n_query, std::size_t n_key,
                         std::size_t d_k, std::size_t d_v, double* output);

/// The same, repaired: a query that may attend to nothing gets zeros, and no score is too large.
void repaired_attention(const double* q, const double* k, const double* v,
                        const int* blocked, std::size_t n_query, std::size_t n_key,
                        std::size_t d_k, std::size_t d_v, double* output);

using PlainAttention = decltype(somebodys_attention);

/// Such an attention in the shape that the properties ask for. It keeps neither weights nor scores:
/// with values that tell the keys apart the output is the weights, and their logarithms are the
/// scores but for a constant in each row.
AttentionFunction wrapped(PlainAttention* theirs);

/// The properties that an attention breaks: each one's name, a colon, the counterexample.
std::vector<std::string> broken_by(const AttentionFunction& attention);

}  // namespace attn::mistakes
