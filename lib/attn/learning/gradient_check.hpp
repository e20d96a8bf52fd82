/// The gradient check: are the slopes that a backward pass computed those of the loss?
/// Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/parameters.hpp"

namespace attn {

/// One number of a model: the slope that was computed, and the slope that was measured.
struct CheckedSlope {
    std::string place = {};  // "linear1.weight[3, 0]", as PyTorch has it
    double computed = 0.0;   // by the backward pass
    double measured = 0.0;   // by moving the number
    double error = 0.0;      // how far they are apart: see check_gradient
};

/// How a slope is measured and compared.
struct GradientCheck {
    double step = 1e-5;  ///< how far a number is moved. Larger, the loss bends within the
                         ///< step (an error like step^2); smaller, the losses' last digits
                         ///< count (an error like 1e-16 / step).
    double smallest = 1e-4;  ///< below it slopes are compared absolutely, in units of it
};

/// Measures every slope by moving one number at a time both ways, and compares:
///
///     measured = (loss(w + step) - loss(w - step)) / (2 step)
///     error    = |computed - measured| / max(|computed|, |measured|, smallest)
///
/// So the error is relative, but absolute where both slopes are 0 or nearly: a slope that is
/// exactly 0, as that of the keys' bias is, is measured as a 1e-11 of rounding, which has no
/// relative error. Right slopes have errors near 1e-6 or below, wrong ones mostly above 0.01.
///
/// A corner is a false alarm: when a ReLU's input passes 0 within the step, measured is the mean
/// of two slopes, and a smaller step or other numbers show it.
///
/// loss        computes the loss from the numbers as they stand at the moment
/// parameters  what to move: weights of a model, inputs; each number is put back
/// gradient    the computed slopes, parameter for parameter
/// returns     every number in the order of the list. A NaN on either side is an infinite
///             error.
/// throws      ShapeError         when the two lists differ
///             std::domain_error  when step or smallest is not a positive finite number
/// source      Bottou (2012)
std::vector<CheckedSlope> check_gradient(const std::function<double()>& loss,
                                         const Parameters& parameters,
                                         const Parameters& gradient,
                                         const GradientCheck& how = {});

/// How far a computed slope is from a measured one, by the formula above.
double slope_error(double computed, double measured, double smallest);

/// The slope with the largest error.
///
/// throws  ShapeError  when there are none
CheckedSlope worst_of(const std::vector<CheckedSlope>& slopes);

}  // namespace attn
