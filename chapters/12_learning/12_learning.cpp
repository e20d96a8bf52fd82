#include "chapters/12_learning/12_learning.hpp"

// Chapter 12, docs/12_learning.md: How does an encoder learn?
//
// Chapters 1 to 11 compute an output from weights. This one goes the way back: from a loss to
// each weight's slope, and a step downhill. New: attn/learning. From before: all of the encoder.
// Turn a knob: --seed 16 --steps 120, --without positions. Detours, in further.cpp: --more.

#include <cmath>

#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch12 {

using namespace small_example;  // tokens, x, w_q, w_k, w_v, and the names of their columns

namespace {

// The problem: two sentences that differ in where one word stands.
void the_task(Page& page) {
    const Twins pair = all_twins()[0];
    NotFinder model = random_not_finder(1);
    page.say(text_of(pair.first.ids));
    page.say(text_of(pair.second.ids));
    page.gap();
    page.say(all_twins().size(), " pairs, ", not_words.size(), " words, ",
             parameter_count(parameters(model)), " numbers to learn.");
    page.say(split_for(1).unseen.size() / 2, " pairs are kept apart and never shown.");
}

void two_curves(Page& page) {
    const std::vector<Curve> with = curves_of(book_curves(), "right"),
                             without = curves_of(book_curves(), "without");
    std::vector<Labels> lines{{"step", "without: loss", "right", "with: loss", "right"}};
    for (std::size_t i = 0; i <= 10; i += 2) {
        const Score &a = without[0].scores[i], &b = with[0].scores[i];
        lines.push_back({std::to_string(i * with[0].every), number_text(a.loss, 4),
                         std::to_string(a.right), number_text(b.loss, 4),
                         std::to_string(b.right)});
    }
    page.say("Loss on 256 unseen sentences, and how many are right; seed 1.");
    page.gap();
    page.show_words(lines);
    page.gap();
    page.say("With positions, ", all_right_by(with, 100), " of ", with.size(),
             " seeds have all right by step 100, ", all_right_by(with, 110),
             " by step 110.");
    page.say("Without, ", exactly_half_right(without), " of ", without.size(),
             " have exactly half right after ", curve_steps, " steps.");
    page.say("Their losses are then from ", number_text(least_last_loss(without), 4),
             " to ", number_text(most_last_loss(without), 4), ".");
    page.say("ln 2 is ", number_text(std::log(2.0), 4), ".");
    page.draw(curves_figure(with, without));
}

// Why it is stuck: without positions the twins are one bag of words.
void the_same_bag(Page& page) {
    std::vector<Labels> lines{{"seed", "p, first twin", "p, second twin", "mean loss"}};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const NotFinder model = random_not_finder(seed, false);
        const Twins pair = all_twins()[0];
        const double p = softmax_rows(model.forward(pair.first.ids))(0, 0);
        const double also_p = softmax_rows(model.forward(pair.second.ids))(0, 0);
        lines.push_back({std::to_string(seed), number_text(p, 4), number_text(also_p, 4),
                         number_text(-(std::log(p) + std::log(1 - also_p)) / 2, 4)});
    }
    page.say("Random weights, no positions; p: the probability of \"first half\".");
    page.gap();
    page.show_words(lines);
}

