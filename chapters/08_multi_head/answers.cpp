#include "chapters/08_multi_head/exercises.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"

namespace attn::exercises {

Matrix average_weights(const MultiHeadTrace& trace) {
    if (trace.heads.empty()) throw ShapeError("average_weights: there are no heads");
    Matrix sum = trace.heads[0].weights;
    for (std::size_t h = 1; h < trace.heads.size(); ++h) {
        sum += trace.heads[h].weights;
    }
    return sum * (1 / static_cast<double>(trace.heads.size()));
}

MultiHeadAttention without_head(MultiHeadAttention layer, std::size_t head) {
    if (head >= layer.n_heads) {
        throw std::out_of_range("without_head: head is " + std::to_string(head) +
                                ", n_heads is " + std::to_string(layer.n_heads));
    }
    const std::size_t width = layer.w_v.weight.cols() / layer.n_heads;
    for (std::size_t i = head * width; i < (head + 1) * width; ++i) {
        const auto row = layer.w_o.weight.row(i);
        std::fill(row.begin(), row.end(), 0.0);
    }
    return layer;
}

bool splits_columns(const SplitFunction& split) {
    const Matrix m{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
    return split(m, 2) ==
           std::vector<Matrix>{{{1, 2, 3}, {7, 8, 9}}, {{4, 5, 6}, {10, 11, 12}}};
}

}  // namespace attn::exercises
