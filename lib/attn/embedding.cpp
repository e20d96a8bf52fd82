#include "attn/embedding.hpp"

#include <algorithm>

#include "attn/shape_error.hpp"

namespace attn {

Matrix Embedding::forward(const std::vector<std::size_t>& ids) const {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        require<std::out_of_range>(ids[i] < table.rows(), "Embedding: token ", i,
                                   " has the id ", ids[i], ", the table has ", table.rows(),
                                   " rows; ids are counted from 0");
    }
    return select_rows(table, ids);
}

Embedding random_embedding(std::size_t n_vocabulary, std::size_t d_model,
                           Random& generator) {
    return {random_normal_matrix(n_vocabulary, d_model, generator)};
}

Embedding with_padding(Embedding embedding, std::size_t padding_id) {
    require<std::out_of_range>(
        padding_id < embedding.table.rows(), "with_padding: padding_id is ", padding_id,
        ", the table has ", embedding.table.rows(), " rows; ids are counted from 0");
    const auto row = embedding.table.row(padding_id);
    std::fill(row.begin(), row.end(), 0.0);
    return embedding;
}

}  // namespace attn
