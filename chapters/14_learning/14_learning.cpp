#include "chapters/14_learning/14_learning.hpp"

// Chapter 14, docs/14_learning.md: How does an encoder learn?
//
// Chapters 1 to 13 compute an output from weights. This one goes the way back: from a loss to
// each weight's slope, and a step downhill. New: attn/learning. From before: all of the encoder.
// Turn a knob: --b 0, --seed 4 --steps 120. Detours, in further.cpp: --more.

#include <cmath>

#include "attn/learning/optimizers.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {

using namespace small_example;  // tokens, x, w_q, w_k, w_v, and the names of their columns

namespace {

// Four numbers that learn: one W between two languages. River, the fourth word, is never shown.
void four_numbers(Page& page, std::size_t steps, double learning_rate) {
    using namespace notes;
    const Ids known{0, 1, 2};
    const Learning learning =
        learn_map(select_rows(korean_vectors, known), select_rows(english_vectors, known),
                  Matrix{{1, 0}, {0, 1}}, steps, learning_rate);
    std::vector<Labels> lines{{"step", "loss", "w_11", "w_12", "w_21", "w_22"}};
    for (std::size_t step = 0; step <= steps; ++step) {
        if (step > 3 && step % 10 != 0 && step != steps) continue;
        lines.push_back({std::to_string(step), number_or_power(learning.loss[step], 4)});
        for (const double w : learning.w[step].values())
            lines.back().push_back(number_or_power(w, 4));
    }
    page.show_words(lines);
    const Matrix river = matmul(select_rows(korean_vectors, {3}), learning.w.back());
    page.gap();
    page.say("강 W is (", number_or_power(river(0, 0), 4), ", ",
             number_or_power(river(0, 1), 4), "), where (0.9, 1.2) is right.");
    page.draw(downhill_figure(learning_rate));
    page.draw(turn_figure(learning));
}

// Three numbers, two routes: forward, back, and a nudge.
void three_numbers(Page& page, double a, double b, double c) {
    const Graph g = graph_of(a, b, c);
    Matrix both(2, 6);
    std::size_t j = 0;
    for (const ValueAndSlope& number : {g.a, g.b, g.product, g.sum, g.off, g.loss}) {
        both(0, j) = number.value;
        both(1, j++) = number.slope;
    }
    page.show("(ab + b - " + exact_text(c) + ")^2", both, {"value", "slope"},
              {"a", "b", "ab", "ab + b", "ab + b - c", "loss"});
    const double nudged = graph_of(a, b + 0.001, c).loss.value;
    page.gap();
    page.say("b larger by 0.001: loss ", number_text(nudged, 6), ", measured slope ",
             number_text((nudged - g.loss.value) / 0.001, 3));
    page.draw(graph_figure(g));
}

// And a few steps against the slopes.
void three_steps(Page& page, double a, double b, double c) {
    std::vector<Labels> lines{{"step", "a", "b", "loss"}};
    const std::vector<Graph> steps = steps_of(a, b, c, 3);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        lines.push_back({std::to_string(step), number_or_power(steps[step].a.value, 4),
                         number_or_power(steps[step].b.value, 4),
                         number_or_power(steps[step].loss.value, 4)});
    }
    page.show_words(lines);
}

// Softmax, with a nudge: one score grows, and all weights move.
void softmax_nudged(Page& page) {
    constexpr std::size_t you = 2;
    const SmallWayBack back = way_back(hand_made_maps());
    std::vector<double> scores(back.forward.masked.row(love).begin(),
                               back.forward.masked.row(love).end());
    const auto line = [&](const std::string& name) {
        Labels words{name};
        double output = 0;
        const std::vector<double> weights = softmax(scores);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            words.push_back(number_text(weights[j], 4));
            output += weights[j] * v(j, person);
        }
        words.push_back(number_text(output, 4));
        words.push_back(number_text((output - 2) * (output - 2), 4));
        return words;
    };
    std::vector<Labels> lines{{"weights of love"}};
    lines[0].insert(lines[0].end(), tokens.begin(), tokens.end());
    lines[0].insert(lines[0].end(), {"output", "loss"});
    lines.push_back(line("as they are"));
    scores[you] += 0.01;
    lines.push_back(line("you nudged"));
    page.show_words(lines);
}

