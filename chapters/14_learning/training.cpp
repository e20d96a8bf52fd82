#include "chapters/14_learning/training.hpp"

#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/training/batches.hpp"

namespace attn::chapters::ch14 {
namespace {

/// The split's numbers do not depend on the weights'.
Random sentences_of(std::uint64_t seed) {
    return Random(seed + 1000);
}

}  // namespace

Backward backward_by(const mistakes::WayBack& way) {
    return [way](const NotFinder& model, const std::vector<std::size_t>& ids,
                 const NotFinderTrace& trace, const Matrix& d_logits, NotFinder& gradient) {
        const Matrix d_mean =
            attn::backward(model.to_logits, trace.mean, d_logits, gradient.to_logits);
        const Matrix d_rows = mean_of_rows_backward(d_mean, ids.size());
        const Matrix d_input =
            mistakes::backward(way, model.encoder.layers[0], trace.encoder.layers[0],
                               d_rows, gradient.encoder.layers[0]);
        way.words(model.words, ids, d_input, gradient.words);
    };
}

double loss_and_slopes(const NotFinder& model, Batch batch, NotFinder& gradient,
                       const Backward& backward) {
    const auto n = static_cast<double>(batch.size());
    double loss = 0;
    for (const NotSentence& sentence : batch) {
        const NotFinderTrace trace = model.trace(sentence.ids);
        loss += cross_entropy(trace.logits, {sentence.half}) / n;
        const Matrix d_logits = cross_entropy_backward(trace.logits, {sentence.half}) / n;
        backward(model, sentence.ids, trace, d_logits, gradient);
    }
    return loss;
}

Score score_of(const NotFinder& model, Batch sentences) {
    Score score;
    for (const NotSentence& sentence : sentences) {
        const Matrix logits = model.forward(sentence.ids);
        score.loss += cross_entropy(logits, {sentence.half});
        if (argmax(logits.row(0)) == sentence.half) ++score.right;
    }
    score.loss /= static_cast<double>(sentences.size());
    return score;
}

Split split_for(std::uint64_t seed) {
    Random generator = sentences_of(seed);
    return split_of(all_twins(), generator);
}

std::vector<NotSentences> batches_for(std::uint64_t seed, std::size_t steps) {
    Random generator = sentences_of(seed);
    const NotSentences shown = split_of(all_twins(), generator).shown;
    return batches_of(shown, batch_size, steps, generator);
}

Outcome<NotFinder> learn(const Plan& plan, const Backward& way_back,
                         const Onlooker<NotFinder>& onlooker) {
    const NotSentences unseen = split_for(plan.seed).unseen;
    const auto slopes = [&](const NotFinder& model, Batch batch, NotFinder& gradient) {
        return loss_and_slopes(model, batch, gradient, way_back);
    };
    const auto ask = [&](const NotFinder& model) { return score_of(model, unseen); };
    return chapters::learn(plan, random_not_finder(plan.seed),
                           batches_for(plan.seed, plan.steps), slopes, ask, onlooker);
}

}  // namespace attn::chapters::ch14
