/// The gradients of reference cases: what the library's backward functions say of an op.
#pragma once

#include <vector>

#include "tools/reference_cases.hpp"

namespace reference {

/// The slopes of loss = sum(output * grad_output) by the slots of inputs and weights: one set
/// for each source of the masks, and each must agree. grad_output is the input of that name,
/// or grad_y.
///
/// throws  UnknownCase  when no backward function is known for the case's op
///         CaseError    when grad_output is missing, or has not the shape of the output
std::vector<Arrays> gradients_of(const Case& given);

/// The family grad: the outputs of the case's op (under the name "output" too), and the loss.
///
/// throws  as gradients_of, and CaseError when the case names no gradient
std::vector<Arrays> gradient_family(const Case& given);

}  // namespace reference
