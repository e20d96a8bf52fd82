/// What chapter 11 asks you to build. Write the functions in chapters/11_encoder/exercises.cpp
/// and try them with ./test exercise 11.
#pragma once

#include <cstddef>
#include <string>

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// One encoder layer, post-norm: attention, sum, norm, network, sum, norm.
///
/// h        [n x d_model]
/// layer    the four parts, attention, norm1, feed_forward and norm2. Call each one's forward, and
///          not layer.forward, which does it all
/// mask     [n x n]        for attention
/// returns  [n x d_model]
/// hint     matrices add with +. What went into the network is what its result is added to
Matrix encoder_layer(const Matrix& h, const EncoderLayer& layer, const AttentionMask& mask);

/// One vector of a sentence: the mean of the first n_words rows. The rows below are padding's
/// and do not count, whatever they hold.
///
/// rows     [n x d]
/// returns  [1 x d]
/// throws   std::domain_error  when n_words is 0 or more than n; it is in <stdexcept>
Matrix mean_of_words(const Matrix& rows, std::size_t n_words);

/// The name of the first stage in which two traces differ by more than tolerance, or "" when there
/// is none. A NaN on one side only is a difference, too.
///
/// hint  stages(trace), which is in attn/stages.hpp, and max_abs_difference. A comparison with NaN is false, so ask whether
///       the difference is small, not whether it is large.
std::string first_difference(const EncoderLayerTrace& ours, const EncoderLayerTrace& theirs,
                             double tolerance);

}  // namespace attn::exercises
