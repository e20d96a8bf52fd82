#include "chapters/14_learning/not_finder.hpp"

#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/training/not_sentences.hpp"

namespace attn::chapters::ch14 {
namespace {

Matrix rows_with_positions(const NotFinder& model, const std::vector<std::size_t>& ids) {
    Matrix x = model.words.forward(ids);
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) += model.positions(i, j);
    }
    return x;
}

}  // namespace

Matrix NotFinder::forward(const std::vector<std::size_t>& ids) const {
    return to_logits.forward(
        mean_of_rows(encoder.forward(rows_with_positions(*this, ids))));
}

NotFinderTrace NotFinder::trace(const std::vector<std::size_t>& ids) const {
    NotFinderTrace t;
    t.encoder = encoder.trace(rows_with_positions(*this, ids));
    t.mean = mean_of_rows(t.encoder.output);
    t.logits = to_logits.forward(t.mean);
    return t;
}

NotFinder random_not_finder(std::uint64_t seed) {
    Random generator(seed);
    const TransformerConfig config{.d_model = 16,
                                   .n_heads = 2,
                                   .d_ff = 32,
                                   .n_layers = 1,
                                   .placement = NormPlacement::pre};
    NotFinder model;
    model.words = random_embedding(not_words.size(), config.d_model, generator);
    model.positions = positional_encoding(most_words, config.d_model);
    model.encoder = random_encoder(config, generator);
    model.to_logits = random_linear(config.d_model, 2, generator);
    return model;
}

Parameters parameters(NotFinder& model) {
    return attn::parameters(model.words, "embedding.") +
           attn::parameters(model.encoder, "encoder.") +
           attn::parameters(model.to_logits, "to_logits.");
}

void backward(const NotFinder& model, const std::vector<std::size_t>& ids,
              const NotFinderTrace& trace, const Matrix& d_logits, NotFinder& gradient) {
    const Matrix d_mean =
        attn::backward(model.to_logits, trace.mean, d_logits, gradient.to_logits);
    const Matrix d_rows = mean_of_rows_backward(d_mean, ids.size());
    const Matrix d_input =
        attn::backward(model.encoder, trace.encoder, d_rows, gradient.encoder);
    attn::backward(model.words, ids, d_input, gradient.words);
}

}  // namespace attn::chapters::ch14
