#include "chapters/study_notes/sae.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "attn/activation.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "chapters/study_notes/positional_encoding_by_exp.hpp"

namespace attn::notes {
namespace {

constexpr double fill = -10000;

SaeLayer random_layer(const SaeConfig& config, Random& generator) {
    const TransformerConfig sizes{.d_model = config.embed_size,
                                  .n_heads = config.n_heads,
                                  .d_ff = config.hidden_size};
    const EncoderLayer drawn = random_encoder_layer(sizes, generator);
    return {.attention = {.w_q = drawn.attention.w_q,
                          .w_k = drawn.attention.w_k,
                          .w_v = drawn.attention.w_v,
                          .w_o = drawn.attention.w_o,
                          .norm = drawn.norm1,
                          .n_heads = config.n_heads,
                          .dropout = config.dropout},
            .feed_forward = {.first = drawn.feed_forward.first,
                             .second = drawn.feed_forward.second,
                             .norm = drawn.norm2,
                             .dropout = config.dropout}};
}

/// x.eq(PAD_IDX): one truth for each key, the same for every query and head.
std::vector<bool> eq(const Ids& x, std::size_t pad_idx) {
    std::vector<bool> truths;
    for (const std::size_t id : x) truths.push_back(id == pad_idx);
    return truths;
}

EncoderLayer as_layer(const SaeLayer& layer) {
    return {.attention = {.w_q = layer.attention.w_q,
                          .w_k = layer.attention.w_k,
                          .w_v = layer.attention.w_v,
                          .w_o = layer.attention.w_o,
                          .n_heads = layer.attention.n_heads},
            .norm1 = layer.attention.norm,
            .feed_forward = {.first = layer.feed_forward.first,
                             .second = layer.feed_forward.second},
            .norm2 = layer.feed_forward.norm};
}

}  // namespace

Matrix masked_fill(const Matrix& m, const std::vector<bool>& is_pad, double value) {
    if (is_pad.size() != m.cols()) {
        throw ShapeError("masked_fill: m is " + shape_text(m) + ", is_pad has " +
                         std::to_string(is_pad.size()) + " entries; one for each column");
    }
    Matrix filled = m;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) {
            if (is_pad[j]) filled(i, j) = value;
        }
    }
    return filled;
}

Matrix SaeAttention::forward(const Matrix& x, const std::vector<bool>& is_pad, Mode mode,
                             Random& generator) const {
    const std::vector<Matrix> q = split_heads(w_q.forward(x), n_heads);
    const std::vector<Matrix> k = split_heads(w_k.forward(x), n_heads);
    const std::vector<Matrix> v = split_heads(w_v.forward(x), n_heads);
    const double c = std::sqrt(static_cast<double>(k[0].cols()));  // of 512 / 8: 8
    std::vector<Matrix> z;
    for (std::size_t h = 0; h < n_heads; ++h) {
        Matrix scores = matmul_transpose_b(q[h], k[h]);  // [n x n]
        for (std::size_t i = 0; i < scores.rows(); ++i) {
            for (double& score : scores.row(i)) score /= c;
        }
        z.push_back(matmul(softmax_rows(masked_fill(scores, is_pad, fill)), v[h]));
    }
    const Matrix mixed = w_o.forward(merge_heads(z));
    return norm.forward(x + attn::dropout(mixed, dropout, mode, generator));
}

Matrix SaeFeedForward::forward(const Matrix& x, Mode mode, Random& generator) const {
    const Matrix hidden = activate(Activation::relu, first.forward(x));  // ReLU
    const Matrix kept = attn::dropout(hidden, dropout, mode, generator);
    return norm.forward(x + second.forward(kept));
}

Matrix SaeLayer::forward(const Matrix& x, const std::vector<bool>& is_pad, Mode mode,
                         Random& generator) const {
    const Matrix z = attention.forward(x, is_pad, mode, generator);
    return feed_forward.forward(z, mode, generator);
}

Parameters parameters(SaeLayer& layer) {
    SaeAttention& attention = layer.attention;
    SaeFeedForward& feed_forward = layer.feed_forward;
    return parameters(attention.w_q, "w_q.") + parameters(attention.w_k, "w_k.") +
           parameters(attention.w_v, "w_v.") + parameters(attention.w_o, "w_o.") +
           parameters(attention.norm, "norm1.") +
           parameters(feed_forward.first, "linear1.") +
           parameters(feed_forward.second, "linear2.") +
           parameters(feed_forward.norm, "norm2.");
}

// Members are made in the order in which the struct lists them, so the draws have one order.
Sae::Sae(const SaeConfig& given, Random& generator)
    : config(given),
      embedding(with_padding(
          random_embedding(given.vocab_size, given.embed_size, generator), given.pad_idx)),
      positions(positional_encoding_by_exp(given.max_length, given.embed_size)) {
    for (std::size_t i = 0; i < config.num_layers; ++i) {
        layers.push_back(random_layer(config, generator));
    }
}

std::vector<Matrix> Sae::forward(const IdBatch& batch, Mode mode, Random& generator) const {
    std::vector<Matrix> outputs;
    for (const Ids& x : batch) {
        if (x.size() != batch[0].size()) {
            throw ShapeError("Sae: sentence 0 has " + std::to_string(batch[0].size()) +
                             " tokens, another " + std::to_string(x.size()) +
                             "; fill them up to one length with pad_idx");
        }
        const std::vector<bool> mask = eq(x, config.pad_idx);
        Matrix h = PositionTable{positions}.add_to(embedding.forward(x));
        for (const SaeLayer& layer : layers) h = layer.forward(h, mask, mode, generator);
        outputs.push_back(h);
    }
    return outputs;
}

Encoder Sae::as_encoder() const {
    Encoder encoder;
    for (const SaeLayer& layer : layers) encoder.layers.push_back(as_layer(layer));
    return encoder;
}

IdBatch padded(const IdBatch& sentences, std::size_t pad_id) {
    std::size_t longest = 0;
    for (const Ids& ids : sentences) longest = std::max(longest, ids.size());
    IdBatch batch = sentences;
    for (Ids& ids : batch) ids.resize(longest, pad_id);
    return batch;
}

}  // namespace attn::notes
