/// Matrices laid out in the order in which the fast product reads them. Introduced in
/// chapter 21.
#pragma once

#include <cstddef>
#include <optional>

#include "attn/activation.hpp"
#include "fast/float_matrix.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

/// The sizes of the tile of sums that the compiled code keeps in registers: 6 x 64 floats in
/// vectors of 16 for AVX-512, 6 x 16 in vectors of 8 for AVX, 5 x 16 in vectors of 4 for ARM.
struct TileShape {
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t lanes =
        0;  // floats in a vector: 1 where the compiler has no vectors as a type
};
TileShape tile_shape() noexcept;

/// A right factor [depth x cols], cut into panels as wide as a tile. A panel holds its first
/// row, then its second, and so on, in the order in which tiles read them; the last panel is
/// filled up with zeros.
///
/// Only right factors are packed. Of the left one a tile reads a few rows, each from start to
/// end, which caches handle well; copying it first gains nothing.
struct PackedCols {
    std::size_t depth = 0;
    std::size_t cols = 0;
    AlignedFloats values = {};
};

/// Packs b [depth x cols], reusing the memory of packed.
void pack_cols(const ConstFloatView& b, PackedCols& packed, Threads& threads);

/// Packs the transpose of b [cols x depth] without writing it down.
void pack_transposed(const ConstFloatView& b, PackedCols& packed, Threads& threads);

/// What happens to a product's entries before they leave the cache: entry (i, j) becomes
/// activation(sum + bias[j]).
struct Epilogue {
    const float* bias = nullptr;  // one number per column, or null
    std::optional<Activation> activation = {};
};

/// When the product reads a panel of b: as its tiles need it, or ahead, while the tiles of the
/// panel before are computed. The result is the same.
enum class Reading { as_needed, ahead };

/// c = the product a b after the epilogue.
///
/// The depth is taken in blocks, so that what is read most often (a panel of b and a block of
/// a) stays in the caches. Each entry is summed in the same order for any number of threads, so
/// the result is equal to the last bit.
///
/// a       [rows x depth]
/// b       [depth x cols]
/// c       [rows x cols]
/// throws  ShapeError  when the depths differ, or c has another shape
void multiply(const ConstFloatView& a, const PackedCols& b, const Epilogue& epilogue,
              const FloatView& c, Threads& threads, Reading reading = Reading::ahead);

/// What a product needs besides its numbers: threads that wait for work, and memory that is
/// kept between two products. (Getting some megabytes from the system and touching them for the
/// first time costs as much as multiplying with them.)
///
/// For one caller at a time.
struct Workspace {
    /// throws  as Threads
    explicit Workspace(std::size_t n_threads = 1) : threads(n_threads) {}

    Threads threads;
    PackedCols right = {};
};

}  // namespace attn::fast
