/// Whether slopes have the shape of what they are the slopes of: every backward function asks
/// first. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// function   as the message names it: "backward of Linear"
/// d_output   the slope of the loss in each entry of output
/// throws     ShapeError  when d_output is not rows x cols, the shape of output
void require_slope_of_output(const std::string& function, const Matrix& d_output,
                             std::size_t rows, std::size_t cols);

/// throws  ShapeError  when a part of the gradient has another shape than the weights: name
///                     says which part
void require_gradient_of(const std::string& function, const std::string& name,
                         const Matrix& weights, const Matrix& gradient);
void require_gradient_of(const std::string& function, const std::string& name,
                         const std::vector<double>& weights,
                         const std::vector<double>& gradient);

/// throws  ShapeError  when what a trace holds does not come from the layer and the input:
///                     name is given, its size is `given`, and the layer says `wanted`
void require_trace_of(const std::string& function, const std::string& name,
                      std::size_t given, std::size_t wanted);

/// What an encoder or a decoder is made of, its trace, or its gradient.
struct StackParts {
    std::size_t layers = 0;
    std::size_t final_norms = 0;  // 0 or 1
};

template <class Stack>
StackParts parts_of(const Stack& stack) {
    return {stack.layers.size(), stack.final_norm ? std::size_t{1} : std::size_t{0}};
}

/// throws  ShapeError  when the trace or the gradient has other parts than the stack, which is
///                     called `stack`: "encoder"
void require_parts_of(const std::string& function, const std::string& stack,
                      const StackParts& wanted, const StackParts& trace,
                      const StackParts& gradient);

}  // namespace attn
