/// The mean of what dropout leaves, over more and more draws.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters::ch10 {

/// The mean of the first so many draws of dropout.
struct MeanOfDraws {
    std::size_t draws;
    Matrix mean;
};

/// The means of the first 1, 2, 3 ... draws, at some thirty places up to the last.
std::vector<MeanOfDraws> means_of_draws(const Matrix& x, double p, std::size_t draws,
                                        std::size_t seed);

}  // namespace attn::chapters::ch10
