#include "attn/fast/tile.hpp"

#include <array>
#include <utility>

namespace attn::fast {
namespace {

/// The sums are read and written once, and stay in registers for the whole depth: where the
/// plain loops load two numbers for each multiplication, here rows + tile_cols are loaded for
/// rows times tile_cols of them.
template <std::size_t rows>
void add_tile_of(std::size_t depth, const float* a, std::size_t a_row, std::size_t a_step,
                 const float* b, std::size_t b_row, float* sums, std::size_t sums_row) {
    float tile[rows][tile_cols] = {};
    for (std::size_t k = 0; k < depth; ++k, a += a_step, b += b_row) {
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < tile_cols; ++j) {
                tile[i][j] += a[i * a_row] * b[j];
            }
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < tile_cols; ++j) sums[i * sums_row + j] += tile[i][j];
    }
}

using AddTile = decltype(&add_tile_of<1>);

template <std::size_t... i>
constexpr std::array<AddTile, tile_rows> one_for_each(std::index_sequence<i...>) {
    return {add_tile_of<i + 1>...};
}

/// The compiler gets to know the number of rows: entry i is for i + 1 of them.
constexpr std::array add_tile_by_rows = one_for_each(std::make_index_sequence<tile_rows>());

}  // namespace

void add_tile(std::size_t rows, std::size_t depth, const float* a, std::size_t a_row,
              std::size_t a_step, const float* b, std::size_t b_row, float* sums,
              std::size_t sums_row) {
    add_tile_by_rows[rows - 1](depth, a, a_row, a_step, b, b_row, sums, sums_row);
}

}  // namespace attn::fast
