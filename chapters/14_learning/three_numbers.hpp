/// The smallest graph with two routes: the loss (a b + b - c)^2, in which b is used twice.
#pragma once

#include <cstddef>
#include <vector>

namespace attn::chapters::ch14 {

/// A number on the way forward, and how fast the loss rises with it.
struct ValueAndSlope {
    double value = 0, slope = 0;
};

struct Graph {
    ValueAndSlope a, b, c;
    ValueAndSlope product, sum, off, loss;  // a b, a b + b, a b + b - c, its square
};

/// Forward from a, b and c to the loss, and back.
Graph graph_of(double a, double b, double c);

/// What plain steps make of a and b, at the rate 0.03; c is what is wished for, and stays.
///
/// returns  n_steps + 1 graphs, the first before any step
std::vector<Graph> steps_of(double a, double b, double c, std::size_t n_steps);
inline constexpr double graph_rate = 0.03;

}  // namespace attn::chapters::ch14
