#include "chapters/13_each_part/13_each_part.hpp"

#include <algorithm>

#include "chapters/program/folders.hpp"
#include "plots/labels.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch13 {

std::string kind_of(Question question, const std::string& design, double learning_rate) {
    const std::string kind = name_of(question) + "/" + design;
    return learning_rate == book_rate ? kind
                                      : kind + "@" + plots::short_label(learning_rate);
}

std::vector<Curve> measure_runs(const std::function<void(const std::string&)>& progress) {
    struct Run {
        std::string kind;
        Plan plan;
    };
    std::vector<Run> runs;
    const auto add_one = [&](Question question, const NamedDesign& named, double rate) {
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            runs.push_back({kind_of(question, named.name, rate),
                            {.design = named.design,
                             .question = question,
                             .seed = seed,
                             .steps = run_steps,
                             .learning_rate = rate}});
        }
    };
    const auto add = [&](Question question, const std::vector<NamedDesign>& designs) {
        for (const NamedDesign& named : designs) add_one(question, named, book_rate);
    };
    for (const Question question : {Question::place, Question::sense}) {
        add(question, one_part_less());
        add(question, with_mistakes());
    }
    add_one(Question::place, average_bent(), book_rate);
    add_one(Question::sense, average_bent(), book_rate);
    add(Question::place, six_layers());
    for (const double rate : depth_rates) {
        if (rate == book_rate) continue;
        add_one(Question::place, six_whole(), rate);
        add_one(Question::place, six_without_residuals(), rate);
    }

    std::vector<Curve> curves;
    for (const Run& run : runs) {
        if (progress) progress(run.kind + ", seed " + std::to_string(run.plan.seed));
        curves.push_back({run.kind, run.plan.seed, run.plan.every, learn(run.plan).scores});
    }
    return curves;
}

const std::vector<Curve>& book_runs() {
    static const std::vector<Curve> runs =
        read_curves(read_whole_file(chapters_folder() / "13_each_part/runs.txt"));
    return runs;
}

std::vector<Curve> runs_of(Question question, const std::string& design,
                           double learning_rate) {
    return curves_of(book_runs(), kind_of(question, design, learning_rate));
}

std::size_t n_unseen(Question question) {
    return question == Question::place ? 256 : 512;
}

Summary summary_of(Question question, const std::string& design, double learning_rate) {
    const std::vector<Curve> runs = runs_of(question, design, learning_rate);
    const std::size_t all = n_unseen(question);
    Summary summary{.n_seeds = runs.size(),
                    .least_right = all,
                    .least_loss = runs.at(0).scores.back().loss};
    std::vector<std::size_t> firsts;
    for (const Curve& run : runs) {
        const Score& last = run.scores.back();
        if (last.right == all) ++summary.n_all_right;
        summary.least_right = std::min(summary.least_right, last.right);
        summary.most_right = std::max(summary.most_right, last.right);
        summary.least_loss = std::min(summary.least_loss, last.loss);
        summary.most_loss = std::max(summary.most_loss, last.loss);
        firsts.push_back(first_all_right(run, all));
    }
    std::ranges::sort(firsts);
    const std::size_t half = firsts[(firsts.size() - 1) / 2];
    if (half <= run_steps) summary.by_step = std::to_string(half);
    return summary;
}

std::size_t sooner(Question question, const std::string& design, const std::string& other) {
    return count_sooner(runs_of(question, design), runs_of(question, other),
                        n_unseen(question));
}

}  // namespace attn::chapters::ch13
