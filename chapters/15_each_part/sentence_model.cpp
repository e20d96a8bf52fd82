#include "chapters/15_each_part/sentence_model.hpp"

#include <algorithm>
#include <string>

#include "attn/activation.hpp"
#include "attn/learning/activation_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/training/not_sentences.hpp"

namespace attn::chapters::ch15 {

SentenceTrace SentenceModel::trace(const Design& design, const Ids& ids) const {
    Matrix x = words.forward(ids);
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) += positions(i, j);
    }
    SentenceTrace t;
    for (const EncoderLayer& layer : layers) {
        t.layers.push_back(ch15::trace(layer, design, x));
        x = t.layers.back().output;
    }
    t.mean = mean_of_rows(x);
    t.read = t.mean;
    if (to_hidden.weight.rows() > 0) {
        t.hidden = to_hidden.forward(t.mean);
        t.read = activate(Activation::relu, t.hidden);
    }
    t.logits = to_logits.forward(t.read);
    return t;
}

SentenceModel random_sentence_model(const Design& design, std::uint64_t seed) {
    Random generator(seed);
    const TransformerConfig config{.d_model = 16,
                                   .n_heads = design.n_heads,
                                   .d_ff = 32,
                                   .n_layers = design.n_layers,
                                   .placement = NormPlacement::pre};
    SentenceModel model;
    model.words = random_embedding(words().size(), config.d_model, generator);
    model.positions = design.has_positions ? positional_encoding(most_words, config.d_model)
                                           : Matrix(most_words, config.d_model);
    model.layers = random_encoder(config, generator).layers;
    model.to_logits = random_linear(config.d_model, 2, generator);
    if (design.bends_average)
        model.to_hidden = random_linear(config.d_model, config.d_model, generator);
    return model;
}

Parameters parameters(SentenceModel& model) {
    Parameters all = attn::parameters(model.words, "embedding.");
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        all = all + attn::parameters(model.layers[i],
                                     "encoder.layers." + std::to_string(i) + ".");
    }
    if (model.to_hidden.weight.rows() > 0)
        all = all + attn::parameters(model.to_hidden, "to_hidden.");
    return all + attn::parameters(model.to_logits, "to_logits.");
}

void backward(const SentenceModel& model, const Design& design, const Ids& ids,
              const SentenceTrace& trace, const Matrix& d_logits, SentenceModel& gradient) {
    Matrix d_mean =
        attn::backward(model.to_logits, trace.read, d_logits, gradient.to_logits);
    if (model.to_hidden.weight.rows() > 0) {
        d_mean = attn::backward(model.to_hidden, trace.mean,
                                activate_backward(Activation::relu, trace.hidden, d_mean),
                                gradient.to_hidden);
    }
    Matrix d = mean_of_rows_backward(d_mean, ids.size());
    for (std::size_t i = model.layers.size(); i-- > 0;) {
        d = backward(model.layers[i], design, trace.layers[i], d, gradient.layers[i]);
    }
    attn::backward(model.words, ids, d, gradient.words);
}

double margin(const SentenceModel& model, const Design& design, const Ids& ids) {
    const Matrix logits = model.trace(design, ids).logits;
    return logits(0, 0) - logits(0, 1);
}

Matrix average_attention(const SentenceModel& model, const Design& design, const Ids& ids) {
    const MultiHeadTrace trace = model.trace(design, ids).layers[0].attention;
    Matrix attention(trace.heads.size(), ids.size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
        const Matrix mean = mean_of_rows(trace.heads[h].weights);
        attention.set_row(h, mean.row(0));
    }
    return attention;
}

}  // namespace attn::chapters::ch15
