/// Chapter 5's detours.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/05_scaling/experiment.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch05 {

/// How each weight responds to a small change of each score: the Jacobian of softmax.
///
/// weights  [n]      softmax of some scores
/// returns  [n x n]  entry (i, j): weight_i (1 - weight_i) where i = j, else
///                   -weight_i weight_j
Matrix softmax_jacobian(std::span<const double> weights);

/// The mean norm of softmax's Jacobian over the rows of scores, divided by divisor.
double mean_jacobian_norm(const Matrix& scores, double divisor);

/// A row of tokens, 512 wide, becomes 64 numbers before any training: by a matrix of uniform
/// numbers from -reach/root(512) to reach/root(512). PyTorch's nn.Linear has a reach of 1.
struct Untrained {
    Matrix q, k;  // [400 x 64]
};
Untrained untrained_queries_and_keys(std::size_t seed, double reach = 1);

void further(Chapter& chapter, const Value<std::vector<Measurement>>& all,
             const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch05
