/// Matrices laid out in the order in which the fast product reads them. Introduced in
/// chapter 13.
#pragma once

#include <cstddef>
#include <optional>

#include "attn/activation.hpp"
#include "attn/fast/float_matrix.hpp"
#include "attn/fast/threads.hpp"

namespace attn::fast {

/// The sizes of the tile of sums that the compiled code keeps in registers: 6 x 64 floats for
/// AVX-512, 4 x 24 elsewhere.
struct TileShape {
    std::size_t rows = 0;
    std::size_t cols = 0;
};
TileShape tile_shape() noexcept;

/// A right factor [depth x cols], cut into panels of as many columns as a tile has. A panel
/// holds its first row, then its second, and so on, in the order in which tiles read them; the
/// last panel is filled up with zeros.
///
/// Only right factors are packed. Of the left one a tile reads a few rows, each from its
/// beginning to its end, which is an order that caches like; to copy it first gains nothing.
struct PackedCols {
    std::size_t depth = 0;
    std::size_t cols = 0;
    AlignedFloats values = {};
};

/// Packs b [depth x cols]; the memory that packed already has is used again.
void pack_cols(const ConstFloatView& b, PackedCols& packed, Threads& threads);

/// Packs the transpose of b [cols x depth], which is not written down.
void pack_transposed(const ConstFloatView& b, PackedCols& packed, Threads& threads);

/// What is done with an entry of a product before it leaves the cache: entry (i, j) becomes
/// activation(sum + bias[j]).
struct Epilogue {
    const float* bias = nullptr;  // a number for each column, or none
    std::optional<Activation> activation = {};
};

/// The product a b, finished, to c.
///
/// The depth is taken in blocks, so that what is read again and again stays in the caches
/// (a panel of b and a block of a). Each entry is summed in the same order whatever the
/// number of threads: the result is the same to the bit.
///
/// a       [rows x depth]
/// b       [depth x cols]
/// c       [rows x cols]
/// throws  ShapeError  when the depths differ, or c has another shape
void multiply(const ConstFloatView& a, const PackedCols& b, const Epilogue& epilogue,
              const FloatView& c, Threads& threads);

/// What is needed to compute, besides the numbers: threads that wait for work, and memory that
/// is not given back between two products. (To be given some megabytes by the system and to
/// touch them for the first time costs as much as to multiply with them.)
///
/// For one caller at a time.
struct Workspace {
    /// throws  as Threads
    explicit Workspace(std::size_t n_threads = 1) : threads(n_threads) {}

    Threads threads;
    PackedCols right = {};
};

}  // namespace attn::fast
