/// Matrices laid out in the order in which the fast product reads them. Introduced in
/// chapter 13.
#pragma once

#include <cstddef>
#include <optional>

#include "attn/activation.hpp"
#include "attn/fast/float_matrix.hpp"
#include "attn/fast/threads.hpp"

namespace attn::fast {

/// The sizes of the tile of sums that the compiled code keeps in registers: 8 x 48 floats for
/// AVX-512, 4 x 24 elsewhere.
struct TileShape {
    std::size_t rows = 0;
    std::size_t cols = 0;
};
TileShape tile_shape() noexcept;

/// A left factor [rows x depth], cut into panels of as many rows as a tile has. A panel holds
/// its first column, then its second, and so on: the order in which a tile needs them. The
/// last panel has the rows that are left.
struct PackedRows {
    std::size_t rows = 0;
    std::size_t depth = 0;
    AlignedFloats values = {};
};

/// A right factor [depth x cols], cut into panels of as many columns as a tile has. A panel
/// holds its first row, then its second, and so on; the last one is filled up with zeros.
struct PackedCols {
    std::size_t depth = 0;
    std::size_t cols = 0;
    AlignedFloats values = {};
};

/// Packs a [rows x depth]; the memory that packed already has is used again.
void pack_rows(const ConstFloatView& a, PackedRows& packed, Threads& threads);

/// Packs b [depth x cols]; the memory that packed already has is used again.
void pack_cols(const ConstFloatView& b, PackedCols& packed, Threads& threads);

/// What is done with an entry of a product before it leaves the cache: entry (i, j) becomes
/// activation(sum + bias[j]).
struct Finish {
    const float* bias = nullptr;  // a number for each column, or none
    std::optional<Activation> activation = {};
};

/// The product of two packed matrices, finished, to c [rows x cols].
///
/// The depth is taken in blocks, so that what is read again and again stays in the caches
/// (a panel of b and a block of a). Each entry is summed in the same order whatever the
/// number of threads: the result is the same to the bit.
///
/// throws  ShapeError  when the depths differ, or c is not rows x cols
void multiply(const PackedRows& a, const PackedCols& b, const Finish& finish,
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
    PackedRows left = {};
    PackedCols right = {};
};

}  // namespace attn::fast
