#include "chapters/15_each_part/runs.hpp"

#include "attn/files/whole_file.hpp"

namespace attn::chapters::ch15 {

std::string kind_of(Question question, const std::string& design) {
    return name_of(question) + "/" + design;
}

std::vector<Curve> measure_runs(const std::function<void(const std::string&)>& progress) {
    struct Run {
        std::string kind;
        Plan plan;
    };
    std::vector<Run> runs;
    const auto add = [&](Question question, const std::vector<NamedDesign>& designs) {
        for (const NamedDesign& named : designs) {
            for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
                runs.push_back({kind_of(question, named.name),
                                {.design = named.design,
                                 .question = question,
                                 .seed = seed,
                                 .steps = run_steps}});
            }
        }
    };
    for (const Question question : {Question::place, Question::sense}) {
        add(question, one_part_less());
        add(question, with_mistakes());
    }
    add(Question::place, six_layers());

    std::vector<Curve> curves;
    for (const Run& run : runs) {
        if (progress) progress(run.kind + ", seed " + std::to_string(run.plan.seed));
        curves.push_back({run.kind, run.plan.seed, run.plan.every, learn(run.plan).scores});
    }
    return curves;
}

const std::vector<Curve>& book_runs() {
    static const std::vector<Curve> runs = ch14::read_curves(
        read_whole_file(std::string(ATTN_CHAPTERS_FOLDER) + "/15_each_part/runs.txt"));
    return runs;
}

std::vector<Curve> runs_of(Question question, const std::string& design) {
    return ch14::curves_of(book_runs(), kind_of(question, design));
}

}  // namespace attn::chapters::ch15
