/// Numbers with four axes: what the doctor's references compute with.
#pragma once

#include <cstddef>
#include <vector>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// [sentences x heads x rows x cols], row after row. Axes that an array lacks are 1.
struct Block {
    std::size_t sentences = 1;
    std::size_t heads = 1;
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::vector<double> values = {};

    Block() = default;
    Block(std::size_t sentences_, std::size_t heads_, std::size_t rows_, std::size_t cols_)
        : sentences(sentences_),
          heads(heads_),
          rows(rows_),
          cols(cols_),
          values(sentences_ * heads_ * rows_ * cols_) {}

    std::size_t place(std::size_t s, std::size_t h, std::size_t i, std::size_t j) const {
        return ((s * heads + h) * rows + i) * cols + j;
    }
    double& operator()(std::size_t s, std::size_t h, std::size_t i, std::size_t j) {
        return values[place(s, h, i, j)];
    }
    double operator()(std::size_t s, std::size_t h, std::size_t i, std::size_t j) const {
        return values[place(s, h, i, j)];
    }
    bool same_shape(const Block& other) const {
        return sentences == other.sentences && heads == other.heads && rows == other.rows &&
               cols == other.cols;
    }
};

/// A block of this size whose numbers are number(s, h, i, j).
template <class Number>
Block filled(std::size_t sentences, std::size_t heads, std::size_t rows, std::size_t cols,
             const Number& number) {
    Block y(sentences, heads, rows, cols);
    for (std::size_t s = 0; s < sentences; ++s) {
        for (std::size_t h = 0; h < heads; ++h) {
            for (std::size_t i = 0; i < rows; ++i) {
                for (std::size_t j = 0; j < cols; ++j) y(s, h, i, j) = number(s, h, i, j);
            }
        }
    }
    return y;
}

/// An array of one axis [n] as [1 1 1 n], of two as [1 1 n d], of three as [B 1 n d].
Block as_block(const Array& array);

/// A block of one head as an array of so many axes.
Array as_array(const Block& block, std::size_t axes);

/// x [.. n d] by w [k d]: x w^T.
Block times_transposed(const Block& x, const Block& w);

/// x [.. n m] by y [.. m d], head by head.
Block times(const Block& x, const Block& y);

/// Rows and columns exchanged in each head.
Block transposed(const Block& x);

Block sum(Block x, const Block& y);

}  // namespace attn::doctor
