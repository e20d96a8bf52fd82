#include "chapters/13_each_part/13_each_part.hpp"

#include "attn/learning/loss.hpp"
#include "chapters/training/answers.hpp"
#include "chapters/training/loop.hpp"

namespace attn::chapters::ch13 {

double loss_and_slopes(const SentenceModel& model, std::span<const Asked> batch,
                       SentenceModel& gradient) {
    const auto n = static_cast<double>(batch.size());
    double loss = 0;
    for (const Asked& sentence : batch) {
        const SentenceTrace trace = model.trace(sentence.ids);
        loss += cross_entropy(trace.logits, {sentence.answer}) / n;
        backward(model, sentence.ids, trace,
                 cross_entropy_backward(trace.logits, {sentence.answer}) / n, gradient);
    }
    return loss;
}

Score score_of(const SentenceModel& model, std::span<const Asked> asked) {
    return score_of_answers(model, asked, &Asked::answer);
}

Outcome learn(const Plan& plan, const GoOn& go_on,
              const std::function<void(const Outcome&)>& watch) {
    Outcome outcome{plan, random_sentence_model(plan.design, plan.seed),
                    sides_of(plan.question, plan.seed).unseen};
    const auto ask = [&](const SentenceModel& model) {
        return score_of(model, outcome.unseen);
    };
    train(outcome, batches_of(plan.question, plan.seed, plan.steps), loss_and_slopes, ask,
          go_on, watch);
    return outcome;
}

}  // namespace attn::chapters::ch13
