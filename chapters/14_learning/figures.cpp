#include "chapters/14_learning/14_learning.hpp"
#include "chapters/printing/words.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/training/curves.hpp"
#include "plots/labels.hpp"
#include "plots/text_width.hpp"

namespace attn::chapters::ch14 {

using namespace plots;
using enum Paint;

namespace {

constexpr double reach = 2.5, floor_of_plane = -0.3;

/// Arrows of the Korean words after a map, and dots where the English words are.
Plot turned_plane(const std::string& name, const Matrix& w, bool names_arrows) {
    constexpr std::size_t river = 3;
    Plot plot{.name = name,
              .x = {.first = -reach, .last = reach},
              .y = {.first = floor_of_plane, .last = reach},
              .plane = true};
    plot.marks = {
        Line{.points = {{-reach, 0}, {reach, 0}}, .paint = axis, .weight = Weight::hair},
        Line{.points = {{0, 0}, {0, reach}}, .paint = axis, .weight = Weight::hair}};
    const Matrix& goals = notes::english_vectors;
    const Matrix arrows = matmul(notes::korean_vectors, w);
    for (std::size_t i = 0; i < arrows.rows(); ++i) {
        const Point goal{goals(i, 0), goals(i, 1)}, tip{arrows(i, 0), arrows(i, 1)};
        plot.marks.push_back(Dots{{goal},
                                  rust,
                                  notes::english_words[i],
                                  goal,
                                  i == river ? Side::right : Side::above});
        const bool is_on_page =
            std::abs(tip.x) <= reach && tip.y <= reach && tip.y >= floor_of_plane;
        if (!is_on_page) continue;
        plot.marks.push_back(Arrow{.from = {},
                                   .to = tip,
                                   .paint = i == river ? teal : blue,
                                   .name = names_arrows ? notes::korean_words[i] : ""});
    }
    return plot;
}

Words loss_words(double loss) {
    return {"loss " + (loss < 0.0001 ? "below 0.0001"
                       : loss < 1000 ? number_label(loss, 4)
                                     : short_label(loss))};
}

}  // namespace

Figure turn_figure(const notes::Learning& learning) {
    const auto& [w, loss] = learning;
    const std::string steps = counted(w.size() - 1, "step");
    return {"14_turn",
            loss.back() < 0.001 ? "A learned turn brings 바다 to sea"
                                : "바다 and its friends after " + steps,
            "Arrows: Korean words times W. Dots: English words. 강 was not shown.",
            {{turned_plane("before: W leaves all as it is", w.front(), true),
              turned_plane("after " + steps, w.back(), false)},
             {loss_words(loss.front()), loss_words(loss.back())}}};
}

Figure downhill_figure(double learning_rate) {
    const Ids known{0, 1, 2};
    const Matrix korean = select_rows(notes::korean_vectors, known),
                 english = select_rows(notes::english_vectors, known);
    const auto loss = [&](double w) {
        return notes::map_loss(korean, {{w, 0}, {0, 1}}, english);
    };
    const double slope = (loss(1.5) - loss(0.5));  // of a parabola, at 1
    const double next = 1 - learning_rate * slope;
    const auto tangent = [&](double w) { return loss(1) + slope * (w - 1); };
    Line curve{.points = {}, .paint = blue};
    for (int i = -50; i <= 100; ++i) curve.points.push_back({i / 50.0, loss(i / 50.0)});
    Plot plot{.x = {.name = "the first number of W", .first = -1, .last = 2},
              .y = {.name = "loss", .first = 0, .last = 8},
              .height = 0.9};
    plot.marks = {curve,
                  Line{.points = {{0.2, tangent(0.2)}, {1.5, tangent(1.5)}},
                       .paint = rust,
                       .name = "slope " + number_label(slope, 2),
                       .named_at = Point{1.5, tangent(1.5)},
                       .side = Side::right,
                       .weight = Weight::thin},
                  Dots{.points = {{1, loss(1)}, {next, loss(next)}}, .paint = ink},
                  Note{{1.05, loss(1) - 0.3}, "before", Side::right},
                  Note{{next - 0.1, loss(next) + 0.5}, "after a step", Side::left}};
    return {"14_downhill",
            "The slope says which way is down",
            "The loss over one number; the other three stay as they are at the start.",
            {{plot}}};
}

namespace {

/// Where the boxes of the graph stand, and how many pixels a unit has, about.
struct GraphPlaces {
    Point a, b, c, product, sum, off, loss, through_product, past_product;
    double unit;
    bool slopes_below;  // or at the right
};

Plot graph_plot(const Graph& graph, const GraphPlaces& at) {
    struct Box {
        Point at;
        std::string text;
        double slope;
        bool has_room_below = false;
    };
    const auto digits = [](double value) {
        return number_label(value, value == std::round(value) ? 0 : 1);
    };
    const auto text = [&](const std::string& name, const ValueAndSlope& number) {
        return name + " = " + digits(number.value);
    };
    const Box a{at.a, text("a", graph.a), graph.a.slope, true},
        b{at.b, text("b", graph.b), graph.b.slope, true},
        c{at.c, text("c", graph.c), graph.c.slope},
        product{at.product, text("ab", graph.product), graph.product.slope},
        sum{at.sum, text("+ b", graph.sum), graph.sum.slope, true},
        off{at.off, text("− c", graph.off), graph.off.slope, true},
        loss{at.loss, text("loss", graph.loss), graph.loss.slope, true};
    const auto half_width = [&](const Box& box) {
        return (text_width(box.text, 16) / 2 + 22) / at.unit;
    };
    const double half_height = 23 / at.unit;
    // The part of a line between two boxes' middles that lies outside of both.
    const auto arrow = [&](const Box& from, const Box& to) {
        const double dx = to.at.x - from.at.x, dy = to.at.y - from.at.y;
        const auto inside = [&](const Box& box) {
            return std::min(half_width(box) / std::max(std::abs(dx), 1e-9),
                            half_height / std::max(std::abs(dy), 1e-9));
        };
        const auto between = [&](double t) {
            return Point{from.at.x + t * dx, from.at.y + t * dy};
        };
        return Arrow{.from = between(inside(from)),
                     .to = between(1 - inside(to)),
                     .paint = muted,
                     .weight = Weight::thin};
    };
    Plot plot{
        .marks = {arrow(a, product), arrow(b, product), arrow(b, sum), arrow(product, sum),
                  arrow(sum, off), arrow(c, off), arrow(off, loss)},
        .plane = true};
    for (const Box& box : {a, b, c, product, sum, off, loss}) {
        plot.marks.push_back(Part{box.at, box.text});
        const bool is_below = at.slopes_below && box.has_room_below;
        const Point beside{box.at.x + half_width(box), box.at.y};
        const Point below{box.at.x, box.at.y - half_height};
        plot.marks.push_back(Note{is_below ? below : beside, digits(box.slope),
                                  is_below ? Side::below : Side::right, rust, true});
    }
    const double by_product = graph.product.slope * graph.a.value;
    plot.marks.push_back(Note{at.through_product, digits(by_product), Side::right, rust});
    plot.marks.push_back(Note{at.past_product, digits(graph.sum.slope), Side::right, rust});
    return plot;
}

}  // namespace

Figure graph_figure(const Graph& graph) {
    Plot plot = graph_plot(graph, {.a = {0, 1.9},
                                   .b = {0, 0},
                                   .c = {4.7, 2},
                                   .product = {1.75, 1.9},
                                   .sum = {3.1, 0.85},
                                   .off = {4.7, 0.85},
                                   .loss = {6.3, 0.85},
                                   .through_product = {0.95, 0.85},
                                   .past_product = {1.6, 0.2},
                                   .unit = 90,
                                   .slopes_below = true});
    Plot upright = graph_plot(graph, {.a = {0, 0},
                                      .b = {2.6, 0},
                                      .c = {2.9, -3.3},
                                      .product = {0, -1.4},
                                      .sum = {0.8, -2.6},
                                      .off = {0.8, -4.3},
                                      .loss = {0.8, -5.5},
                                      .through_product = {0.75, -0.6},
                                      .past_product = {2.1, -1.5},
                                      .unit = 74,
                                      .slopes_below = false});
    upright.height = 1.5;
    plot.narrow = {upright};
    return {"14_graph",
            "Two routes lead back to b, and their slopes add up",
            "In the boxes: values. In rust: how fast the loss rises with each.",
            {{plot}}};
}

namespace {

/// What each head attends to in a sentence: [n x n] each.
std::vector<Matrix> heads_of(const NotFinder& model, const std::vector<std::size_t>& ids) {
    std::vector<Matrix> heads;
    const NotFinderTrace trace = model.trace(ids);
    for (const AttentionTrace& head : trace.encoder.layers[0].attention.heads) {
        heads.push_back(head.weights);
    }
    return heads;
}

/// What a model says of the first two unseen sentences, which are twins.
Plot answers_plot(const Outcome<NotFinder>& outcome) {
    const NotSentences unseen = split_for(outcome.plan.seed).unseen;
    Bars says{{}, {ink, ink}};
    Texts names;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::size_t>& ids = unseen[i].ids;
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

Figure own_figure(const Outcome<NotFinder>& outcome) {
    const auto until =
        static_cast<double>(std::max<std::size_t>(outcome.plan.steps, outcome.plan.every));
    Plot loss{.x = {.name = "steps", .first = 0, .last = until},
              .y = {.name = "loss on unseen sentences", .first = 0, .last = 1},
              .height = 0.55};
    loss.marks.push_back(line_of(outcome.scores));
    loss.marks.push_back(ln_2(until, "ln 2"));
    const std::vector<std::size_t> ids = split_for(outcome.plan.seed).unseen[0].ids;
    Texts words;
    for (const std::size_t id : ids) words.push_back(not_words[id]);
    Row heads;
    for (const Matrix& weights : heads_of(outcome.model, ids)) {
        Cells look;
        look.decimals = 1;
        heads.push_back(
            table("head " + std::to_string(heads.size() + 1), weights, words, words, look));
    }
    return {"14_own",
            after_steps(outcome.scores.back(), n_unseen),
            "Bars: two unseen twins. Below: who attends to whom.",
            {{loss}, {answers_plot(outcome)}, heads}};
}

Figure seeds_figure(const std::vector<const Outcome<NotFinder>*>& outcomes,
                    const std::vector<std::size_t>& ids) {
    Texts words;
    for (const std::size_t id : ids) words.push_back(not_words[id]);
    Figure figure{"14_two_seeds",
                  "Two models with every answer right look at different words",
                  "How much weight each word gets from a head, on average over all words.",
                  {}};
    for (const Outcome<NotFinder>* outcome : outcomes) {
        const std::vector<Matrix> weights = heads_of(outcome->model, ids);
        Matrix heads(weights.size(), ids.size());
        Texts names;
        for (std::size_t h = 0; h < weights.size(); ++h) {
            const Matrix mean = mean_of_rows(weights[h]);
            heads.set_row(h, mean.row(0));
            names.push_back("head " + std::to_string(h + 1));
        }
        figure.rows.push_back({table("seed " + std::to_string(outcome->plan.seed) + ": " +
                                         std::to_string(outcome->scores.back().right) +
                                         " of " + std::to_string(n_unseen) + " right",
                                     heads, names, words)});
    }
    return figure;
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
        "14_way_back",
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
    return {"14_nudge",
            "A good nudge is small, not tiny, and goes both ways",
            "How far measured slopes are from computed ones.",
            {{plot}}};
}

Figure valley_figure(const std::vector<Place>& plain, const std::vector<Place>& adam) {
    constexpr double pi = std::numbers::pi, edge = 1.1;
    Plot plot{.x = {.name = "the flat number",
                    .first = -0.4,
                    .last = 1.2,
                    .ticks = ticks_at({0, 0.5, 1})},
              .y = {.name = "the steep number",
                    .first = -edge,
                    .last = edge,
                    .ticks = ticks_at({-1, -0.5, 0, 0.5, 1})},
              .height = 1.1};
    for (const double loss : {0.01, 0.1, 1.0, 4.0, 10.0}) {  // an ellipse each
        Line line{.points = {}, .paint = axis, .weight = Weight::hair};
        for (int i = 0; i <= 400; ++i) {
            const double angle = 2 * pi * i / 400;
            line.points.push_back({std::sqrt(10 * loss) * std::cos(angle),
                                   std::sqrt(loss / 10) * std::sin(angle)});
        }
        plot.marks.push_back(line);
    }
    const auto add = [&](const std::vector<Place>& way, Paint paint,
                         const std::string& name, const Point& named_at, Side side) {
        std::vector<Point> points, line;
        for (const Place& place : way) {
            const Point at{place.flat, place.steep};
            if (std::abs(at.y) > edge) {  // as far as the edge, and no further
                const Point from = points.back();
                const double share = (std::copysign(edge, at.y) - from.y) / (at.y - from.y);
                line.push_back(
                    {from.x + share * (at.x - from.x), std::copysign(edge, at.y)});
                break;
            }
            points.push_back(at);
            line.push_back(at);
        }
        plot.marks.push_back(Line{.points = line,
                                  .paint = paint,
                                  .name = name,
                                  .named_at = named_at,
                                  .side = side,
                                  .weight = Weight::thin});
        plot.marks.push_back(Dots{.points = points, .paint = paint, .small = true});
    };
    add(plain, rust, "plain steps", {0.6, 0.06}, Side::above);
    add(adam, blue, "Adam", {0.3, 0.34}, Side::above);
    const bool is_crawling = std::abs(plain.back().steep) < 0.1 && plain.back().flat > 0.1;
    return {
        "14_valley",
        is_crawling ? "Plain steps crawl, Adam shoots past and comes back"
                    : "Plain steps and Adam in a valley",
        "Each dot is one of 100 steps from the upper right. Thin: places of equal loss.",
        {{plot}}};
}

Figure wrong_figure(const std::vector<WayCheck>& checks) {
    std::vector<Plot> plots;
    for (const WayCheck& check : checks) {
        if (check.name == "right") continue;
        Plot plot{.name = check.mistake,
                  .x = {.name = "steps",
                        .first = 0,
                        .last = static_cast<double>(way_steps),
                        .ticks = ticks_at({0, 50, 100, 150})},
                  .y = {.name = "loss",
                        .first = 0,
                        .last = 0.9,
                        .ticks = ticks_at({0, 0.3, 0.6, 0.9})},
                  .height = 0.6};
        plot.marks.push_back(line_of(check.scores));
        Line right = line_of(checks.front().scores, ink);
        right.weight = Weight::plain;
        right.dashed = true;
        plot.marks.push_back(right);
        plots.push_back(plot);
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i + 1 < plots.size(); i += 2) {
        rows.push_back(Row{plots[i], plots[i + 1]});
    }
    return {"14_wrong", "Six wrong ways back, and the loss falls",
            "Rust: with a wrong way back. Dashed: with the right one.", rows};
}

}  // namespace attn::chapters::ch14
