/// What chapter 4 asks you to build. Write the functions in chapters/04_scaling/exercises.cpp
/// and try them with ./test exercise 4.
#pragma once

#include <span>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// Attention by angles alone: the scores are cosines, nothing is divided.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [n_query x d_v]    each row is the values' average, by the weights of the cosines
/// throws   std::domain_error  where a query or key is all zeros, as cosine does
/// hint     attn::cosine, softmax_rows and matmul are there
Matrix cosine_attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// The divisor at which the rows' largest weights have the mean wanted.
///
/// scores   [n x n_key]  not yet divided; in each row one score leads
/// wanted   above 1 / n_key, the weight that an infinite divisor leaves, and below 1
/// returns  from 0.001 to 1000, to 6 digits and more
/// hint     the larger the divisor, the smaller the largest weight: halve an interval until it
///          is short enough
double divisor_for(const Matrix& scores, double wanted);

/// The additive score of one query and one key: w . tanh(q A + k B).
///
/// q, k     [d_k]
/// w        [hidden]
/// a, b     [d_k x hidden]
/// source   Bahdanau et al. (2014)
/// hint     one loop over the hidden units, in it one over the entries; std::tanh is in <cmath>
double additive_score(std::span<const double> q, std::span<const double> k,
                      std::span<const double> w, const Matrix& a, const Matrix& b);

}  // namespace attn::exercises
