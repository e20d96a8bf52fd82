#include "chapters/15_each_part/runs.hpp"

#include <algorithm>

#include "plots/labels.hpp"

namespace attn::chapters::ch15 {
namespace {

struct Kind {
    Question question;
    std::string design;
    double learning_rate = book_rate;
    std::size_t steps = run_steps;
};

/// Both questions where there is one layer, "place" where there are six.
std::vector<Kind> recorded_kinds() {
    using enum Question;
    std::vector<Kind> kinds;
    for (const Question question : {place, sense}) {
        for (const NamedDesign& named : one_part_less())
            kinds.push_back({question, named.name});
        kinds.push_back({question, "reshaped"});
        kinds.push_back({question, "residual_from_input"});
    }
    kinds.push_back({place, "words_alone"});
    kinds.push_back({sense, "average_bent"});
    kinds.push_back({place, "six"});
    for (const double rate : {book_rate, slow_rate})
        kinds.push_back({place, "six_no_residuals", rate, patient_steps});
    return kinds;
}

}  // namespace

std::string kind_of(Question question, const std::string& design, double learning_rate) {
    const std::string kind = name_of(question) + "/" + design;
    return learning_rate == book_rate ? kind
                                      : kind + "@" + plots::short_label(learning_rate);
}

std::vector<Curve> measure_runs(const std::function<void(const std::string&)>& progress) {
    std::vector<Curve> curves;
    for (const Kind& kind : recorded_kinds()) {
        const std::string name = kind_of(kind.question, kind.design, kind.learning_rate);
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            if (progress) progress(name + ", seed " + std::to_string(seed));
            const Plan plan{.seed = seed,
                            .steps = kind.steps,
                            .learning_rate = kind.learning_rate,
                            .every = 20};
            const Outcome<SentenceModel> outcome =
                learn({design_named(kind.design).design, kind.question, plan});
            curves.push_back({name, seed, plan.every, outcome.scores});
        }
    }
    return curves;
}

const std::vector<Curve>& book_runs() {
    static const std::vector<Curve> runs = recorded_curves("15_each_part");
    return runs;
}

std::vector<Curve> runs_of(Question question, const std::string& design,
                           double learning_rate) {
    return curves_of(book_runs(), kind_of(question, design, learning_rate));
}

const NamedDesign* recorded_design(const Experiment& experiment) {
    const auto& [design, question, plan] = experiment;
    const auto found = std::ranges::find(all_designs(), design, &NamedDesign::design);
    if (found == all_designs().end()) return nullptr;
    return runs_of(question, found->name, plan.learning_rate).empty() ? nullptr : &*found;
}

Ends ends_of(Question question, const std::string& design, double learning_rate) {
    return chapters::ends_of(runs_of(question, design, learning_rate), n_unseen(question));
}

}  // namespace attn::chapters::ch15
