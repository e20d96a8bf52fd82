/// The loop in which all models of chapters 12 to 14 learn.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters {

/// Trains outcome.model as outcome.plan says, for as long as go_on says so.
///
/// outcome  gets each batch's loss before its step, and scores at step 0, every, 2 every ... and at the last
/// slopes   (model, batch, gradient): a batch's loss; it adds every weight's slope to zeros
/// ask      (model): its Score on what it was never shown
/// watch    is shown what was learned so far, before the first step and after each
template <class Outcome, class Batches, class Slopes, class Ask>
void train(Outcome& outcome, const Batches& batches, const Slopes& slopes, const Ask& ask,
           const GoOn& go_on, const std::function<void(const Outcome&)>& watch) {
    Adam adam{.learning_rate = outcome.plan.learning_rate};
    const auto score = [&] {
        outcome.scores.push_back(ask(outcome.model));
        outcome.scores.back().step = outcome.losses.size();
    };
    score();
    if (watch) watch(outcome);
    for (const auto& batch : batches) {
        auto gradient = zeros_like(outcome.model);
        const double loss = slopes(outcome.model, batch, gradient);
        adam.step(parameters(outcome.model), parameters(gradient));
        outcome.losses.push_back(loss);
        const std::size_t step = outcome.losses.size();
        if (step % outcome.plan.every == 0) score();
        if (watch) watch(outcome);
        if (go_on && !go_on(step, loss)) break;
    }
    if (outcome.scores.back().step != outcome.losses.size()) score();
}

/// The loss of each batch, before its step: what is compared with another system's.
template <class Model, class Batches, class Slopes>
std::vector<double> losses_of(Model model, const Batches& batches, const Slopes& slopes,
                              double learning_rate) {
    struct Plan {
        double learning_rate;
        std::size_t every;
    };
    struct Outcome {
        Plan plan;
        Model model;
        std::vector<double> losses = {};
        std::vector<Score> scores = {};
    } outcome{{learning_rate, batches.size() + 1}, model};
    train(outcome, batches, slopes, [](const Model&) { return Score{}; }, {}, {});
    return outcome.losses;
}

}  // namespace attn::chapters
