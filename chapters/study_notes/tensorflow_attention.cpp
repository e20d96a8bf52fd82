#include "chapters/study_notes/tensorflow_attention.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attn/attention_mask.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn::notes {
namespace {

/// Where to read in a list of that size: its only place when it holds for all.
std::size_t place(std::size_t i, std::size_t size) {
    return size == 1 ? 0 : i;
}

void require_broadcast(std::size_t size, std::size_t wanted, const std::string& what) {
    if (size == 1 || size == wanted) return;
    throw ShapeError("scaled_dot_product_attention: mask has " + std::to_string(size) +
                     " " + what + ", the scores have " + std::to_string(wanted) +
                     "; the mask may have 1 or as many");
}

void require_as_many(std::size_t query, std::size_t key, std::size_t value,
                     const std::string& what) {
    if (query == key && query == value) return;
    throw ShapeError("scaled_dot_product_attention: query has " + std::to_string(query) +
                     " " + what + ", key " + std::to_string(key) + ", value " +
                     std::to_string(value) + "; they must be as many");
}

/// logits += mask * -1e9, where the mask's only row or column holds for all.
void add_mask(Matrix& logits, const Matrix& mask) {
    require_broadcast(mask.rows(), logits.rows(), "queries");
    require_broadcast(mask.cols(), logits.cols(), "keys");
    for (std::size_t i = 0; i < logits.rows(); ++i) {
        for (std::size_t j = 0; j < logits.cols(); ++j) {
            logits(i, j) += mask(place(i, mask.rows()), place(j, mask.cols())) * -1e9;
        }
    }
}

}  // namespace

OutputAndAttentionWeights scaled_dot_product_attention(const Batch& query, const Batch& key,
                                                       const Batch& value,
                                                       const std::optional<Batch>& mask) {
    require_as_many(query.size(), key.size(), value.size(), "sentences");
    if (mask) require_broadcast(mask->size(), query.size(), "sentences");
    OutputAndAttentionWeights result;
    for (std::size_t b = 0; b < query.size(); ++b) {
        require_as_many(query[b].size(), key[b].size(), value[b].size(), "heads");
        result.output.emplace_back();
        result.attention_weights.emplace_back();
        for (std::size_t h = 0; h < query[b].size(); ++h) {
            Matrix logits = matmul_transpose_b(query[b][h], key[b][h]);
            const double root = std::sqrt(static_cast<double>(key[b][h].cols()));
            for (std::size_t i = 0; i < logits.rows(); ++i) {
                for (double& logit : logits.row(i)) logit /= root;
            }
            if (mask) {
                const auto& heads = mask->at(place(b, mask->size()));
                require_broadcast(heads.size(), query[b].size(), "heads");
                add_mask(logits, heads.at(place(h, heads.size())));
            }
            const Matrix weights = softmax_rows(logits);
            result.output.back().push_back(matmul(weights, value[b][h]));
            result.attention_weights.back().push_back(weights);
        }
    }
    return result;
}

namespace {

/// The larger entry at each place: how the note combines matrices where 1 means blocked.
Matrix elementwise_maximum(Matrix a, const Matrix& b) {
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < a.cols(); ++j) a(i, j) = std::max(a(i, j), b(i, j));
    }
    return a;
}

}  // namespace

Batch create_padding_mask(const std::vector<std::vector<std::size_t>>& ids) {
    Batch mask;
    for (const auto& sentence : ids) {
        mask.push_back({blocked_matrix(padding_mask(1, sentence, 0))});
    }
    return mask;
}

Batch create_look_ahead_mask(const std::vector<std::vector<std::size_t>>& ids) {
    Batch mask;
    for (const auto& sentence : ids) {
        const Matrix ahead = blocked_matrix(causal_mask(sentence.size()));
        const Matrix padding =
            blocked_matrix(for_all_queries(sentence.size(), padding_mask(1, sentence, 0)));
        mask.push_back({elementwise_maximum(ahead, padding)});
    }
    return mask;
}

}  // namespace attn::notes
