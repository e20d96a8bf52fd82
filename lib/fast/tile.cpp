#include "fast/tile.hpp"

#include <array>
#include <utility>

namespace attn::fast {
namespace {

/// The sums are read and written once, and stay in registers for the whole depth: where the
/// plain loops load two numbers for each multiplication, here rows + tile_vectors are loaded for
/// rows times tile_vectors of them.
template <std::size_t rows>
void multiply_tile_of(const LeftFactor& a, const ConstFloatView& b, const Start& start,
                      const FloatView& sums, const Ahead& ahead) {
    const float* const next = ahead.data != nullptr ? ahead.data : b.data;
    Floats tile[rows][tile_vectors] = {};
#ifdef __clang__
#pragma clang loop unroll(disable)  // else Clang loads for later steps too, through memory
#endif
    for (std::size_t k = 0; k < b.rows; ++k) {
        const float* const a_column = a.data + k * a.step;
        Floats b_row[tile_vectors];
        for (std::size_t j = 0; j < tile_vectors; ++j)
            b_row[j] = load(b.row(k) + j * lanes);
        prefetch(next + k * ahead.step);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < tile_vectors; ++j) {
                tile[i][j] += a_column[i * a.row] * b_row[j];
            }
        }
    }
    const Start from = start;
    const FloatView to = sums;
#ifdef __GNUC__
#pragma GCC unroll 8  // else GCC takes each sum through memory
#endif
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < tile_vectors; ++j) {
            const Floats before = load(from.data + i * from.row + j * lanes);
            store(before + tile[i][j], to.row(i) + j * lanes);
        }
    }
}

using MultiplyTile = decltype(&multiply_tile_of<1>);

template <std::size_t... i>
constexpr std::array<MultiplyTile, tile_rows> one_for_each(std::index_sequence<i...>) {
    return {multiply_tile_of<i + 1>...};
}

/// The compiler gets to know the number of rows: entry i is for i + 1 of them.
constexpr std::array multiply_tile_by_rows =
    one_for_each(std::make_index_sequence<tile_rows>());

}  // namespace

void multiply_tile(const LeftFactor& a, const ConstFloatView& b, const Start& start,
                   const FloatView& sums, const Ahead& ahead) {
    multiply_tile_by_rows[sums.rows - 1](a, b, start, sums, ahead);
}

}  // namespace attn::fast
