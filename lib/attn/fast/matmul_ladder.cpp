#include "attn/fast/matmul_ladder.hpp"

#include <algorithm>
#include <string>

#include "attn/fast/tile.hpp"
#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

template <class AnyMatrix>
void require_fit(const char* function, const AnyMatrix& a, const AnyMatrix& b) {
    if (a.cols() == b.rows()) return;
    throw ShapeError(std::string(function) + ": a is " + shape_text(a) + ", b is " +
                     shape_text(b) + "; a's columns must equal b's rows");
}

/// The tile of a product that begins in row first_row and column first_col.
void multiply_tile(const ConstFloatView& a, const ConstFloatView& b, std::size_t first_row,
                   std::size_t first_col, const FloatView& c) {
    float tile[tile_rows][tile_cols] = {};
    for (std::size_t k = 0; k < a.cols; ++k) {
        const float* const b_row = b.row(k) + first_col;
        for (std::size_t i = 0; i < tile_rows; ++i) {
            const float factor = a.row(first_row + i)[k];
            for (std::size_t j = 0; j < tile_cols; ++j) tile[i][j] += factor * b_row[j];
        }
    }
    for (std::size_t i = 0; i < tile_rows; ++i) {
        std::copy_n(tile[i], tile_cols, c.row(first_row + i) + first_col);
    }
}

}  // namespace

Matrix matmul_loop_order(const Matrix& a, const Matrix& b) {
    require_fit("matmul_loop_order", a, b);
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const auto c_row = c.row(i);
        for (std::size_t k = 0; k < a.cols(); ++k) {
            const double factor = a(i, k);
            const auto b_row = b.row(k);
            for (std::size_t j = 0; j < c_row.size(); ++j) c_row[j] += factor * b_row[j];
        }
    }
    return c;
}

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

FloatMatrix matmul_register_tile(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_register_tile", a, b);
    if (a.rows() < tile_rows || b.cols() < tile_cols) return matmul_float(a, b);
    FloatMatrix c = FloatMatrix::undecided(a.rows(), b.cols());
    for (std::size_t j = 0; j < b.cols(); j += tile_cols) {
        const std::size_t first_col = std::min(j, b.cols() - tile_cols);
        for (std::size_t i = 0; i < a.rows(); i += tile_rows) {
            const std::size_t first_row = std::min(i, a.rows() - tile_rows);
            multiply_tile(a.view(), b.view(), first_row, first_col, c.view());
        }
    }
    return c;
}

FloatMatrix matmul_packed(const FloatMatrix& a, const FloatMatrix& b) {
    Workspace one;
    FloatMatrix c;
    matmul_packed(a, b, c, one);
    return c;
}

void matmul_packed(const FloatMatrix& a, const FloatMatrix& b, FloatMatrix& c,
                   Workspace& workspace) {
    require_fit("matmul_packed", a, b);
    c.resize(a.rows(), b.cols());
    pack_cols(b.view(), workspace.right, workspace.threads);
    multiply(a.view(), workspace.right, Finish{}, c.view(), workspace.threads);
}

}  // namespace attn::fast
