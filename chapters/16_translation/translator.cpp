#include "chapters/16_translation/translator.hpp"

#include "attn/decoding.hpp"
#include "attn/learning/decoder_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::chapters::ch16 {
namespace {

Matrix with_positions(const Matrix& words) {
    return words + positional_encoding(words.rows(), words.cols());
}

}  // namespace

Matrix Translator::read(const Ids& ids) const {
    return encoder.forward(with_positions(source.forward(ids)));
}

Matrix Translator::write(const Ids& written, const Matrix& memory) const {
    return to_logits.forward(decoder.forward(with_positions(target.forward(written)),
                                             memory, causal_mask(written.size())));
}

TranslatorTrace Translator::trace(const Ids& ids, const Ids& written,
                                  bool is_causal) const {
    TranslatorTrace t;
    t.encoder = encoder.trace(with_positions(source.forward(ids)));
    t.decoder = decoder.trace(with_positions(target.forward(written)), t.encoder.output,
                              is_causal ? causal_mask(written.size()) : AttentionMask{});
    t.logits = to_logits.forward(t.decoder.output);
    return t;
}

Translator random_translator(const Task& task, std::uint64_t seed,
                             const TransformerConfig& sizes) {
    Random generator(seed);
    Translator model;
    model.source = random_embedding(task.source_words.size(), sizes.d_model, generator);
    model.target = random_embedding(task.target_words.size(), sizes.d_model, generator);
    model.encoder = random_encoder(sizes, generator);
    model.decoder = random_decoder(sizes, generator);
    model.to_logits = random_linear(sizes.d_model, task.target_words.size(), generator);
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

void close_cross_attention(Translator& model) {
    for (DecoderLayer& layer : model.decoder.layers)
        set_to_zero(attn::parameters(layer.cross_attention.w_o, ""));
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
        for (std::size_t j = 0; j < y.cols(); ++j) y(0, j) += positions(written.size(), j);
        const Matrix logits = model.to_logits.forward(decode_next(model.decoder, y, cache));
        word = argmax(logits.row(0));
        if (word == end_id) break;
        written.push_back(word);
    }
    return written;
}

Writing writing_of(const Translator& model, const Task& task, const Ids& source,
                   std::size_t most_words) {
    Ids given = translate(model, source, most_words);
    given.insert(given.begin(), begin_id);
    if (given.size() > most_words) given.pop_back();  // nothing was written after it
    const TranslatorTrace trace = model.trace(source, given);
    Writing writing{.words = {},
                    .p = softmax_rows(trace.logits),
                    .reading = trace.decoder.layers[0].cross_attention.heads[0].weights};
    for (std::size_t i = 0; i < given.size(); ++i)
        writing.words.push_back(word_of(argmax(writing.p.row(i)), task.target_words));
    return writing;
}

}  // namespace attn::chapters::ch16