// From the loss to one number of W_q, step by step.
void a_way_back(Page& page) {
    const Maps maps = hand_made_maps();
    const SmallWayBack back = way_back(maps);
    const Labels row{tokens[love]};
    page.say("output(love, person) is ", number_text(back.forward.output(love, person), 4),
             ", wanted 2: loss ", number_text(back.loss, 4));
    page.show("slopes in the output", row_of(back.d_output, love), row, word_columns, 4);
    page.show("in the weights", row_of(back.attention.weights, love), row, tokens, 4);
    page.show("in the scaled scores", row_of(back.attention.masked, love), row, tokens, 4);
    page.show("in the scores", row_of(back.attention.scores, love), row, tokens, 4);
    page.show("in the query", row_of(back.attention.q, love), row, match_columns, 4);
    page.show("in W_q, row feeling; the others are 0",
              row_of(back.maps.query.weight, feeling), {"feeling"}, match_columns, 4);
    page.keep("d_w_q", back.maps.query.weight);
    page.draw(way_back_figure(back));
}

// Is the slope right? Move the number, and look.
void the_check(Page& page) {
    const Maps maps = hand_made_maps();
    Maps more = maps, less = maps;
    more.query.weight(feeling, action) += 0.001;
    less.query.weight(feeling, action) -= 0.001;
    const double up = way_back(more).loss, down = way_back(less).loss;
    page.say("W_q(feeling, action) larger by 0.001:  loss ", number_text(up, 7));
    page.say("W_q(feeling, action) smaller by 0.001: loss ", number_text(down, 7));
    page.say("Measured slope ", number_text((up - down) / 0.002, 5), ", computed ",
             number_text(way_back(maps).maps.query.weight(feeling, action), 5));
}

// The wish is granted: all 48 numbers step, each against its slope.
void the_wish(Page& page) {
    constexpr std::size_t you = 2;
    Maps maps = hand_made_maps();
    std::vector<Labels> lines{{"step", "output", "loss", "weight on you", "value of you"}};
    for (std::size_t step = 0; step <= 10; ++step) {
        SmallWayBack back = way_back(maps);
        if (step < 3 || step % 5 == 0) {
            lines.push_back(
                {std::to_string(step), number_text(back.forward.output(love, person), 4),
                 number_text(back.loss, 4), number_text(back.forward.weights(love, you), 4),
                 number_text(maps.value.forward(small_example::x)(you, person), 4)});
        }
        Sgd{.learning_rate = 0.05}.step(parameters(maps), parameters(back.maps));
    }
    page.show_words(lines);
}

// The task: two sentences that differ in where one word stands.
void the_task(Page& page) {
    const Twins pair = all_twins()[0];
    page.say(text_of(pair.first.ids));
    page.say(text_of(pair.second.ids));
    page.gap();
    page.say(all_twins().size(), " pairs, ", not_words.size(), " words, ",
             parameter_count(random_not_finder(1)), " numbers to learn.");
    page.say(split_for(1).unseen.size() / 2, " pairs are kept apart and never shown.");
}

Outcome<NotFinder> trained_by(std::size_t seed, std::size_t steps, double learning_rate,
                              const Meanwhile& meanwhile) {
    TrainingLine line(steps);
    return learn({.seed = seed, .steps = steps, .learning_rate = learning_rate}, backward,
                 reader<NotFinder>(line, meanwhile, own_figure));
}

// A step at a time, from random weights.
void learn_it(Page& page, const Outcome<NotFinder>& outcome) {
    say_scores(page, outcome.scores, n_unseen);
    page.draw(own_figure(outcome));
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Outcome<NotFinder>& outcome, const Ids& ids) {
    const Matrix p = softmax_rows(outcome.model.forward(ids));
    page.show(text_of(ids), p, {"not is in the"}, {"first half", "second half"}, 4);
}

