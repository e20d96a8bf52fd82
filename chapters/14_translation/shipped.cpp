#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "chapters/program/folders.hpp"
#include "chapters/program/knobs.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr TaskName all_tasks[] = {TaskName::wishes, TaskName::people_to_english,
                                  TaskName::people_to_korean, TaskName::mirrors_shown};

/// The file with a plan's weights, or nullptr where none is shipped.
const char* shipped_file(const Plan& plan) {
    if (plan == shipped_plan(1)) return "one_head.safetensors";
    if (plan == shipped_plan(1, 3)) return "seed_3.safetensors";
    if (plan == shipped_plan(2)) return "two_heads.safetensors";
    return nullptr;
}

}  // namespace

Plan shipped_plan(std::size_t n_heads, std::uint64_t seed) {
    return {.design = {.n_heads = n_heads}, .seed = seed};
}

Outcome shipped(std::size_t n_heads, std::uint64_t seed) {
    const Plan plan = shipped_plan(n_heads, seed);
    const char* const file = shipped_file(plan);
    if (file == nullptr) {
        throw std::invalid_argument("shipped: no weights of " + std::to_string(n_heads) +
                                    " heads and seed " + std::to_string(seed) +
                                    " are shipped; learn() trains them");
    }
    return loaded(chapters_folder() / "14_translation/learned" / file, plan);
}

Outcome loaded(const std::filesystem::path& weights, const Plan& plan) {
    Task task = task_of(plan.task, plan.seed);
    Translator model = random_translator(plan.design, task, 0);  // for the shapes
    load_state_dict(read_state_dict(weights), parameters(model));
    return {plan, model, task};
}

void save(const std::filesystem::path& file, Translator model) {
    write_safetensors(file, state_dict(parameters(model)));
}

const std::vector<std::string>& task_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const TaskName name : all_tasks) all.push_back(text_of(name));
        return all;
    }();
    return names;
}

const std::vector<std::string>& parts_to_take() {
    static const std::vector<std::string> parts{"nothing",   "cross-attention", "causal",
                                                "positions", "scaling",         "order"};
    return parts;
}

Plan plan_of(const std::string& task, const std::string& without, const std::string& heads,
             std::size_t seed, std::size_t steps) {
    const Design design{
        .n_heads = std::stoul(heads),
        .has_cross_attention = without != "cross-attention",
        .is_causal = without != "causal",
        .is_scaled = without != "scaling",
        .source_has_positions = without != "positions" && without != "order",
        .target_has_positions = without != "positions"};
    const auto name = std::ranges::find(task_names(), task) - task_names().begin();
    if (name == std::ssize(task_names()))
        throw std::invalid_argument("plan_of: there is no task '" + task + "'");
    return {.design = design, .task = all_tasks[name], .seed = seed, .steps = steps};
}

const NamedDesign* recorded_design(const Plan& plan) {
    for (const auto* designs :
         {&changes(), &undivided_heads(), &with_and_without_order()}) {
        const bool is_of_wishes = designs != &with_and_without_order();
        if (is_of_wishes != (plan.task == TaskName::wishes)) continue;
        const auto found = std::ranges::find(*designs, plan.design, &NamedDesign::design);
        if (found != designs->end()) return &*found;
    }
    return nullptr;
}

std::optional<Outcome> given_weights(const std::filesystem::path& load, bool train,
                                     const Plan& plan) {
    if (load.empty()) return std::nullopt;
    if (!train) return loaded(load, plan);
    throw UsageError(
        "--load takes weights as they are, and --train begins without: give one");
}

Outcome trained_by(const std::optional<Outcome>& given, bool train, const Plan& plan,
                   const Meanwhile& meanwhile) {
    if (given) return *given;
    if (!train && shipped_file(plan) != nullptr)
        return shipped(plan.design.n_heads, plan.seed);
    TrainingLine line(plan.steps);
    return learn(plan, line.until_interrupted(), [&](const Outcome& so_far) {
        meanwhile(so_far.losses.size(), [&] {
            Outcome designed = so_far;
            designed.model = with_design_applied(so_far.model);
            return own_figure(designed);
        });
    });
}

}  // namespace attn::chapters::ch14
