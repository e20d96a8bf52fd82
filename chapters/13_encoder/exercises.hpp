/// What chapter 13 asks you to build. Write the functions in chapters/13_encoder/exercises.cpp
/// and try them with ./test exercise 13.
#pragma once

#include <cstddef>

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// One encoder layer, pre-norm: each norm stands before its part, and none around a sum.
///
/// h        [n x d_model]
/// layer    the four parts, attention, norm1, feed_forward and norm2. Call each one's forward, and not
///          layer.forward
/// mask     [n x n]        for attention
/// returns  [n x d_model]
/// hint     what is added to is the word's own row, as it was before the norm
Matrix pre_norm_layer(const Matrix& h, const EncoderLayer& layer,
                      const AttentionMask& mask);

/// A stack: the first layer reads h, each other one what the layer before it returned, and a final
/// norm, where there is one, comes last.
///
/// h        [n x d_model]
/// encoder  layers, and perhaps a final_norm. Call each one's forward, and not encoder.forward, which
///          does it all
/// mask     [n x n]        for the attention of every layer
/// returns  [n x d_model]
/// hint     final_norm is a std::optional: if (encoder.final_norm), it has a forward behind an ->
Matrix stack(const Matrix& h, const Encoder& encoder, const AttentionMask& mask);

/// One vector of a sentence: the mean of the first n_words rows. The rows below are padding's
/// and do not count, whatever they hold.
///
/// rows     [n x d]
/// returns  [1 x d]
/// throws   std::domain_error  when n_words is 0 or more than n; it is in <stdexcept>
Matrix mean_of_words(const Matrix& rows, std::size_t n_words);

}  // namespace attn::exercises
