/// What chapter 2 asks you to build. Write the functions in chapters/02_softmax/exercises.cpp
/// and try them with ./test exercise 2.
#pragma once

#include <span>
#include <vector>

#include "attn/strict_arithmetic.hpp"

namespace attn::exercises {

/// Softmax with a temperature: the scores are divided by it first.
///
/// scores   [n]
/// returns  [n]                weights; at temperature 1 equal to softmax_naive to the last bit
/// throws   std::domain_error  when temperature is not above 0 (NaN is not)
///          ShapeError         when there are no scores, as softmax_naive does
/// hint     softmax_naive is in attn/softmax.hpp
std::vector<double> softmax_at(std::span<const double> scores, double temperature);

/// Whether these numbers can be weights: none is negative, and the sum is 1 to within 1e-12.
///
/// weights  [n]  an empty row cannot be, nor can one with NaN
/// hint     a comparison with NaN is false: ask what must hold, not what must not
bool are_weights(std::span<const double> weights);

/// Another way to make weights: each score's square, divided by the sum of the squares.
///
/// scores   [n]
/// returns  [n]         what the formula gives, NaN where it divides 0 by 0
/// throws   ShapeError  when there are no scores
std::vector<double> weights_by_squares(std::span<const double> scores);

}  // namespace attn::exercises
