/// Positional encodings, embeddings and rotary positions with switches.
#pragma once

#include <cstddef>

#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// [1 x 1 x n x d_model]
Block positions(std::size_t n, std::size_t d_model, const Switches& on);

/// The rows of table [n_vocabulary x d_model] that ids [sentences x n] name, times the root of
/// d_model, with positions added.
Block embedded(const Array& ids, const Array& table, const Switches& on);

/// How rows are to be turned.
struct Turning {
    double base = 10000;
    bool halves = false;     // column i turns with i + d_k / 2, and not 2i with 2i + 1
    std::size_t first = 0;   // the first row's position
    double model_width = 0;  // d_model / n_heads, which some divide exponents by
};

/// The base and the layout of a probe, and its first row's position where it has one.
Turning turning_of(const Probe& probe);

/// Each row of each head turned by its position.
Block turned(const Block& x, const Turning& by, const Switches& on);

}  // namespace attn::doctor
