/// The matrix product in steps, each a few lines from the one before, each with the same
/// result. Introduced in chapter 13.
#pragma once

#include "attn/fast/float_matrix.hpp"
#include "attn/fast/packed.hpp"

namespace attn::fast {

// The first step is three loops, row, column, depth, in double. Chapter 13 exchanges
// two of them, leaves out the bounds checks, and compiles for one processor; here it goes on.
//
// For all of them:
// a        [n x d]
// b        [d x m]
// returns  [n x m]
// throws   ShapeError  when a's columns are not as many as b's rows

/// Three loops, row, depth, column, in float32: with twice as many numbers as double per vector
/// register and per cache line.
FloatMatrix matmul_float(const FloatMatrix& a, const FloatMatrix& b);

/// A tile of sums, a few rows by a few vectors, stays in registers for the whole depth, and
/// what is loaded is used for a whole row or column of it (tile.cpp). At the right edge the
/// last tile steps back, and computes some entries a second time; a b that is narrower than a
/// tile is left to matmul_float.
FloatMatrix matmul_register_tile(const FloatMatrix& a, const FloatMatrix& b);

/// b is first copied into panels, in the order in which the tiles read it (packing), and depth
/// and rows are taken in blocks that fit in the caches.
FloatMatrix matmul_packed(const FloatMatrix& a, const FloatMatrix& b);

/// The same on the workspace's threads, reusing the memory of the panels and of c. Equal to the
/// last bit for any number of threads.
///
/// c  becomes [n x m]
void matmul_packed(const FloatMatrix& a, const FloatMatrix& b, FloatMatrix& c,
                   Workspace& workspace);

// What comes next keeps b packed, as weights do not change, reads the next panel ahead, adds the
// bias and applies the activation before a sum leaves the cache: fast::Linear.

}  // namespace attn::fast
