#include "chapters/16_translation/training.hpp"

#include "attn/learning/loss.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/files/npy.hpp"

namespace attn::chapters::ch16 {
namespace {

Translator learned(const std::string& name, const Experiment& experiment) {
    return with_weights(
        random_translator(task_of(experiment.plan.seed), 0, experiment.sizes),
        chapters_folder() / "16_translation/learned" / (name + ".safetensors"));
}

}  // namespace

double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient, bool is_causal) {
    const auto n = static_cast<double>(batch.size());
    double loss = 0;
    for (const Example& example : batch) {
        const Ids written = shifted(example.target);
        const TranslatorTrace trace = model.trace(example.source, written, is_causal);
        loss += cross_entropy(trace.logits, example.target) / n;
        backward(model, example.source, written, trace,
                 cross_entropy_backward(trace.logits, example.target) / n, gradient);
    }
    return loss;
}

Score score_of(const Translator& model, std::span<const Example> examples, bool is_causal) {
    Score score;
    for (const Example& example : examples) {
        const TranslatorTrace trace =
            model.trace(example.source, shifted(example.target), is_causal);
        score.loss += cross_entropy(trace.logits, example.target);
        Ids written = translate_with_cache(model, example.source);
        written.push_back(end_id);
        if (written == example.target) ++score.right;
    }
    score.loss /= static_cast<double>(examples.size());
    return score;
}

Task task_of(const std::string& without, std::uint64_t seed) {
    return task_of(seed, without != "going-to-the-sea");
}

Outcome<Translator> learn(const Experiment& experiment,
                          const Onlooker<Translator>& onlooker) {
    const auto& [without, plan, sizes] = experiment;
    const Task task = task_of(without, plan.seed);
    const bool is_causal = without != "causal", is_closed = without == "cross-attention";
    Translator first = random_translator(task, plan.seed, sizes);
    if (is_closed) close_cross_attention(first);
    const auto slopes = [&](const Translator& model, std::span<const Example> batch,
                            Translator& gradient) {
        const double loss = loss_and_slopes(model, batch, gradient, is_causal);
        if (is_closed) close_cross_attention(gradient);  // it stays closed
        return loss;
    };
    const auto ask = [&](const Translator& model) {
        return score_of(model, task.unseen, is_causal);
    };
    return chapters::learn(plan, first, batches_of(task, plan.seed, plan.steps), slopes,
                           ask, onlooker);
}

Translator shipped(std::uint64_t seed) {
    return learned("seed_" + std::to_string(seed), {.plan = {.seed = seed}});
}

Experiment small_experiment() {
    TransformerConfig sizes = book_sizes;
    sizes.d_model = sizes.d_ff = 4;
    return {.plan = {.seed = 2, .steps = 1000, .learning_rate = 0.02, .every = 500},
            .sizes = sizes};
}

Translator small() {
    return learned("small", small_experiment());
}

Beginning first_steps() {
    const Task task = task_of(1);
    return {random_translator(task, 1), batches_of(task, 1, 20)};
}

std::vector<double> losses_of(const Beginning& beginning) {
    const auto slopes = [](const Translator& model, std::span<const Example> batch,
                           Translator& gradient) {
        return loss_and_slopes(model, batch, gradient);
    };
    return chapters::losses_of(beginning.model, beginning.batches, slopes,
                               Plan{}.learning_rate);
}

std::vector<double> losses_in_pytorch() {
    return read_npy(chapters_folder() / "16_translation/pytorch/losses.npy").values;
}

std::vector<Curve> curves_of(const std::string& without) {
    static const std::vector<Curve> all = recorded_curves("16_translation");
    return chapters::curves_of(all, without);
}

}  // namespace attn::chapters::ch16
