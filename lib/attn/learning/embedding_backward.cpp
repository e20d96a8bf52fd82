#include "attn/learning/embedding_backward.hpp"

#include <stdexcept>

#include "attn/learning/slope_shapes.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

const char* const name = "backward of Embedding";

void require_row(const Embedding& layer, const char* what, std::size_t id) {
    require<std::out_of_range>(id < layer.table.rows(), name, ": ", what, " is ", id,
                               ", the table has ", layer.table.rows(),
                               " rows; ids are counted from 0");
}

}  // namespace

void backward(const Embedding& layer, const std::vector<std::size_t>& ids,
              const Matrix& d_output, Embedding& gradient,
              std::optional<std::size_t> padding_id) {
    require_slope_of_output(name, d_output, ids.size(), layer.table.cols());
    require_gradient_of(name, "table", layer.table, gradient.table);
    if (padding_id) require_row(layer, "padding_id", *padding_id);
    for (const std::size_t id : ids) require_row(layer, "an id", id);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == padding_id) continue;
        for (std::size_t j = 0; j < d_output.cols(); ++j) {
            gradient.table(ids[i], j) += d_output(i, j);
        }
    }
}

}  // namespace attn