// One way back by hand: what must each number on the way do for the loss to fall?
void a_way_back(Page& page) {
    const SmallWayBack back = way_back(hand_made_maps());
    page.say("output(love, person) is ", number_text(back.forward.output(love, person), 4),
             ", wanted 2: loss ", number_text(back.loss, 4));
    const Labels row{"love"};
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

/// output(love, person) before each of eight steps, and after them.
template <class Optimizer>
std::vector<double> way_down(Optimizer optimizer) {
    Maps maps = hand_made_maps();
    std::vector<double> outputs;
    for (int step = 0; step <= 8; ++step) {
        SmallWayBack back = way_back(maps);
        outputs.push_back(back.forward.output(love, person));
        optimizer.step(parameters(maps), parameters(back.maps));
    }
    return outputs;
}

// How far against the slope? As it is, or divided by its usual size.
void two_ways_down(Page& page) {
    const std::vector<std::vector<double>> ways{
        way_down(Sgd{.learning_rate = 0.1}), way_down(Adam{.learning_rate = 0.1}),
        way_down(Adam{.learning_rate = 0.1, .beta1 = 0}),
        way_down(Adam{.learning_rate = 0.05}),
        way_down(Adam{.learning_rate = 0.05, .beta1 = 0})};
    std::vector<Labels> lines{
        {"step", "plain 0.1", "Adam 0.1", "without m", "Adam 0.05", "without m"}};
    for (std::size_t step = 0; step < ways[0].size(); ++step) {
        lines.push_back({std::to_string(step)});
        for (const auto& outputs : ways)
            lines.back().push_back(number_text(outputs[step], 4));
    }
    page.say("output(love, person), wanted 2; all three maps move, by two rates.");
    page.gap();
    page.show_words(lines);
}

/// "19 of 20": how many had all right at some time.
std::string done_of(const std::vector<Curve>& curves) {
    return std::to_string(all_right_by(curves, curve_steps)) + " of " +
           std::to_string(curves.size());
}

// How far? Slower, faster, too far.
void rates(Page& page) {
    std::vector<Labels> lines{
        {"rate", "all right in", "first", "last", "lost again", "at the end"}};
    for (const double rate : curve_rates) {
        const std::vector<Curve> curves = curves_of(book_curves(), kind_at(rate));
        const auto [first, last] = first_and_last(curves);
        lines.push_back({plots::short_label(rate), done_of(curves), first, last,
                         std::to_string(lost_again(curves)),
                         std::to_string(all_right_at_the_end(curves))});
    }
    page.show_words(lines);
}

// Where it breaks: a wrong way back, and the loss falls all the same.
void wrong_ways(Page& page, const std::vector<WayCheck>& checks) {
    std::vector<Labels> lines{
        {"way back", "wrong", "sign", "worst error", "cosine", "Adam", "momentum", "end"}};
    for (const WayCheck& check : checks) {
        const std::vector<Curve> momentum =
            curves_of(book_curves(), "momentum_" + check.name);
        lines.push_back({check.mistake, std::to_string(check.wrong),
                         std::to_string(check.opposite), measured_text(check.worst),
                         number_text(check.cosine, 2),
                         std::to_string(all_right_by(curves_of(book_curves(), check.name),
                                                     curve_steps)),
                         std::to_string(all_right_by(momentum, curve_steps)),
                         std::to_string(all_right_at_the_end(momentum))});
    }
    page.say("Adam, momentum: how many of 20 seeds had all right; end: momentum's at step ",
             curve_steps, ".");
    page.gap();
    page.show_words(lines);
    page.draw(wrong_figure(book_curves()));
}

// A step at a time, from random weights; or, untouched, the weights that are shipped.
void learn_it(Page& page, const Outcome& outcome, const Path& save_to, const Path& load) {
    page.give("weights", save_to,
              [model = outcome.model](const Path& to) { save(to, model); });
    const Plan& plan = outcome.plan;
    if (!load.empty()) {
        page.say("The weights in ", clean_utf8(load.string()), ".");
    } else if (outcome.scores.empty()) {
        page.say("The shipped weights, of ", plan.steps, " steps with seed ", plan.seed,
                 "; --train trains them again.");
    }
    say_scores(page, {"own", plan.seed, plan.every, outcome.scores}, n_unseen);
    const Score score = score_of(outcome.model, outcome.unseen);
    page.say("Unseen sentences right: ", score.right, " of ", n_unseen, ", loss ",
             number_text(score.loss, 4));
    if (load.empty()) {
        page.draw(own_figure(outcome));
    } else {
        page.leave_out("12_own", "it shows a training, and these weights were loaded");
    }
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Outcome& outcome, const Ids& ids) {
    const Matrix p = softmax_rows(outcome.model.forward(ids));
    page.show(text_of(ids), p, {"not is in the"}, {"first half", "second half"}, 4);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("12_learning", "How does an encoder learn?");
    const auto train = chapter.flag(
        "train",
        "train from scratch, though trained weights are shipped; Ctrl-C stops early");
    const auto seed = chapter.whole("seed", static_cast<std::size_t>(book_plan.seed), 0,
                                    999999, "which first weights, split and batches");
    const auto steps = chapter.whole("steps", book_plan.steps, 1, 400, "how many steps");
    const auto learning_rate =
        chapter.number("rate", book_plan.learning_rate, 1e-5, 1, "Adam's rate");
    const auto without =
        chapter.choice("without", {"nothing", "positions"}, "what the model does without");
    const auto save_to = chapter.path("save", PathUse::write_file, "none",
                                      "a .safetensors file that gets the weights");
    const auto load = chapter.path("load", PathUse::read, "the book's",
                                   "a .safetensors file with weights, for no training");
    const auto loaded = chapter.computed(loaded_model, load, train, without);
    chapter.check([](const std::optional<NotFinder>&) {}, loaded);
    const auto trained = chapter.computed(trained_by, loaded, train, seed, steps,
                                          learning_rate, without, chapter.meanwhile());
    const auto checks = chapter.computed(check_ways);
    const auto text =
        chapter.text("sentence", text_of(all_twins()[0].first.ids),
                     text_of(all_twins()[0].first.ids), "a sentence of the 24 words");
    const auto ids = chapter.computed([](const std::string& t) { return ids_of(t); }, text);
    chapter.check([](const Ids&) {}, ids);

    chapter.section("The task", the_task);
    chapter.section("Two curves", two_curves).draws("12_curves");
    chapter.section("The same bag", the_same_bag);
    chapter.section("A way back", a_way_back).draws("12_way_back");
    chapter.section("The check", the_check);
    chapter.section("Two ways down", two_ways_down);
    chapter.section("Learn it", learn_it, trained, save_to, load).draws("12_own");
    chapter.section("Five rates", rates);
    chapter.section("A sentence of your own", own_sentence, trained, ids);
    chapter.section("Wrong ways back", wrong_ways, checks).draws("12_wrong");
    further(chapter, trained, checks, seed);
}

}  // namespace attn::chapters::ch12
