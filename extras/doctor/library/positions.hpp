/// Positional encodings and embeddings with switches.
#pragma once

#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// The power to which the base is raised for one of d_model columns.
double exponent_of(std::size_t column, std::size_t d_model, const Switches& on);

/// [1 x 1 x n x d_model]
Block positions(std::size_t n, std::size_t d_model, const Switches& on);

/// The rows of table [n_vocabulary x d_model] that ids [sentences x n] name, times the root of
/// d_model, with positions added.
Block embedded(const Array& ids, const Array& table, const Switches& on);

}  // namespace attn::doctor
