/// What chapter 12 asks you to build. Write the functions in
/// chapters/12_encoder_layer/exercises.cpp and try them with ./test exercise 12.
#pragma once

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

/// The largest difference of two tables in any number: what a comparison prints.
///
/// a, b     [n x d]
/// returns  the largest |a - b|, 0 for empty tables, and infinity where one of them has a NaN, which is
///          no number, so that a broken table never passes
/// throws   ShapeError  when the shapes differ; it is in attn/shape_error.hpp
/// hint     std::isnan is in <cmath>. Infinity is std::numeric_limits<double>::infinity(), in <limits>
double largest_difference(const Matrix& a, const Matrix& b);

/// The name of the first stage in which two traces differ by more than tolerance, or "" when there
/// is none. A NaN on one side only is a difference, too.
///
/// hint  stages(trace), which is in attn/stages.hpp, and max_abs_difference. A comparison with NaN is false, so ask whether
///       the difference is small, not whether it is large.
std::string first_difference(const EncoderLayerTrace& ours, const EncoderLayerTrace& theirs,
                             double tolerance);

}  // namespace attn::exercises