// How far against the slope? As it is, or divided by its usual size.
void a_valley(Page& page, double rate) {
    constexpr std::size_t n_steps = 100;
    const std::vector<Place> plain = way_down(Sgd{.learning_rate = rate}, n_steps),
                             adam = way_down(Adam{.learning_rate = 0.1}, n_steps);
    std::vector<Labels> lines{{"", "plain:", "", "", "Adam:", "", ""},
                              {"step", "steep", "flat", "loss", "steep", "flat", "loss"}};
    for (const std::size_t step : {0U, 1U, 2U, 3U, 10U, 20U, 40U, 60U, 80U, 100U}) {
        lines.push_back({std::to_string(step)});
        for (const auto* way : {&plain, &adam}) {
            const Place& place = way->at(step);
            for (const double number : {place.steep, place.flat, place.loss()})
                lines.back().push_back(number_or_power(number, 4));
        }
    }
    page.show_words(lines);
    page.draw(valley_figure(plain, adam));
}

// Where it breaks: a wrong way back, and the loss falls all the same.
void wrong_ways(Page& page, const std::vector<WayCheck>& checks) {
    std::vector<Labels> lines{{"way back", "wrong", "sign", "right"}};
    for (const WayCheck& check : checks) {
        lines.push_back({check.mistake, std::to_string(check.wrong),
                         std::to_string(check.opposite),
                         std::to_string(check.scores.back().right)});
    }
    page.say("wrong: slopes of ", parameter_count(random_not_finder(1)),
             ", before the first step; sign: those with the wrong sign.");
    page.say("right: unseen sentences of ", n_unseen, ", after ", way_steps, " steps.");
    page.gap();
    page.show_words(lines);
    page.draw(wrong_figure(checks));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("14_learning", "How does an encoder learn?");
    const auto turn_steps =
        chapter.whole("turn-steps", 50, 0, 200, "how many steps the four numbers take");
    const auto turn_rate =
        chapter.number("turn-rate", 0.1, 0.001, 0.5, "how far each of them goes");
    const auto a = chapter.number("a", 2, -3, 3, "a number of the graph");
    const auto b = chapter.number("b", 1, -3, 3, "the number that is used twice");
    const auto c = chapter.number("c", 5, -9, 9, "what ab + b should be");
    const auto seed =
        chapter.whole("seed", 1, 0, 999999, "which first weights, split and batches");
    const auto steps = chapter.whole("steps", 100, 1, 400, "how many steps");
    const auto rate = chapter.number("rate", 3e-3, 1e-5, 1, "Adam's rate");
    const auto trained =
        chapter.computed(trained_by, seed, steps, rate, chapter.meanwhile());
    const std::string first = text_of(all_twins()[0].first.ids);
    const auto text = chapter.text("sentence", first, first, "a sentence of the 24 words");
    const auto ids = chapter.computed([](const std::string& t) { return ids_of(t); }, text);
    chapter.check([](const Ids&) {}, ids);
    const auto plain =
        chapter.number("plain", 0.09, 0.001, 0.12, "the rate of the plain steps");
    const auto checks = chapter.computed(check_ways);

    chapter.section("Four numbers", four_numbers, turn_steps, turn_rate)
        .draws("14_downhill", "14_turn");
    chapter.section("Three numbers", three_numbers, a, b, c).draws("14_graph");
    chapter.section("Three steps", three_steps, a, b, c);
    chapter.section("Softmax, nudged", softmax_nudged);
    chapter.section("A way back", a_way_back).draws("14_way_back");
    chapter.section("The check", the_check);
    chapter.section("The wish", the_wish);
    chapter.section("A steep and a flat number", a_valley, plain).draws("14_valley");
    chapter.section("The task", the_task);
    chapter.section("Learn it", learn_it, trained).draws("14_own");
    chapter.section("A sentence of your own", own_sentence, trained, ids);
    chapter.section("Wrong ways back", wrong_ways, checks).draws("14_wrong");
    further(chapter, checks);
}

}  // namespace attn::chapters::ch14
