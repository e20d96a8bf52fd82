#include "chapters/13_each_part/13_each_part.hpp"

#include <algorithm>

#include "chapters/program/folders.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch13 {

Plan shipped_plan() {
    return {.question = Question::sense};
}

SentenceModel shipped() {
    SentenceModel model = random_sentence_model({}, 0);  // for the shapes
    load_state_dict(read_state_dict(chapters_folder() / "13_each_part/learned.safetensors"),
                    parameters(model));
    return model;
}

void save(const std::filesystem::path& file, SentenceModel model) {
    write_safetensors(file, state_dict(parameters(model)));
}

const std::vector<std::string>& parts_to_take() {
    static const std::vector<std::string> parts{
        "nothing", "positions", "attention", "feed-forward", "norms", "residuals", "root"};
    return parts;
}

Plan plan_of(const std::string& question, const std::string& without, std::size_t layers,
             const std::string& heads, const std::string& norm, std::size_t seed,
             std::size_t steps, double learning_rate, const std::string& readout) {
    const Design design{
        .has_positions = without != "positions",
        .has_attention = without != "attention",
        .has_feed_forward = without != "feed-forward",
        .has_norms = without != "norms",
        .has_residuals = without != "residuals",
        .is_scaled = without != "root",
        .n_layers = layers,
        .n_heads = std::stoul(heads),
        .placement = norm == "pre" ? NormPlacement::pre : NormPlacement::post,
        .bends_average = readout == "relu"};
    return {.design = design,
            .question = question == "place" ? Question::place : Question::sense,
            .seed = seed,
            .steps = steps,
            .learning_rate = learning_rate};
}

const NamedDesign* recorded_design(const Plan& plan) {
    if (plan.design == average_bent().design && plan.learning_rate == book_rate)
        return &average_bent();
    for (const auto* designs : {&one_part_less(), &six_layers()}) {
        if (designs == &six_layers() && plan.question == Question::sense) continue;
        const auto found = std::ranges::find(*designs, plan.design, &NamedDesign::design);
        if (found == designs->end()) continue;
        const auto runs = runs_of(plan.question, found->name, plan.learning_rate);
        if (!runs.empty()) return &*found;
    }
    return nullptr;
}

Outcome trained_by(bool train, const Plan& plan, const Meanwhile& meanwhile) {
    if (!train && plan == shipped_plan()) {
        return {plan, shipped(), sides_of(plan.question, plan.seed).unseen};
    }
    TrainingLine line(plan.steps);
    return learn(plan, line.until_interrupted(), [&](const Outcome& so_far) {
        meanwhile(so_far.losses.size(), [&] { return own_figure(so_far); });
    });
}

}  // namespace attn::chapters::ch13
