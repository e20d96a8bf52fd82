#include "chapters/15_each_part/training.hpp"

#include "attn/learning/loss.hpp"
#include "attn/vector.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/training/weights_file.hpp"

namespace attn::chapters::ch15 {

double loss_and_slopes(const SentenceModel& model, const Design& design,
                       std::span<const Asked> batch, SentenceModel& gradient) {
    const auto n = static_cast<double>(batch.size());
    double loss = 0;
    for (const Asked& sentence : batch) {
        const SentenceTrace trace = model.trace(design, sentence.ids);
        loss += cross_entropy(trace.logits, {sentence.answer}) / n;
        backward(model, design, sentence.ids, trace,
                 cross_entropy_backward(trace.logits, {sentence.answer}) / n, gradient);
    }
    return loss;
}

Score score_of(const SentenceModel& model, const Design& design,
               std::span<const Asked> asked) {
    Score score;
    for (const Asked& sentence : asked) {
        const Matrix logits = model.trace(design, sentence.ids).logits;
        score.loss += cross_entropy(logits, {sentence.answer});
        if (argmax(logits.row(0)) == sentence.answer) ++score.right;
    }
    score.loss /= static_cast<double>(asked.size());
    return score;
}

Outcome<SentenceModel> learn(const Experiment& experiment,
                             const Onlooker<SentenceModel>& onlooker) {
    const auto& [design, question, plan] = experiment;
    const std::vector<Asked> unseen = sides_of(question, plan.seed).unseen;
    const auto slopes = [&, &parts = design](const SentenceModel& model,
                                             std::span<const Asked> batch,
                                             SentenceModel& gradient) {
        return loss_and_slopes(model, parts, batch, gradient);
    };
    const auto ask = [&, &parts = design](const SentenceModel& model) {
        return score_of(model, parts, unseen);
    };
    return chapters::learn(plan, random_sentence_model(design, plan.seed),
                           batches_of(question, plan.seed, plan.steps), slopes, ask,
                           onlooker);
}

SentenceModel shipped() {
    return with_weights(random_sentence_model({}, 0),
                        chapters_folder() / "15_each_part/learned.safetensors");
}

const std::vector<std::string>& parts_to_take() {
    static const std::vector<std::string> parts{
        "nothing", "positions", "attention", "feed-forward", "norms", "residuals", "root"};
    return parts;
}

Experiment experiment_of(const std::string& question, const std::string& without,
                         std::size_t layers, const std::string& heads, std::size_t seed,
                         std::size_t steps, double learning_rate,
                         const std::string& readout) {
    return {.design = {.has_positions = without != "positions",
                       .has_attention = without != "attention",
                       .has_feed_forward = without != "feed-forward",
                       .has_norms = without != "norms",
                       .has_residuals = without != "residuals",
                       .is_scaled = without != "root",
                       .n_layers = layers,
                       .n_heads = std::stoul(heads),
                       .bends_average = readout == "relu"},
            .question = question == "place" ? Question::place : Question::sense,
            .plan = {
                .seed = seed, .steps = steps, .learning_rate = learning_rate, .every = 20}};
}

}  // namespace attn::chapters::ch15
