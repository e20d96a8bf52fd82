/// What chapter 13's program defines: packing, and online softmax for a single query.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters::ch13 {

/// Packing: b's numbers panel after panel, a panel's first row, then its second, and so on.
///
/// b      [d x m]
/// width  a panel's columns, 1 or more; the last panel may be narrower
std::vector<double> packed(const Matrix& b, std::size_t width);

/// What online softmax keeps of the keys so far, however many there were.
struct SoFar {
    double largest = -std::numeric_limits<double>::infinity();  // of the scores
    double sum = 0;                                             // of exp(score - largest)
    double output = 0;  // of exp(score - largest) times value
};

/// One key more. Once all were seen, output / sum is attention's output.
///
/// returns  NaN everywhere when the first score is -infinity (masked), and from then on
SoFar next(const SoFar& before, double score, double value);

}  // namespace attn::chapters::ch13
