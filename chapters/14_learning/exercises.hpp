/// What chapter 14 asks you to build. Write the functions in
/// chapters/14_learning/exercises.cpp and try them with ./test exercise 14.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace attn::exercises {

/// The slopes of (a b + b - c)^2 in its three numbers.
struct GraphSlopes {
    double a = 0, b = 0, c = 0;
};

/// The way back through (a b + b - c)^2, a step at a time: first the values on the way forward, then
/// the slopes, from the square to the three numbers.
///
/// hint  b has two routes, and c stands behind a minus
GraphSlopes graph_slopes(double a, double b, double c);

/// The slope of f at x, measured: (f(x + step) - f(x - step)) / (2 step).
///
/// step    how far x is moved, each way
/// throws  std::domain_error  when step is not positive
double measured_slope(const std::function<double(double)>& f, double x, double step);

/// The way back through softmax, for one row.
///
/// weights    [n]  what softmax returned
/// d_weights  [n]  the slope of the loss in each weight
/// returns    [n]  the slope of the loss in each score; they sum to 0
/// throws     ShapeError  when the two differ in length
/// hint       first the average slope, each counted by its weight
std::vector<double> softmax_slopes(std::span<const double> weights,
                                   std::span<const double> d_weights);

/// What Adam keeps for one weight.
struct AdamMemory {
    double m = 0, v = 0;
    int n_steps = 0;  // so many were taken
};

/// One step of Adam for one weight, with the text's 0.9, 0.999 and 1e-8.
///
/// memory   of the steps before; it gets this one
/// returns  the weight after the step
/// throws   std::domain_error  when rate is not positive
/// hint     the first step is step 1
double adam_step(double weight, double slope, double rate, AdamMemory& memory);

}  // namespace attn::exercises
