/// What chapter 11 asks you to build. Write the functions in chapters/11_encoder/exercises.cpp
/// and try them with ./test exercise 11.
#pragma once

#include <cstddef>
#include <string>

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// How many numbers there are to learn in one layer of these sizes, biases included: four maps,
/// a feed-forward network, two norms. 3,152,384 for the defaults.
///
/// hint  a map from a to b numbers has a b weights and b biases
std::size_t layer_parameters(const TransformerConfig& config);

/// One vector of a sentence: the mean of the first n_words rows. The rows below are padding's
/// and do not count, whatever they hold.
///
/// rows     [n x d]
/// returns  [1 x d]
/// throws   std::domain_error  when n_words is 0 or more than n
Matrix mean_of_words(const Matrix& rows, std::size_t n_words);

/// The name of the first stage in which two traces differ by more than tolerance, or "" when there
/// is none. A NaN on one side only is a difference, too.
///
/// hint  stages(trace) and max_abs_difference. A comparison with NaN is false, so ask whether
///       the difference is small, not whether it is large.
std::string first_difference(const EncoderLayerTrace& ours, const EncoderLayerTrace& theirs,
                             double tolerance);

}  // namespace attn::exercises
