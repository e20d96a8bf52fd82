#include "doctor/library/block.hpp"

#include "doctor/library/kind.hpp"

namespace attn::doctor {

Block as_block(const Array& array) {
    const std::vector<std::size_t>& n = array.shape;
    Block block;
    block.sentences = n.size() > 2 ? n[0] : 1;
    block.rows = n.size() > 1 ? n[n.size() - 2] : 1;
    block.cols = n.empty() ? 1 : n.back();
    block.values = array.values;
    return block;
}

Array as_array(const Block& block, std::size_t axes) {
    std::vector<std::size_t> shape = {block.cols};
    if (axes > 1) shape.insert(shape.begin(), block.rows);
    if (axes > 2) shape.insert(shape.begin(), block.sentences);
    return {.shape = shape, .values = block.values};
}

/// Heads meet heads one by one; one that stands alone meets all.
Block times_transposed(const Block& x, const Block& w) {
    if (x.cols != w.cols) throw Inapplicable{};
    Block y(x.sentences, x.heads, x.rows, w.rows);
    const bool shared = w.sentences * w.heads == 1;
    for (std::size_t g = 0; g < x.sentences * x.heads; ++g) {
        const double* weight = w.values.data() + (shared ? 0 : g * w.rows * w.cols);
        for (std::size_t i = 0; i < x.rows; ++i) {
            const double* row = x.values.data() + (g * x.rows + i) * x.cols;
            for (std::size_t k = 0; k < w.rows; ++k) {
                double product = 0;
                for (std::size_t j = 0; j < x.cols; ++j) {
                    product += row[j] * weight[k * x.cols + j];
                }
                y.values[(g * x.rows + i) * w.rows + k] = product;
            }
        }
    }
    return y;
}

Block times(const Block& x, const Block& y) {
    return times_transposed(x, transposed(y));
}

Block transposed(const Block& x) {
    return filled(x.sentences, x.heads, x.cols, x.rows,
                  [&](auto s, auto h, auto i, auto j) { return x(s, h, j, i); });
}

Block sum(Block x, const Block& y) {
    if (!x.same_shape(y)) throw Inapplicable{};
    for (std::size_t i = 0; i < x.values.size(); ++i) x.values[i] += y.values[i];
    return x;
}

}  // namespace attn::doctor
