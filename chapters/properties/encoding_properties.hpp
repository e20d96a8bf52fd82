/// What must hold of any sinusoidal positional encoding. Introduced in chapter 18.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

/// A positional encoding, with a row for each position.
using EncodingFunction =
    std::function<Matrix(std::size_t n_positions, std::size_t d_model)>;

/// The dot product of two positions' rows depends on their distance alone.
Counterexample encoding_depends_on_distance(const EncodingFunction& encoding);

/// The waves are the paper's, with the angle position / 10000^(2 pair / d_model) for each
/// pair, in any layout. They are read off the dot products of rows, which are sums of
/// cos(distance / 10000^(2 pair / d_model)).
Counterexample encoding_has_the_papers_waves(const EncodingFunction& encoding);

/// Sine and cosine alternate: row 0 is 0, 1, 0, 1, ...
Counterexample encoding_alternates(const EncodingFunction& encoding);

/// All of the above, in that order.
std::vector<Property<EncodingFunction>> encoding_properties();

}  // namespace attn
