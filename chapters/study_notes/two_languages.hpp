/// Two languages whose vectors do not coincide, and the linear map between them that a study
/// note says can be learnt. Made for chapter 14.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::notes {

/// Sea, mountain, sky and river. The English vectors are the Korean ones, turned by 53.13
/// degrees: the angle of the triangle with the sides 3, 4, 5. River is not learnt from.
extern const std::vector<std::string> korean_words, english_words;
extern const Matrix korean_vectors, english_vectors;  // [4 x 2]
extern const Matrix true_turn;                        // [2 x 2]

/// How wrong x w is: the squared distance to y, on average over the rows.
///
/// x       [n x d]
/// w       [d x d_out]
/// y       [n x d_out]
/// throws  ShapeError  when the shapes do not fit, or n is 0
double map_loss(const Matrix& x, const Matrix& w, const Matrix& y);

/// What gradient descent passed through, from the start to the last step.
struct Learning {
    std::vector<Matrix> w;     // one more than there were steps
    std::vector<double> loss;  // the loss of each
};

/// Learns w so that x w is near y: each step goes downhill on map_loss.
///
/// x       [n x d]
/// y       [n x d_out]
/// start   [d x d_out]  the w to begin with
/// learning_rate    how far a step goes along the slope; too far, and the loss grows
/// throws  ShapeError  as map_loss
Learning learn_map(const Matrix& x, const Matrix& y, const Matrix& start, std::size_t steps,
                   double learning_rate);

}  // namespace attn::notes
