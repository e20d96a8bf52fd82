#include "chapters/11_encoder/word_order.hpp"

#include <algorithm>

#include "attn/embedding.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"

namespace attn::chapters::ch11 {

Matrix output_in_order(const EncoderLayer& layer, const std::vector<std::size_t>& order,
                       bool has_positions) {
    Matrix x = select_rows(small_example::x, order);
    if (has_positions) x += positional_encoding(order.size(), 4);
    const Matrix y = layer.forward(x);
    Matrix sorted = y;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::copy(y.row(i).begin(), y.row(i).end(), sorted.row(order[i]).begin());
    }
    return sorted;
}

}  // namespace attn::chapters::ch11
