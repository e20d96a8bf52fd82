/// Optimisers: one step of every parameter, downhill. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/parameters.hpp"

namespace attn {

/// Gradient descent, called stochastic (SGD) when the slopes come from a batch and not from
/// all examples: weight -= learning_rate slope.
///
/// source  Robbins and Monro (1951)
struct Sgd {
    double learning_rate = 0.01;

    /// Moves every weight by one step. The gradient stays as it is: set it to zero before the
    /// next batch adds to it.
    ///
    /// throws  ShapeError         when weights and gradient are not of one model
    ///         std::domain_error  when learning_rate is not a positive finite number
    void step(const Parameters& weights, const Parameters& gradient) const;
};

/// Adam: a weight whose slopes stay much the same moves by about learning_rate, however large they
/// are, as long as their squares are finite. With g a weight's slope and t the number of the step, from 1:
///
///     m = beta1 m + (1 - beta1) g            m: running mean of the slopes
///     v = beta2 v + (1 - beta2) g^2          v: running mean of their squares
///     weight -= learning_rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
///
/// m and v start at 0, so at first they are too small by the factors 1 - beta^t: dividing by
/// these is the bias correction. The first step is learning_rate times the slope's sign, for
/// slopes much larger than epsilon.
///
/// source  Kingma and Ba (2015), algorithm 1, with its numbers; PyTorch's Adam has the same
struct Adam {
    double learning_rate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;

    // What it remembers. An Adam belongs to one model; the first step gives these their size.
    std::size_t n_steps = 0;
    std::vector<double> m = {};  // [number of weights]  in the order of the list
    std::vector<double> v = {};  // [number of weights]

    /// As Sgd's.
    ///
    /// throws  ShapeError         when weights and gradient are not of one model, or of
    ///                            another size than at the step before
    ///         std::domain_error  when learning_rate or epsilon is not a positive finite number, or
    ///                            beta1 or beta2 not in [0, 1)
    void step(const Parameters& weights, const Parameters& gradient);
};

}  // namespace attn
