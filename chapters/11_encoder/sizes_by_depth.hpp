/// How large the rows of a stack become over its depth, with norms and without.
#pragma once

#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters::ch11 {

/// The root of the mean square of all entries: how large the numbers of m are.
double root_mean_square(const Matrix& m);

/// How large a stack's rows are, after 0, 1, 2 ... layers: with the norms behind the parts, in
/// front of them, and left out.
struct Sizes {
    std::vector<double> post, pre, bare;
    double pre_and_final = 0;  // the whole pre-norm stack, with a final norm on top
};
Sizes sizes_by_depth(const std::vector<EncoderLayer>& layers, const Matrix& x);

/// Stretches the weights of random_linear, uniform in ±1/sqrt(d_in), to Xavier's draw, uniform in
/// ±sqrt(6 / (d_in + d_out)), and sets the biases to 0, in each of the layer's six maps.
///
/// source  Glorot and Bengio (2010)
void stretch_to_xavier(EncoderLayer& layer);

/// Two stacks of equal depth as a table of layers 0, 1, 2, 4, 8 and so on.
std::vector<std::vector<std::string>> lines_of(const Sizes& ours, const Sizes& random);

/// A layer with its norms left out: x + attention, and feed-forward on top.
Matrix forward_without_norms(const EncoderLayer& layer, const Matrix& x);

}  // namespace attn::chapters::ch11
