/// The matrix product in float32, the upper rungs of chapter 21's ladder: each a few lines from
/// the one before, each with the same result. Compiled as lib/fast is.
#pragma once

#include "fast/float_matrix.hpp"
#include "fast/packed.hpp"

namespace attn::speed {

// For all of them:
// a        [n x d]
// b        [d x m]
// returns  [n x m]
// throws   ShapeError  when a's columns are not as many as b's rows

/// Three loops, row, depth, column, in float32: with twice as many numbers as double per vector
/// register and per cache line.
fast::FloatMatrix matmul_float(const fast::FloatMatrix& a, const fast::FloatMatrix& b);

/// A tile of sums, a few rows by a few vectors, is computed for the whole depth, and what is
/// loaded is used for a whole row or column of it. At the edges the last tile steps back, and
/// computes some entries a second time; matrices smaller than a tile are left to matmul_float.
fast::FloatMatrix matmul_tile(const fast::FloatMatrix& a, const fast::FloatMatrix& b);

/// The same with the vectors said, so that the sums stay in registers with any compiler.
fast::FloatMatrix matmul_vector_tile(const fast::FloatMatrix& a,
                                     const fast::FloatMatrix& b);

/// b is first copied into panels, in the order in which the tiles read it (packing), and depth
/// and rows are taken in blocks that fit in the caches.
fast::FloatMatrix matmul_packed(const fast::FloatMatrix& a, const fast::FloatMatrix& b);

// What comes next keeps b packed, as weights do not change, reads the next panel ahead, adds the
// bias and applies the activation before a sum leaves the cache: fast::Linear.

}  // namespace attn::speed
