#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attn/learning/loss.hpp"
#include "attn/vector.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch14 {
namespace {

bool is_right(const Translator& model, const Example& example) {
    Ids written = translate_with_cache(model, example.source);
    written.push_back(end_id);
    return written == example.target;
}

}  // namespace

double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient) {
    const auto n = static_cast<double>(batch.size());
    const Translator designed = with_design_applied(model);
    double loss = 0;
    for (const Example& example : batch) {
        const Ids written = shifted(example.target);
        const TranslatorTrace trace = designed.trace(example.source, written);
        loss += cross_entropy(trace.logits, example.target) / n;
        backward(designed, example.source, written, trace,
                 cross_entropy_backward(trace.logits, example.target) / n, gradient);
    }
    design_backward(gradient);
    return loss;
}

Score score_of(const Translator& model, std::span<const Example> examples) {
    Score score;
    for (const Example& example : examples) {
        const Matrix logits =
            model.write(shifted(example.target), model.read(example.source));
        score.loss += cross_entropy(logits, example.target);
        if (is_right(model, example)) ++score.right;
    }
    score.loss /= static_cast<double>(examples.size());
    return score;
}

std::size_t right_by_order(const Translator& model, std::span<const Example> examples) {
    return static_cast<std::size_t>(
        std::ranges::count_if(examples, [&](const Example& example) {
            return example.only_order_tells && is_right(model, example);
        }));
}

std::size_t words_right(Translator model, std::span<const Example> examples) {
    model.design.is_causal = true;
    std::size_t right = 0;
    for (const Example& example : examples) {
        const Matrix logits =
            model.write(shifted(example.target), model.read(example.source));
        for (std::size_t i = 0; i < example.target.size(); ++i) {
            if (argmax(logits.row(i)) == example.target[i]) ++right;
        }
    }
    return right;
}

std::size_t word_count(std::span<const Example> examples) {
    std::size_t n = 0;
    for (const Example& example : examples) n += example.target.size();
    return n;
}

double least_loss_without_reading(const Task& task) {
    // A sentence of n words costs -ln p / n. The mean is least where p is proportional to 1 / n.
    std::vector<double> shares;
    for (const auto* side : {&task.shown, &task.unseen}) {
        for (const Example& example : *side)
            shares.push_back(1 / static_cast<double>(example.target.size()));
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    double loss = 0;
    for (const double share : shares) loss += share * std::log(sum / share);
    return loss / static_cast<double>(shares.size());
}

Outcome learn(const Plan& plan, const GoOn& go_on,
              const std::function<void(const Outcome&)>& watch) {
    const Task task = task_of(plan.task, plan.seed);
    Outcome outcome{plan, random_translator(plan.design, task, plan.seed), task};
    const auto ask = [&](const Translator& model) {
        return score_of(with_design_applied(model), task.unseen);
    };
    train(outcome, batches_of(task, plan.seed, plan.steps), loss_and_slopes, ask, go_on,
          watch);
    outcome.model = with_design_applied(outcome.model);
    return outcome;
}

}  // namespace attn::chapters::ch14
