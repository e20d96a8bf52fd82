// Two heads that learn two questions about the same words.
#include <algorithm>
#include <numeric>

#include "attn/embedding.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "attn/vector.hpp"
#include "chapters/08_multi_head/08_multi_head.hpp"
#include "chapters/training/batches.hpp"

namespace attn::chapters::ch08 {
namespace {

using Ids = std::vector<std::size_t>;

constexpr std::size_t n_words = 8, d_model = 16, batch_size = 16;

/// Words and places, two heads with a residual, and a map for the answers to each question.
struct TwoQuestions {
    Embedding words, places;
    MultiHeadAttention heads;
    Linear before, partner;
};

Parameters all_of(TwoQuestions& model) {
    return parameters(model.words) + parameters(model.places) + parameters(model.heads) +
           parameters(model.before) + parameters(model.partner);
}

TwoQuestions zeros_like(const TwoQuestions& model) {
    TwoQuestions zeros = model;
    set_to_zero(all_of(zeros));
    return zeros;
}

/// Which word stands before each (the first has only itself), and where its partner stands.
struct Answers {
    Ids before, partner;
};

Answers answers_of(const Ids& sentence) {
    Answers answers;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        answers.before.push_back(sentence[i > 0 ? i - 1 : 0]);
        answers.partner.push_back(place_of_partner(sentence, i));
    }
    return answers;
}

/// What the model makes of a sentence.
struct Reading {
    Ids sentence;
    Matrix x, y;  // before and after the heads, [8 x 16]
    MultiHeadTrace heads;
    Matrix before, partner;  // the scores of all answers, [8 x 8]
};

Reading read(const TwoQuestions& model, const Ids& sentence) {
    Ids places(sentence.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    Reading r;
    r.sentence = sentence;
    r.x = model.words.forward(sentence) + model.places.forward(places);
    r.heads = model.heads.trace(r.x, r.x, r.x);
    r.y = r.x + r.heads.output;
    r.before = model.before.forward(r.y);
    r.partner = model.partner.forward(r.y);
    return r;
}

/// Adds the slopes of a sentence's loss.
void add_slopes(const TwoQuestions& model, const Reading& r, TwoQuestions& gradient) {
    const Answers right = answers_of(r.sentence);
    const auto slope = [](const Matrix& scores, const Ids& answers) {
        return cross_entropy_backward(scores, answers) / batch_size;
    };
    Matrix d_y =
        backward(model.before, r.y, slope(r.before, right.before), gradient.before);
    d_y += backward(model.partner, r.y, slope(r.partner, right.partner), gradient.partner);
    const Matrix d_x =
        d_y + self_attention_backward(model.heads, r.x, r.heads, d_y, gradient.heads);
    Ids places(r.sentence.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    backward(model.words, r.sentence, d_x, gradient.words);
    backward(model.places, places, d_x, gradient.places);
}

std::size_t count_right(const Matrix& scores, const Ids& answers) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < answers.size(); ++i)
        right += argmax(scores.row(i)) == answers[i];
    return right;
}

}  // namespace

std::size_t place_of_partner(const Ids& sentence, std::size_t i) {
    const std::size_t partner = sentence[i] % 2 == 0 ? sentence[i] + 1 : sentence[i] - 1;
    return static_cast<std::size_t>(std::ranges::find(sentence, partner) -
                                    sentence.begin());
}

TrainedHeads learn_two_questions(std::size_t seed, std::size_t n_heads,
                                 std::size_t n_steps) {
    Random generator(seed);
    TwoQuestions model{.words = random_embedding(n_words, d_model, generator),
                       .places = random_embedding(n_words, d_model, generator),
                       .heads = random_multi_head_attention(d_model, n_heads, generator),
                       .before = random_linear(d_model, n_words, generator),
                       .partner = random_linear(d_model, n_words, generator)};
    Ids sentence(n_words);
    std::iota(sentence.begin(), sentence.end(), std::size_t{0});
    Adam adam{.learning_rate = 0.01};
    for (std::size_t step = 0; step < n_steps; ++step) {
        TwoQuestions gradient = zeros_like(model);
        for (std::size_t i = 0; i < batch_size; ++i) {
            shuffle(sentence, generator);
            add_slopes(model, read(model, sentence), gradient);
        }
        adam.step(all_of(model), all_of(gradient));
    }
    TrainedHeads trained;
    trained.trace = read(model, shown_sentence).heads;
    for (std::size_t i = 0; i < 100; ++i) {
        shuffle(sentence, generator);
        const Reading r = read(model, sentence);
        const Answers right = answers_of(sentence);
        trained.before_right += count_right(r.before, right.before);
        trained.partner_right += count_right(r.partner, right.partner);
    }
    return trained;
}

}  // namespace attn::chapters::ch08
