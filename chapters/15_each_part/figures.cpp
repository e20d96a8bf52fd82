#include "chapters/15_each_part/15_each_part.hpp"

#include <algorithm>

#include "chapters/training/bundles.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch15 {

using namespace plots;
using enum Paint;

namespace {

constexpr double until = run_steps, slow_rate = 3e-4;

Plot loss_plot(const std::string& name) {
    Plot plot{.name = name,
              .x = {.name = "steps",
                    .first = 0,
                    .last = until,
                    .ticks = ticks_at({0, 100, 200, 300, 400})},
              .y = {.name = "loss", .first = 0, .last = 1, .ticks = ticks_at({0, 0.5, 1})},
              .height = 0.6};
    return plot;
}

Plot one_question(Question question, const std::string& name, const std::string& design,
                  Paint paint) {
    Plot plot = loss_plot(name);
    add_bundle(plot, runs_of(question, design), paint, until);
    plot.marks.push_back(ln_2(until, ""));
    return plot;
}

/// Both questions, place blue and sense rust, above what the whole layer does in the median.
Plot both_questions(const NamedDesign& named) {
    Plot plot = loss_plot(named.words);
    for (const Question question : {Question::sense, Question::place}) {
        add_bundle(plot, runs_of(question, named.name),
                   question == Question::sense ? rust : blue, until);
    }
    for (const Question question : {Question::sense, Question::place}) {
        Line whole = median_of(runs_of(question, "whole"), until);
        whole.dashed = false;
        whole.weight = Weight::broad;
        plot.marks.push_back(whole);
    }
    plot.marks.push_back(ln_2(until, ""));
    return plot;
}

Plot heads_table(const Texts& words, const Matrix& attention) {
    Texts heads;
    for (std::size_t h = 0; h < attention.rows(); ++h) {
        heads.push_back("head " + std::to_string(h + 1));
    }
    return table("", attention, heads, words);
}

std::vector<Row> in_pairs(const std::vector<Plot>& plots) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i + 1 < plots.size(); i += 2) {
        rows.push_back(Row{plots[i], plots[i + 1]});
    }
    return rows;
}

}  // namespace

Figure two_by_two_figure() {
    return {"15_two_by_two",
            "Each question needs what the other can do without",
            "Loss on unseen sentences, 20 seeds each. Dashed: ln 2.",
            {{Words{"Where is the “not”?", true}},
             {one_question(Question::place, "no positions", "no_positions", blue),
              one_question(Question::place, "no attention", "no_attention", blue)},
             {Words{"Does it make sense?", true}},
             {one_question(Question::sense, "no positions", "no_positions", rust),
              one_question(Question::sense, "no attention", "no_attention", rust)}}};
}

Figure parts_figure() {
    std::vector<Plot> plots;
    for (const NamedDesign& named : one_part_less()) plots.push_back(both_questions(named));
    return {"15_parts", "Take out any one part, and most still learn",
            "Blue: where is the “not”? Rust: does it make sense? Broad: the whole layer.",
            in_pairs(plots)};
}

Figure depth_figure() {
    std::vector<Plot> plots;
    for (const double rate : {book_rate, slow_rate}) {
        for (const NamedDesign* named : {&six_whole(), &six_without_residuals()}) {
            const bool has_residuals = named->design.has_residuals;
            Plot plot = loss_plot((has_residuals ? "residuals" : "no residuals") +
                                  (", rate " + short_label(rate)));
            add_bundle(plot, runs_of(Question::place, named->name, rate),
                       has_residuals ? blue : rust, until);
            plot.marks.push_back(ln_2(until, ""));
            plot.y.last = 1.4;  // six layers begin with larger losses
            plots.push_back(plot);
        }
    }
    return {"15_depth", "Without residuals it takes a smaller rate, and luck",
            "Where is the “not”? Loss on unseen sentences, 20 seeds each. Dashed: ln 2.",
            in_pairs(plots)};
}

Figure mistakes_figure() {
    std::vector<Plot> plots;
    for (const NamedDesign& named : with_mistakes()) plots.push_back(both_questions(named));
    return {"15_mistakes", "Four of chapter 12’s bugs, learning quite happily",
            "Blue: where is the “not”? Rust: does it make sense? Broad: the whole layer.",
            in_pairs(plots)};
}

Curve own_curve(const Outcome& outcome) {
    const Plan& plan = outcome.plan;
    return chapters::own_curve(outcome.scores, plan.seed, plan.every,
                               runs_of(plan.question, "whole"));
}

Figure own_figure(const Outcome& outcome) {
    const Plan& plan = outcome.plan;
    const NamedDesign* recorded = recorded_design(plan);
    const Curve own = own_curve(outcome);
    Plot plot{.x = {.name = "steps", .first = 0, .last = until},
              .y = {.name = "loss on unseen sentences", .first = 0, .last = 1},
              .height = 0.7};
    add_bundle(plot,
               recorded ? runs_of(plan.question, recorded->name, plan.learning_rate)
                        : runs_of(plan.question, "whole"),
               muted, until);
    plot.marks.push_back(line_of(own));
    plot.marks.push_back(ln_2(until, "ln 2"));
    return {"15_own",
            after_steps(own, outcome.unseen.size()),
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

Figure heads_figure(const Texts& words, const std::vector<Matrix>& before,
                    const std::vector<Matrix>& after) {
    const Texts versions{"not … indeed", "indeed … not", "not … not", "indeed … indeed"};
    const auto head = [&](const std::string& name, const Matrix& weights) {
        Cells look;
        look.decimals = 1;
        return table(name, weights, versions, words, look);
    };
    std::vector<Row> rows;
    for (std::size_t h = 0; h < after.size(); ++h) {
        const std::string number = "head " + std::to_string(h + 1);
        rows.push_back({head(number + ", before learning", before[h])});
        rows.push_back({head(number + ", after", after[h])});
    }
    return {"15_heads", "Both heads learned where the versions differ",
            "A row is a version, a column a word; each cell is the mean over all that ask.",
            rows};
}

}  // namespace attn::chapters::ch15
