#include "chapters/15_each_part/15_each_part.hpp"

#include <algorithm>
#include <map>

#include "chapters/training/curves.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch15 {

using namespace plots;
using enum Paint;

namespace {

constexpr double until = run_steps;
constexpr std::size_t never = 450;  // where a seed stands that did not get there

Plot loss_plot(const std::string& name, double last = until) {
    Plot plot{.name = name,
              .x = {.name = "steps",
                    .first = 0,
                    .last = last,
                    .ticks = ticks_at({0, last / 4, last / 2, last * 3 / 4, last})},
              .y = {.name = "loss", .first = 0, .last = 1, .ticks = ticks_at({0, 0.5, 1})},
              .height = 0.6};
    return plot;
}

Plot one_question(Question question, const std::string& name, const std::string& design,
                  Paint paint) {
    Plot plot = loss_plot(name);
    add_bundle(plot, runs_of(question, "whole"), axis, until);
    add_bundle(plot, runs_of(question, design), paint, until);
    plot.marks.push_back(ln_2(until, ""));
    return plot;
}

/// A dot for each seed at the step by which it had everything right. Those of one step stand
/// together, five in a line.
Dots dots_of(Question question, const std::vector<NamedDesign>& designs, Paint paint) {
    Dots dots{.points = {}, .paint = paint, .small = true};
    const double aside = question == Question::place ? -0.22 : 0.22;
    for (std::size_t i = 0; i < designs.size(); ++i) {
        std::map<std::size_t, std::size_t> n_at;
        for (const Curve& run : runs_of(question, designs[i].name)) {
            const std::size_t first = first_all_right(run, n_unseen(question));
            ++n_at[first > run_steps ? never : first];
        }
        for (const auto& [step, count] : n_at) {
            for (std::size_t n = 0; n < count; ++n) {
                const std::size_t in_line = std::min<std::size_t>(5, count - n / 5 * 5);
                dots.points.push_back({static_cast<double>(step) +
                                           4.0 * static_cast<double>(n % 5) -
                                           2.0 * static_cast<double>(in_line - 1),
                                       static_cast<double>(i) + aside +
                                           0.08 * (static_cast<double>(n / 5) - 1.5)});
            }
        }
    }
    return dots;
}

/// When each seed had everything right: a row for each design, both questions.
Figure dots_figure(const std::string& name, const std::string& title,
                   const std::vector<NamedDesign>& designs, const Texts& words) {
    Plot plot{.x = {.name = "step by which a seed had everything right",
                    .first = 0,
                    .last = never + 20.0,
                    .ticks = ticks_at({0, 100, 200, 300, 400})},
              .y = {.first = static_cast<double>(designs.size()) - 0.5,
                    .last = -0.5,
                    .words = words},
              .height = 0.2 + 0.28 * static_cast<double>(designs.size())};
    plot.x.ticks.push_back({never, "never"});
    plot.marks = {dots_of(Question::place, designs, blue),
                  dots_of(Question::sense, designs, rust)};
    return {name,
            title,
            "A dot: a seed. Blue: where is the “not”? Rust: does it make sense?",
            {{plot}}};
}

Plot heads_table(const Texts& words, const Matrix& attention) {
    Texts heads;
    for (std::size_t h = 0; h < attention.rows(); ++h) {
        heads.push_back("head " + std::to_string(h + 1));
    }
    return table("", attention, heads, words);
}

}  // namespace

Figure two_by_two_figure() {
    return {"15_two_by_two",
            "Each question needs what the other can do without",
            "Loss on unseen sentences, 20 seeds each. Grey: the whole layer. Dashed: ln 2.",
            {{Words{"Where is the “not”?", true}},
             {one_question(Question::place, "no positions", "no_positions", blue),
              one_question(Question::place, "no attention", "no_attention", blue)},
             {Words{"Does it make sense?", true}},
             {one_question(Question::sense, "no positions", "no_positions", rust),
              one_question(Question::sense, "no attention", "no_attention", rust)}}};
}
Figure parts_figure() {
    return dots_figure(
        "15_parts", "Only two parts are missed, each by one question", one_part_less(),
        {"the whole layer", "no positions", "no attention", "no feed-forward", "no norms",
         "no residuals", "not divided", "one head"});
}

Figure own_figure(const Experiment& experiment, const Outcome<SentenceModel>& outcome) {
    const NamedDesign* recorded = recorded_design(experiment);
    Plot plot{.x = {.name = "steps", .first = 0, .last = until},
              .y = {.name = "loss on unseen sentences", .first = 0, .last = 1},
              .height = 0.7};
    add_bundle(plot,
               recorded ? runs_of(experiment.question, recorded->name,
                                  experiment.plan.learning_rate)
                        : runs_of(experiment.question, "whole"),
               muted, until);
    plot.marks.push_back(line_of(outcome.scores));
    plot.marks.push_back(ln_2(until, "ln 2"));
    return {"15_own",
            after_steps(outcome.scores.back(), n_unseen(experiment.question)),
            std::string("Grey: ") + (recorded ? recorded->words : "the whole layer") +
                ", 20 seeds.",
            {{plot}}};
}

Figure sentence_figure(const Texts& words, const Matrix& attention, double yes) {
    const std::string answer = yes > 0.5 ? "“Yes”, with " + number_label(yes, 4)
                                         : "“No”, with " + number_label(1 - yes, 4);
    return {"15_sentence",
            "Does it make sense? " + answer,
            "How much weight each word gets, on average over all words.",
            {{heads_table(words, attention)}}};
}

}  // namespace attn::chapters::ch15
