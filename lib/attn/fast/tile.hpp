/// The innermost loops of the fast matrix product. Introduced in chapter 13.
///
/// For the sources of this folder: the sizes differ with the processor that they are compiled
/// for, so nothing here may be used by a source that is compiled for another one.
#pragma once

#include <cstddef>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

// A tile of sums fills most of the vector registers, and leaves some for a row of b: 24 of 32
// registers of 16 floats (AVX-512), 12 of 16 of 8 floats (AVX), 24 of 32 of 4 floats (NEON).
// Rows of 24 and 64 are long enough that no compiler unrolls them before it turns them into
// vectors; with rows of 16, some do, and are ten times slower. And 64 divides the widths of
// most models.
#if defined(__AVX512F__)
static constexpr std::size_t tile_rows = 6;
static constexpr std::size_t tile_cols = 64;
#else
static constexpr std::size_t tile_rows = 4;
static constexpr std::size_t tile_cols = 24;
#endif

/// Adds the product of a [rows x depth] and b [depth x tile_cols] to sums [rows x tile_cols].
///
/// rows   from 1 to tile_rows
/// a      entry (i, k) is a[i * a_row + k * a_step]
/// b      entry (k, j) is b[k * b_row + j]
/// sums   entry (i, j) is sums[i * sums_row + j]
void add_tile(std::size_t rows, std::size_t depth, const float* a, std::size_t a_row,
              std::size_t a_step, const float* b, std::size_t b_row, float* sums,
              std::size_t sums_row);

}  // namespace attn::fast
