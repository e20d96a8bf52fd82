#include "chapters/12_learning/12_learning.hpp"

#include <algorithm>
#include <cmath>

#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "chapters/training/answers.hpp"
#include "chapters/training/batches.hpp"
#include "chapters/training/loop.hpp"

namespace attn::chapters::ch12 {
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
    return score_of_answers(model, sentences, &NotSentence::half);
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

Outcome learn(const Plan& plan, const GoOn& go_on,
              const std::function<void(const Outcome&)>& watch) {
    Outcome outcome{plan, random_not_finder(plan.seed, plan.has_positions),
                    split_for(plan.seed).unseen};
    const auto ask = [&](const NotFinder& model) {
        return score_of(model, outcome.unseen);
    };
    const auto slopes = [&](const NotFinder& model, Batch batch, NotFinder& gradient) {
        return loss_and_slopes(model, batch, gradient, plan.way_back);
    };
    train(outcome, batches_for(plan.seed, plan.steps), slopes, ask, go_on, watch);
    return outcome;
}

namespace {

/// Steps that are too long make weights grow without end.
bool has_run_away(NotFinder& model) {
    return std::ranges::any_of(parameters(model), [](const Parameter& part) {
        return std::ranges::any_of(part.values,
                                   [](double weight) { return !(std::abs(weight) < 1e6); });
    });
}

}  // namespace

std::vector<Score> scores_by_momentum(const Plan& plan) {
    constexpr double keep = 0.9;
    const Sgd sgd{.learning_rate = plan.learning_rate};
    const NotSentences unseen = split_for(plan.seed).unseen;
    NotFinder model = random_not_finder(plan.seed, plan.has_positions),
              velocity = zeros_like(model);
    std::vector<Score> scores{score_of(model, unseen)};
    std::size_t step = 0;
    for (const NotSentences& batch : batches_for(plan.seed, plan.steps)) {
        NotFinder gradient = zeros_like(model);
        loss_and_slopes(model, batch, gradient, plan.way_back);
        const Parameters speeds = parameters(velocity), slopes = parameters(gradient);
        for (std::size_t p = 0; p < speeds.size(); ++p) {
            for (std::size_t i = 0; i < speeds[p].values.size(); ++i)
                speeds[p].values[i] = keep * speeds[p].values[i] + slopes[p].values[i];
        }
        sgd.step(parameters(model), speeds);
        if (++step % plan.every != 0) continue;
        scores.push_back(has_run_away(model) ? Score{run_away_loss, 0}
                                             : score_of(model, unseen));
    }
    return scores;
}

}  // namespace attn::chapters::ch12
