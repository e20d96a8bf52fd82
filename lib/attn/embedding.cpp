#include "attn/embedding.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace attn {

Matrix Embedding::forward(const std::vector<std::size_t>& ids) const {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < table.rows()) continue;
        throw std::out_of_range("Embedding: token " + std::to_string(i) + " has the id " +
                                std::to_string(ids[i]) + ", the table has " +
                                std::to_string(table.rows()) +
                                " rows; ids are counted from 0");
    }
    return select_rows(table, ids);
}

Embedding random_embedding(std::size_t n_vocabulary, std::size_t d_model,
                           Random& generator) {
    return {random_normal_matrix(n_vocabulary, d_model, generator)};
}

Embedding with_padding(Embedding embedding, std::size_t padding_id) {
    if (padding_id >= embedding.table.rows()) {
        throw std::out_of_range("with_padding: padding_id is " +
                                std::to_string(padding_id) + ", the table has " +
                                std::to_string(embedding.table.rows()) +
                                " rows; ids are counted from 0");
    }
    const auto row = embedding.table.row(padding_id);
    std::fill(row.begin(), row.end(), 0.0);
    return embedding;
}

}  // namespace attn
