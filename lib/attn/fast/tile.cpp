#include "attn/fast/tile.hpp"

#include <array>
#include <utility>

namespace attn::fast {
namespace {

/// The sums are read and written once, and stay in registers for the whole depth: where the
/// plain loops load two numbers for each multiplication, here rows + tile_cols are loaded for
/// rows times tile_cols of them.
template <std::size_t rows>
void add_tile_of(const LeftFactor& a, const ConstFloatView& b, const FloatView& sums,
                 const Ahead& ahead) {
    // volatile, as the compiler would leave out a number that nobody uses.
    const volatile float* const next = ahead.data != nullptr ? ahead.data : b.data;
    float tile[rows][tile_cols] = {};
    for (std::size_t k = 0; k < b.rows; ++k) {
        const float* const a_column = a.data + k * a.step;
        const float* const b_row = b.row(k);
        static_cast<void>(next[k * ahead.step]);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < tile_cols; ++j) {
                tile[i][j] += a_column[i * a.row] * b_row[j];
            }
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < tile_cols; ++j) sums.row(i)[j] += tile[i][j];
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

void add_tile(const LeftFactor& a, const ConstFloatView& b, const FloatView& sums,
              const Ahead& ahead) {
    add_tile_by_rows[sums.rows - 1](a, b, sums, ahead);
}

}  // namespace attn::fast
