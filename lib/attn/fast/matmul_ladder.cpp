#include "attn/fast/matmul_ladder.hpp"

#include <algorithm>
#include <string>

#include "attn/fast/tile.hpp"
#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

void require_fit(const char* function, const FloatMatrix& a, const FloatMatrix& b) {
    if (a.cols() == b.rows()) return;
    throw ShapeError(std::string(function) + ": a is " + shape_text(a) + ", b is " +
                     shape_text(b) + "; a's columns must equal b's rows");
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

FloatMatrix matmul_register_tile(const FloatMatrix& a, const FloatMatrix& b) {
    require_fit("matmul_register_tile", a, b);
    if (b.cols() < tile_cols) return matmul_float(a, b);
    FloatMatrix c = FloatMatrix::uninitialized(a.rows(), b.cols());
    const ConstFloatView left = a.view(), right = b.view();
    for (std::size_t j = 0; j < c.cols(); j += tile_cols) {
        const std::size_t col = std::min(j, c.cols() - tile_cols);
        for (std::size_t i = 0; i < c.rows(); i += tile_rows) {
            const std::size_t rows = std::min(tile_rows, c.rows() - i);
            // The last tile lies partly on the one before, and finds the same sums.
            multiply_tile({left.row(i), left.stride, 1},
                          {right.data + col, right.rows, tile_cols, right.stride}, at_zero,
                          {c.view().row(i) + col, rows, tile_cols, c.cols()});
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
    multiply(a.view(), workspace.right, Epilogue{}, c.view(), workspace.threads,
             Reading::as_needed);
}

}  // namespace attn::fast
