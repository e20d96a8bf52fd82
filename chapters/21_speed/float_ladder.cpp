#include "chapters/21_speed/float_ladder.hpp"

#include <algorithm>
#include <string>

#include "attn/shape_error.hpp"
#include "fast/simd.hpp"
#include "fast/tile.hpp"

namespace attn::speed {
namespace {

using namespace fast;

/// One tile of c in plain loops: what of it stays in registers, the compiler decides.
void plain_tile(const ConstFloatView& a, const ConstFloatView& b, const FloatView& c) {
    float sums[tile_rows][tile_cols] = {};
    for (std::size_t k = 0; k < b.rows; ++k) {
        for (std::size_t i = 0; i < tile_rows; ++i) {
            for (std::size_t j = 0; j < tile_cols; ++j) {
                sums[i][j] += a.row(i)[k] * b.row(k)[j];
            }
        }
    }
    for (std::size_t i = 0; i < tile_rows; ++i) {
        std::copy_n(sums[i], tile_cols, c.row(i));
    }
}

/// One tile of c in vectors, each as wide as a register.
void vector_tile(const ConstFloatView& a, const ConstFloatView& b, const FloatView& c) {
    Floats sums[tile_rows][tile_vectors] = {};
    for (std::size_t k = 0; k < b.rows; ++k) {
        Floats b_row[tile_vectors];
        for (std::size_t j = 0; j < tile_vectors; ++j) {
            b_row[j] = load(b.row(k) + j * lanes);
        }
        for (std::size_t i = 0; i < tile_rows; ++i) {
            for (std::size_t j = 0; j < tile_vectors; ++j)
                sums[i][j] += a.row(i)[k] * b_row[j];
        }
    }
    for (std::size_t i = 0; i < tile_rows; ++i) {
        for (std::size_t j = 0; j < tile_vectors; ++j) {
            store(sums[i][j], c.row(i) + j * lanes);
        }
    }
}

void require_fit(const char* function, const FloatMatrix& a, const FloatMatrix& b) {
    if (a.cols() == b.rows()) return;
    throw ShapeError(std::string(function) + ": a is " + shape_text(a) + ", b is " +
                     shape_text(b) + "; a's columns must equal b's rows");
}

/// The product, tile after tile.
template <class Tile>
FloatMatrix in_tiles(const FloatMatrix& a, const FloatMatrix& b, Tile tile) {
    if (a.rows() < tile_rows || b.cols() < tile_cols || b.rows() == 0)
        return matmul_float(a, b);
    FloatMatrix product = FloatMatrix::uninitialized(a.rows(), b.cols());
    const ConstFloatView left = a.view(), right = b.view();
    const FloatView c = product.view();
    for (std::size_t next_col = 0; next_col < c.cols; next_col += tile_cols) {
        const std::size_t j = std::min(next_col, c.cols - tile_cols);
        for (std::size_t next_row = 0; next_row < c.rows; next_row += tile_rows) {
            const std::size_t i = std::min(next_row, c.rows - tile_rows);
            tile({left.row(i), tile_rows, left.cols, left.stride},
                 {right.data + j, right.rows, tile_cols, right.stride},
                 {c.row(i) + j, tile_rows, tile_cols, c.stride});
        }
    }
    return product;
}

}  // namespace

FloatMatrix matmul_float(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_float", a, b);
    FloatMatrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const auto c_row = c.row(i);
        for (std::size_t k = 0; k < a.cols(); ++k) {
            const float factor = a(i, k);
            const auto b_row = b.row(k);
            for (std::size_t j = 0; j < c_row.size(); ++j) c_row[j] += factor * b_row[j];
        }
    }
    return c;
}

FloatMatrix matmul_tile(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_tile", a, b);
    return in_tiles(a, b, plain_tile);
}

FloatMatrix matmul_vector_tile(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_vector_tile", a, b);
    return in_tiles(a, b, vector_tile);
}

FloatMatrix matmul_packed(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_packed", a, b);
    Workspace one;
    pack_cols(b.view(), one.right, one.threads);
    FloatMatrix c = FloatMatrix::uninitialized(a.rows(), b.cols());
    multiply(a.view(), one.right, Epilogue{}, c.view(), one.threads, Reading::as_needed);
    return c;
}

}  // namespace attn::speed
