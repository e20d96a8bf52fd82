#include "chapters/12_learning/12_learning.hpp"

#include <algorithm>
#include <cmath>

#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "chapters/training/bundles.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch12 {

using namespace plots;
using enum Paint;

Figure curves_figure(const std::vector<Curve>& with, const std::vector<Curve>& without) {
    constexpr double until = 200;
    Plot plot{.x = {.name = "steps", .first = 0, .last = until},
              .y = {.name = "loss on unseen sentences", .first = 0, .last = 1}};
    add_bundle(plot, without, rust, until, "without positions", Point{110, 0.77});
    add_bundle(plot, with, blue, until, "with positions", Point{104, 0.4});
    plot.marks.push_back(ln_2(until, "ln 2"));
    return {"12_curves",
            "Without positions it is stuck, with them it learns",
            "20 seeds each. Dashed: what always saying fifty-fifty costs.",
            {{plot}}};
}

std::vector<Matrix> heads_of(const NotFinder& model, const std::vector<std::size_t>& ids) {
    std::vector<Matrix> heads;
    const NotFinderTrace trace = model.trace(ids);
    for (const AttentionTrace& head : trace.encoder.layers[0].attention.heads) {
        heads.push_back(head.weights);
    }
    return heads;
}

namespace {

/// What a model says of the first two unseen sentences, which are twins.
Plot answers_plot(const Outcome& outcome) {
    Bars says{{}, {ink, ink}};
    Texts names;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::size_t>& ids = outcome.unseen[i].ids;
        for (std::size_t place = 1; place < ids.size(); ++place) {
            if (not_words[ids[place]] == "not")
                names.push_back(not_words[ids[place - 1]] + " not");
        }
        says.values.push_back(softmax_rows(outcome.model.forward(ids))(0, 0));
    }
    Plot plot = bars("p of “first half”", names, says, 1);
    plot.marks.push_back(Rule{0.5, "a guess"});
    return plot;
}

}  // namespace

Figure own_figure(const Outcome& outcome) {
    const Plan& plan = outcome.plan;
    const std::vector<Curve> recorded =
        curves_of(book_curves(), plan.has_positions ? "right" : "without");
    Curve own = own_curve(outcome.scores, plan.seed, plan.every, recorded);
    if (outcome.scores.empty()) own.scores.resize(plan.steps / own.every + 1);
    const auto until = static_cast<double>(std::max<std::size_t>(plan.steps, own.every));
    Plot loss{.x = {.name = "steps", .first = 0, .last = until},
              .y = {.name = "loss on unseen sentences", .first = 0, .last = 1},
              .height = 0.55};
    add_bundle(loss, recorded, muted, until);
    loss.marks.push_back(line_of(own));
    loss.marks.push_back(ln_2(until, "ln 2"));
    const std::vector<std::size_t>& ids = outcome.unseen[0].ids;
    Texts words;
    for (const std::size_t id : ids) words.push_back(not_words[id]);
    Row heads;
    for (const Matrix& weights : heads_of(outcome.model, ids)) {
        Cells look;
        look.decimals = 1;
        heads.push_back(
            table("head " + std::to_string(heads.size() + 1), weights, words, words, look));
    }
    return {"12_own",
            after_steps(own, outcome.losses.size(), outcome.unseen.size()),
            "Grey: 20 recorded seeds. Bars: two unseen twins. Below: who attends to whom.",
            {{loss}, {answers_plot(outcome)}, heads}};
}

namespace {

/// A row's numbers on the way forward, below them their slopes, and how these came about.
Plot there_and_back(const std::string& name, std::span<const double> values,
                    std::span<const double> slopes, const Texts& columns,
                    const std::string& how) {
    Matrix both(2, columns.size());
    both.set_row(0, values);
    both.set_row(1, slopes);
    Plot plot = table(name, both, {"value", "slope"}, columns, signed_to(2));
    plot.below = how;
    return plot;
}

}  // namespace

Figure way_back_figure(const SmallWayBack& back) {
    using namespace small_example;
    const AttentionTrace& there = back.forward;
    const AttentionGradient& d = back.attention;
    const auto digits = [](double value) { return number_label(value, 2); };
    double average = 0;
    for (std::size_t j = 0; j < tokens.size(); ++j) {
        average += there.weights(love, j) * d.weights(love, j);
    }
    return {
        "12_way_back",
        "From the loss back to one number of W_q",
        "The row of love: each number, and how fast the loss rises with it.",
        {{there_and_back("output", there.output.row(love), back.d_output.row(love),
                         word_columns,
                         "2 · (" + digits(there.output(love, person)) + " − 2)")},
         {Step{}},
         {there_and_back("weights", there.weights.row(love), d.weights.row(love), tokens,
                         digits(back.d_output(love, person)) + " · value under person")},
         {Step{}},
         {there_and_back("scaled scores", there.masked.row(love), d.masked.row(love),
                         tokens, "weight · (slope + " + digits(-average) + ")")},
         {Step{}},
         {there_and_back("query", q.row(love), d.q.row(love), match_columns,
                         "action: (" + digits(d.masked(love, 1)) + " + " +
                             digits(-d.masked(love, 2)) + ") ÷ 2")},
         {Step{}},
         {there_and_back("W_q, row feeling", w_q.row(feeling),
                         back.maps.query.weight.row(feeling), match_columns,
                         number_label(x(love, feeling), 0) + " · slope of the query")
              .framed({1, 0})}}};
}

Figure nudge_figure(const std::vector<NudgeError>& errors) {
    Plot plot{.x = {.name = "nudge", .log = true},
              .y = {.name = "worst error of 48 slopes", .log = true}};
    std::vector<Point> one_way, both_ways;
    for (const NudgeError& error : errors) {
        one_way.push_back({error.nudge, error.one_way});
        both_ways.push_back({error.nudge, error.both_ways});
    }
    plot.marks = {Line{.points = one_way,
                       .paint = rust,
                       .name = "one way",
                       .named_at = Point{5e-7, 2e-3}},
                  Dots{.points = one_way, .paint = rust},
                  Line{.points = both_ways,
                       .paint = blue,
                       .name = "both ways",
                       .named_at = Point{2e-3, 1e-7}},
                  Dots{.points = both_ways, .paint = blue}};
    return {"12_nudge",
            "A good nudge is small, not tiny, and goes both ways",
            "How far measured slopes are from computed ones.",
            {{plot}}};
}

Figure wrong_figure(const std::vector<Curve>& curves) {
    constexpr double until = 200;
    const std::vector<Curve> right = curves_of(curves, "right");
    std::vector<Plot> plots;
    for (const mistakes::WayBack& way : mistakes::wrong_ways_back()) {
        Plot plot{.name = way.mistake,
                  .x = {.name = "steps",
                        .first = 0,
                        .last = until,
                        .ticks = ticks_at({0, 100, 200})},
                  .y = {.name = "loss",
                        .first = 0,
                        .last = 0.9,
                        .ticks = ticks_at({0, 0.3, 0.6, 0.9})},
                  .height = 0.6};
        add_bundle(plot, curves_of(curves, way.name), rust, until);
        plot.marks.push_back(median_of(right, until));
        plots.push_back(plot);
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i + 1 < plots.size(); i += 2) {
        rows.push_back(Row{plots[i], plots[i + 1]});
    }
    return {
        "12_wrong", "Six wrong ways back, and the loss falls",
        "Rust: 20 trainings with a wrong way back. Dashed: with the right one (median).",
        rows};
}

}  // namespace attn::chapters::ch12
