/// The innermost loops of the fast matrix product. Introduced in chapter 13.
///
/// For the sources of this folder: the sizes differ with the processor that they are compiled
/// for, so nothing here may be used by a source that is compiled for another one.
#pragma once

#include <cstddef>

#include "attn/fast/float_matrix.hpp"
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

/// A tile's left factor as it lies in memory: entry (i, k) is data[i * row + k * step]. With row
/// and step exchanged it is the transpose, and nothing needs to be copied.
struct LeftFactor {
    const float* data = nullptr;
    std::size_t row = 0;
    std::size_t step = 0;
};

/// Numbers that the next tiles will need: step k of a tile reads data[k * step] and forgets it.
/// So they come from the memory into a cache while the tile is computed, and nobody has to wait
/// for them later.
struct Ahead {
    const float* data = nullptr;
    std::size_t step = 0;
};

/// sums = sums + a b.
///
/// a      [sums.rows x b.rows]
/// b      [depth x tile_cols]
/// sums   [1 to tile_rows rows x tile_cols]
/// ahead  read at each step of the depth; nothing is, if it has no data
void add_tile(const LeftFactor& a, const ConstFloatView& b, const FloatView& sums,
              const Ahead& ahead = {});

}  // namespace attn::fast
