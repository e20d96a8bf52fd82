#include "chapters/14_translation/14_translation.hpp"

#include <cmath>

#include "attn/decoding.hpp"
#include "attn/learning/decoder_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/vector.hpp"

namespace attn::chapters::ch14 {
namespace {

Matrix rows_of(const Embedding& words, const Ids& ids, bool has_positions) {
    const Matrix x = words.forward(ids);
    return has_positions ? x + positional_encoding(x.rows(), x.cols()) : x;
}

/// Who sees whom while n words are written.
AttentionMask mask_of(const Design& design, std::size_t n) {
    return design.is_causal ? causal_mask(n) : AttentionMask{};
}

/// The factor that makes the division by sqrt(d_k) undone.
void lengthen_queries(MultiHeadAttention& attention) {
    const auto d_k = static_cast<double>(attention.w_q.weight.cols() / attention.n_heads);
    attention.w_q.weight = attention.w_q.weight * std::sqrt(d_k);
    for (double& b : attention.w_q.bias) b *= std::sqrt(d_k);
}

void lengthen_all_queries(Translator& model) {
    for (EncoderLayer& layer : model.encoder.layers) lengthen_queries(layer.attention);
    for (DecoderLayer& layer : model.decoder.layers) {
        lengthen_queries(layer.self_attention);
        lengthen_queries(layer.cross_attention);
    }
}

void close_cross_attention(Translator& model) {
    for (DecoderLayer& layer : model.decoder.layers) {
        set_to_zero(attn::parameters(layer.cross_attention.w_o, ""));
    }
}

}  // namespace

Matrix Translator::read(const Ids& ids) const {
    return encoder.forward(rows_of(source, ids, design.source_has_positions));
}

Matrix Translator::write(const Ids& written, const Matrix& memory) const {
    return to_logits.forward(
        decoder.forward(rows_of(target, written, design.target_has_positions), memory,
                        mask_of(design, written.size())));
}

TranslatorTrace Translator::trace(const Ids& ids, const Ids& written) const {
    TranslatorTrace t;
    t.encoder = encoder.trace(rows_of(source, ids, design.source_has_positions));
    t.decoder = decoder.trace(rows_of(target, written, design.target_has_positions),
                              t.encoder.output, mask_of(design, written.size()));
    t.logits = to_logits.forward(t.decoder.output);
    return t;
}

Translator random_translator(const Design& design, const Task& task, std::uint64_t seed) {
    Random generator(seed);
    const TransformerConfig config{.d_model = 32,
                                   .n_heads = design.n_heads,
                                   .d_ff = 64,
                                   .n_layers = 1,
                                   .placement = NormPlacement::pre,
                                   .has_final_norm = true};
    Translator model;
    model.source = random_embedding(task.source_words.size(), config.d_model, generator);
    model.target = random_embedding(task.target_words.size(), config.d_model, generator);
    model.encoder = random_encoder(config, generator);
    model.decoder = random_decoder(config, generator);
    model.to_logits = random_linear(config.d_model, task.target_words.size(), generator);
    model.design = design;
    return model;
}

Parameters parameters(Translator& model) {
    return attn::parameters(model.source, "source.") +
           attn::parameters(model.target, "target.") +
           attn::parameters(model.encoder, "encoder.") +
           attn::parameters(model.decoder, "decoder.") +
           attn::parameters(model.to_logits, "to_logits.");
}

void backward(const Translator& model, const Ids& ids, const Ids& written,
              const TranslatorTrace& trace, const Matrix& d_logits, Translator& gradient) {
    const Matrix d_rows =
        attn::backward(model.to_logits, trace.decoder.output, d_logits, gradient.to_logits);
    const DecoderInputGradient d =
        attn::backward(model.decoder, trace.decoder, d_rows, gradient.decoder);
    attn::backward(model.target, written, d.y, gradient.target);
    const Matrix d_read =
        attn::backward(model.encoder, trace.encoder, d.memory, gradient.encoder);
    attn::backward(model.source, ids, d_read, gradient.source);
}

Translator with_design_applied(Translator model) {
    if (!model.design.is_scaled) lengthen_all_queries(model);
    if (!model.design.has_cross_attention) close_cross_attention(model);
    // Done. Left as they were, the design would be applied a second time.
    model.design.is_scaled = model.design.has_cross_attention = true;
    return model;
}

void design_backward(Translator& gradient) {
    if (!gradient.design.is_scaled) lengthen_all_queries(gradient);
    if (!gradient.design.has_cross_attention) close_cross_attention(gradient);
}

Ids translate(const Translator& model, const Ids& ids, std::size_t most_words) {
    const Matrix memory = model.read(ids);
    Ids written{begin_id};
    while (written.size() <= most_words) {
        const Matrix logits = model.write(written, memory);
        const std::size_t word = argmax(logits.row(written.size() - 1));
        if (word == end_id) break;
        written.push_back(word);
    }
    return {written.begin() + 1, written.end()};
}

Ids translate_with_cache(const Translator& model, const Ids& ids, std::size_t most_words) {
    KvCache cache = start_decoding(model.decoder, model.read(ids));
    const Matrix positions = positional_encoding(most_words, model.target.table.cols());
    Ids written;
    std::size_t word = begin_id;
    while (written.size() < most_words) {
        Matrix y = model.target.forward({word});
        if (model.design.target_has_positions) {
            for (std::size_t j = 0; j < y.cols(); ++j)
                y(0, j) += positions(written.size(), j);
        }
        const Matrix logits = model.to_logits.forward(decode_next(model.decoder, y, cache));
        word = argmax(logits.row(0));
        if (word == end_id) break;
        written.push_back(word);
    }
    return written;
}

}  // namespace attn::chapters::ch14
