/// The innermost loops of the fast matrix product. Introduced in chapter 21.
///
/// As simd.hpp, only for sources that are compiled for one processor.
#pragma once

#include <cstddef>

#include "fast/float_matrix.hpp"
#include "fast/simd.hpp"

namespace attn::fast {

// A tile of sums fills most of the vector registers, and leaves some for a row of b and an entry
// of a: 6 x 4 of 32 registers (AVX-512), 6 x 2 of 16 (AVX, SSE, WebAssembly). On ARM, which has
// 32, GCC loads all entries of a before it multiplies, so they need registers too.
#if ATTN_SIMD_LANES == 1  // rows so long that no compiler unrolls them instead
static constexpr std::size_t tile_rows = 4;
static constexpr std::size_t tile_vectors = 24;
#elif defined(__aarch64__)
static constexpr std::size_t tile_rows = 5;
static constexpr std::size_t tile_vectors = 4;
#else
static constexpr std::size_t tile_rows = 6;
static constexpr std::size_t tile_vectors = ATTN_SIMD_LANES == 16 ? 4 : 2;
#endif
static constexpr std::size_t tile_cols = tile_vectors * lanes;

/// A tile's left factor as it lies in memory: entry (i, k) is data[i * row + k * step]. With row
/// and step exchanged it is the transpose, and nothing needs to be copied.
struct LeftFactor {
    const float* data = nullptr;
    std::size_t row = 0;
    std::size_t step = 0;
};

/// What a tile's sums begin with: row i is at data + i * row. With row = 0 all rows begin alike.
struct Start {
    const float* data = nullptr;
    std::size_t row = 0;
};

alignas(64) static constexpr float zeros[tile_cols] = {};
static constexpr Start at_zero{zeros, 0};

/// Numbers that the next tiles will need: at step k of a tile data[k * step] is prefetched. So
/// they come from the memory into a cache while the tile is computed, and nobody has to wait for
/// them later.
struct Ahead {
    const float* data = nullptr;
    std::size_t step = 0;
};

/// sums = start + a b.
///
/// a      [sums.rows x b.rows]
/// b      [depth x tile_cols]
/// start  [sums.rows x tile_cols]  may be the sums themselves
/// sums   [1 to tile_rows rows x tile_cols]
/// ahead  prefetched at each step of the depth; b's beginning is, if it has no data
void multiply_tile(const LeftFactor& a, const ConstFloatView& b, const Start& start,
                   const FloatView& sums, const Ahead& ahead = {});

/// The rows first to first + n - 1 of m.
static inline FloatView rows_of(const FloatView& m, std::size_t first, std::size_t n) {
    return {m.row(first), n, m.cols, m.stride};
}

/// Calls do_tile(first row, number of rows) for each of the tiles that so many rows make. All
/// are about equally high: a low one, left over at the end, would wait for its few sums.
template <class DoTile>
static inline void for_each_tile(std::size_t rows, DoTile do_tile) {
    const std::size_t n_tiles = (rows + tile_rows - 1) / tile_rows;
    for (std::size_t i = 0; i < n_tiles; ++i) {
        const std::size_t first = rows * i / n_tiles;
        do_tile(first, rows * (i + 1) / n_tiles - first);
    }
}

}  // namespace attn::fast
