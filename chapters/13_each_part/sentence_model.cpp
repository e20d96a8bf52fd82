#include "chapters/13_each_part/13_each_part.hpp"

#include <algorithm>
#include <string>

#include "attn/activation.hpp"
#include "attn/learning/activation_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/training/average.hpp"

namespace attn::chapters::ch13 {

SentenceTrace SentenceModel::trace(const Ids& ids) const {
    Matrix x = words.forward(ids);
    if (design.has_positions) x += positional_encoding(x.rows(), x.cols());
    SentenceTrace t;
    for (const EncoderLayer& layer : layers) {
        t.layers.push_back(ch13::trace(layer, design, x));
        x = t.layers.back().output;
    }
    t.mean = mean_of_rows(x);
    t.read = t.mean;
    if (design.bends_average) {
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
                                   .placement = design.placement};
    SentenceModel model;
    model.words = random_embedding(words().size(), config.d_model, generator);
    model.layers = random_encoder(config, generator).layers;
    model.to_logits = random_linear(config.d_model, 2, generator);
    if (design.bends_average)
        model.to_hidden = random_linear(config.d_model, config.d_model, generator);
    model.design = design;
    return model;
}

Parameters parameters(SentenceModel& model) {
    Parameters all = attn::parameters(model.words, "embedding.");
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        all = all + attn::parameters(model.layers[i],
                                     "encoder.layers." + std::to_string(i) + ".");
    }
    if (model.design.bends_average)
        all = all + attn::parameters(model.to_hidden, "to_hidden.");
    return all + attn::parameters(model.to_logits, "to_logits.");
}

void backward(const SentenceModel& model, const Ids& ids, const SentenceTrace& trace,
              const Matrix& d_logits, SentenceModel& gradient) {
    Matrix d_mean =
        attn::backward(model.to_logits, trace.read, d_logits, gradient.to_logits);
    if (model.design.bends_average) {
        d_mean = attn::backward(model.to_hidden, trace.mean,
                                activate_backward(Activation::relu, trace.hidden, d_mean),
                                gradient.to_hidden);
    }
    Matrix d = mean_of_rows_backward(d_mean, ids.size());
    for (std::size_t i = model.layers.size(); i-- > 0;) {
        d = backward(model.layers[i], model.design, trace.layers[i], d, gradient.layers[i]);
    }
    attn::backward(model.words, ids, d, gradient.words);
}

std::vector<double> differences(const SentenceModel& model, const Ids& ids) {
    const auto difference = [](const Matrix& rows) {
        const Matrix mean = mean_of_rows(rows);
        Matrix apart = rows;
        for (std::size_t i = 0; i < rows.rows(); ++i) {
            for (std::size_t j = 0; j < rows.cols(); ++j) apart(i, j) -= mean(0, j);
        }
        return attn::norm(apart.values()) / attn::norm(rows.values());
    };
    const SentenceTrace trace = model.trace(ids);
    std::vector<double> all{difference(trace.layers.at(0).input)};
    for (const EncoderLayerTrace& layer : trace.layers)
        all.push_back(difference(layer.output));
    return all;
}

Matrix average_attention(const SentenceModel& model, const Ids& ids) {
    const MultiHeadTrace trace = model.trace(ids).layers[0].attention;
    Matrix attention(trace.heads.size(), ids.size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
        const Matrix mean = mean_of_rows(trace.heads[h].weights);
        attention.set_row(h, mean.row(0));
    }
    return attention;
}

std::vector<Matrix> average_attention(const SentenceModel& model,
                                      const Versions& versions) {
    std::vector<Matrix> heads(model.design.n_heads,
                              Matrix(versions.size(), versions[0].size()));
    for (std::size_t version = 0; version < versions.size(); ++version) {
        const Matrix attention = average_attention(model, versions[version]);
        for (std::size_t h = 0; h < heads.size(); ++h) {
            const auto row = attention.row(h);
            heads[h].set_row(version, row);
        }
    }
    return heads;
}

}  // namespace attn::chapters::ch13
