/// One experiment of chapters 14 to 18: a plan, the loop in which a model learns, and what came of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters {

/// One step of a training. It returns the batch's loss before the step.
double take_step(auto& model, const auto& batch, const auto& slopes, Adam& adam) {
    auto gradient = zeros_like(model);
    const double loss = slopes(model, batch, gradient);  // and fills gradient
    adam.step(parameters(model), parameters(gradient));
    return loss;
}

/// Trains outcome.model as outcome.plan says, for as long as go_on says so.
///
/// outcome  gets each batch's loss before its step, and scores at step 0, every, 2 every ...
///          and after the last
/// slopes   (model, batch, gradient): a batch's loss; it adds every weight's slope to zeros
/// ask      (model): its Score on what it was never shown
/// watch    is shown what was learned so far, before the first step and after each
template <class Outcome, class Batches, class Slopes, class Ask>
void train(Outcome& outcome, const Batches& batches, const Slopes& slopes, const Ask& ask,
           const GoOn& go_on, const std::function<void(const Outcome&)>& watch) {
    const auto score = [&] {
        outcome.scores.push_back(ask(outcome.model));
        outcome.scores.back().step = outcome.losses.size();
    };
    score();
    if (watch) watch(outcome);
    Adam adam{.learning_rate = outcome.plan.learning_rate};
    for (const auto& batch : batches) {
        const double loss = take_step(outcome.model, batch, slopes, adam);
        outcome.losses.push_back(loss);
        const std::size_t step = outcome.losses.size();
        if (step % outcome.plan.every == 0) score();
        if (watch) watch(outcome);
        if (go_on && !go_on(step, loss)) break;
    }
    if (outcome.scores.back().step != outcome.losses.size()) score();
}

/// How a model is trained. Which model, and on what, each chapter says beside it.
struct Plan {
    std::uint64_t seed = 1;  // of the first weights, the split and the batches
    std::size_t steps = 100;
    double learning_rate = 3e-3;  // Adam's
    std::size_t every = 10;       // so often the unseen are asked

    bool operator==(const Plan&) const = default;
};

/// What happened.
template <class Model>
struct Outcome {
    Plan plan;
    Model model;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every ... and the last
};

/// Who looks on: go_on is asked after each step, watch is shown what was learned so far, before the
/// first step and after each.
template <class Model>
struct Onlooker {
    GoOn go_on = {};
    std::function<void(const Outcome<Model>& so_far)> watch = {};
};

/// A reader: a line on stderr says how far the training is, Ctrl-C ends it, and a page is shown
/// figure(so_far) as it grows.
///
/// line  must outlive the training
template <class Model, class Figure>
Onlooker<Model> reader(TrainingLine& line, const Meanwhile& meanwhile, Figure figure) {
    return {line.until_interrupted(), [=](const Outcome<Model>& so_far) {
                meanwhile(so_far.losses.size(), [&] { return figure(so_far); });
            }};
}

/// Trains a model; see train.
///
/// first  the model with its first weights
template <class Model, class Batches, class Slopes, class Ask>
Outcome<Model> learn(const Plan& plan, const Model& first, const Batches& batches,
                     const Slopes& slopes, const Ask& ask,
                     const Onlooker<Model>& onlooker = {}) {
    Outcome<Model> outcome{plan, first};
    train(outcome, batches, slopes, ask, onlooker.go_on, onlooker.watch);
    return outcome;
}

/// The loss of each batch, before its step: what is compared with another system's.
template <class Model, class Batches, class Slopes>
std::vector<double> losses_of(const Model& model, const Batches& batches,
                              const Slopes& slopes, double learning_rate) {
    const Plan plan{.learning_rate = learning_rate, .every = batches.size()};
    return learn(plan, model, batches, slopes, [](const Model&) { return Score{}; }).losses;
}

}  // namespace attn::chapters
