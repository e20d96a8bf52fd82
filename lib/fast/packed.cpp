#include "fast/packed.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "attn/shape_error.hpp"
#include "fast/activate.hpp"
#include "fast/tile.hpp"

namespace attn::fast {
namespace {

// A panel of 64 columns of b, 1024 deep, is 256 KiB, and 132 rows of a are 528 KiB: together
// they stay in a cache of 1 MiB that belongs to one core. A deeper block would read and write c
// less often, and read a and b from farther away.
constexpr std::size_t block_depth = 1024;
constexpr std::size_t block_rows = 132;

std::size_t divide_up(std::size_t n, std::size_t by) {
    return (n + by - 1) / by;
}

/// Panel number index of b: entry (k, j) goes to panel[k * tile_cols + j].
void pack_col_panel(const ConstFloatView& b, std::size_t index, AlignedFloats& values) {
    const std::size_t first = index * tile_cols;
    const std::size_t cols = std::min(tile_cols, b.cols - first);
    float* panel = values.data() + first * b.rows;
    for (std::size_t k = 0; k < b.rows; ++k, panel += tile_cols) {
        const float* const row = b.row(k) + first;
        if (cols == tile_cols) {
            std::copy_n(row, tile_cols, panel);  // a size that the compiler knows
        } else {
            std::fill_n(std::copy_n(row, cols, panel), tile_cols - cols, 0.0f);
        }
    }
}

/// The same for the transpose of b: entry (k, j) is b's entry (j, k).
void pack_transposed_panel(const ConstFloatView& b, std::size_t index,
                           AlignedFloats& values) {
    const std::size_t first = index * tile_cols;
    const std::size_t cols = std::min(tile_cols, b.rows - first);
    float* const panel = values.data() + first * b.cols;
    std::fill_n(panel, b.cols * tile_cols, 0.0f);
    for (std::size_t j = 0; j < cols; ++j) {
        for (std::size_t k = 0; k < b.cols; ++k) {
            panel[k * tile_cols + j] = b.row(first + j)[k];
        }
    }
}

/// What one task computes: some rows of c in some panels of columns.
struct Part {
    std::size_t first_row, last_row;
    std::size_t first_panel, last_panel;
};

/// From where to where a block of the depth goes.
struct Depth {
    std::size_t first, last;
};

void copy(const ConstFloatView& from, const FloatView& to) {
    for (std::size_t i = 0; i < to.rows; ++i) std::copy_n(from.row(i), to.cols, to.row(i));
}

/// The rows of a panel that belong to a block of the depth.
ConstFloatView block_of(const PackedCols& b, std::size_t panel, const Depth& depth) {
    return {b.values.data() + (panel * b.depth + depth.first) * tile_cols,
            depth.last - depth.first, tile_cols, tile_cols};
}

/// What tile number index of n_tiles reads ahead, so that together they read the whole block.
Ahead share_of(const ConstFloatView& block, std::size_t index, std::size_t n_tiles) {
    const std::size_t step = divide_up(tile_cols, n_tiles);
    const std::size_t first = std::min(index * step, tile_cols - step);
    return {block.data + first * block.rows, step};
}

/// multiply_tile for a tile that may be cut by the right edge of c.
void multiply_cut_tile(const LeftFactor& a, const ConstFloatView& b, const Start& start,
                       const FloatView& tile, const Ahead& ahead) {
    if (tile.cols == tile_cols) {
        multiply_tile(a, b, start, tile, ahead);
        return;
    }
    // The kernel still computes whole rows, so they need a place.
    alignas(64) std::array<float, tile_rows * tile_cols> whole{};
    const FloatView part{whole.data(), tile.rows, tile.cols, tile_cols};
    copy({start.data, tile.rows, tile.cols, start.row}, part);
    multiply_tile(a, b, {whole.data(), tile_cols},
                  {whole.data(), tile.rows, tile_cols, tile_cols}, ahead);
    copy(part, tile);
}

/// What a tile's sums begin with: in the first block of the depth the bias, or 0.
Start start_of(const Depth& depth, const Epilogue& epilogue, std::size_t first_col,
               const FloatView& tile) {
    if (depth.first > 0) return {tile.data, tile.stride};
    return epilogue.bias != nullptr ? Start{epilogue.bias + first_col, 0} : at_zero;
}

/// One block of the depth for a part of c: tile after tile, panel after panel.
void multiply_block(const ConstFloatView& a, const PackedCols& b, const Depth& depth,
                    const Epilogue& epilogue, const FloatView& c, const Part& part,
                    Reading reading) {
    const std::size_t n_rows = part.last_row - part.first_row;
    const std::size_t n_tiles = divide_up(n_rows, tile_rows);
    for (std::size_t panel = part.first_panel; panel < part.last_panel; ++panel) {
        const std::size_t col = panel * tile_cols;
        const bool reads_ahead = reading == Reading::ahead && panel + 1 < part.last_panel;
        const FloatView strip{c.row(part.first_row) + col, n_rows,
                              std::min(tile_cols, b.cols - col), c.stride};
        std::size_t index = 0;
        for_each_tile(n_rows, [&](std::size_t row, std::size_t n) {
            const FloatView tile = rows_of(strip, row, n);
            multiply_cut_tile(
                {a.row(part.first_row + row) + depth.first, a.stride, 1},
                block_of(b, panel, depth), start_of(depth, epilogue, col, tile), tile,
                reads_ahead ? share_of(block_of(b, panel + 1, depth), index++, n_tiles)
                            : Ahead{});
            if (depth.last == a.cols && epilogue.activation) {
                for (std::size_t i = 0; i < n; ++i) {
                    activate(*epilogue.activation, {tile.row(i), tile.cols});
                }
            }
        });
    }
}

void multiply_part(const ConstFloatView& a, const PackedCols& b, const Epilogue& epilogue,
                   const FloatView& c, const Part& part, Reading reading) {
    const std::size_t n_blocks = std::max<std::size_t>(1, divide_up(a.cols, block_depth));
    for (std::size_t block = 0; block < n_blocks; ++block) {
        const Depth depth{a.cols * block / n_blocks, a.cols * (block + 1) / n_blocks};
        multiply_block(a, b, depth, epilogue, c, part, reading);
    }
}

/// Room for the panels of a matrix of this shape.
/// returns  how many panels it has
std::size_t make_room(std::size_t depth, std::size_t cols, PackedCols& packed) {
    const std::size_t n_panels = divide_up(cols, tile_cols);
    packed.depth = depth;
    packed.cols = cols;
    packed.values.resize(n_panels * tile_cols * depth);
    return n_panels;
}

void require_fit(const ConstFloatView& a, const PackedCols& b, const FloatView& c) {
    if (a.cols == b.depth && c.rows == a.rows && c.cols == b.cols) return;
    const auto text = [](std::size_t rows, std::size_t cols) {
        return std::to_string(rows) + "x" + std::to_string(cols);
    };
    throw ShapeError("multiply: a is " + text(a.rows, a.cols) + ", b is " +
                     text(b.depth, b.cols) + ", c is " + text(c.rows, c.cols) +
                     "; a's columns must equal b's rows, and c has a's rows and b's "
                     "columns");
}

}  // namespace

TileShape tile_shape() noexcept {
    return {tile_rows, tile_cols, lanes};
}

void pack_cols(const ConstFloatView& b, PackedCols& packed, Threads& threads) {
    threads.for_each(make_room(b.rows, b.cols, packed),
                     [&](std::size_t index) { pack_col_panel(b, index, packed.values); });
}

void pack_transposed(const ConstFloatView& b, PackedCols& packed, Threads& threads) {
    threads.for_each(make_room(b.cols, b.rows, packed), [&](std::size_t index) {
        pack_transposed_panel(b, index, packed.values);
    });
}

void multiply(const ConstFloatView& a, const PackedCols& b, const Epilogue& epilogue,
              const FloatView& c, Threads& threads, Reading reading) {
    require_fit(a, b, c);
    const std::size_t n_panels = divide_up(b.cols, tile_cols);
    const std::size_t n_row_parts = divide_up(a.rows, block_rows);
    // Two parts for each thread, so that none waits long for the last one, and yet a part has
    // panels to read ahead.
    const std::size_t n_col_parts =
        threads.count() == 1 ? 1 : std::min(n_panels, 2 * threads.count());
    threads.for_each(n_row_parts * n_col_parts, [&](std::size_t task) {
        const std::size_t row = task / n_col_parts * block_rows;
        const std::size_t part = task % n_col_parts;
        multiply_part(a, b, epilogue, c,
                      {row, std::min(row + block_rows, a.rows),
                       n_panels * part / n_col_parts, n_panels * (part + 1) / n_col_parts},
                      reading);
    });
}

}  // namespace attn::fast
