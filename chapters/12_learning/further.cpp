// Chapter 12, Further: what the road can do without. It runs with --more, or when one of its own
// knobs is given: --record FILE, --beginning FOLDER.

#include "chapters/12_learning/12_learning.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <numeric>

#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/training/average.hpp"
#include "plots/labels.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch12 {
namespace {

// How far to move? Too far, and the loss bends; too little, and only rounding is left.
void how_far_to_nudge(Page& page) {
    const std::vector<NudgeError> errors = errors_by_nudge();
    std::vector<Labels> lines{{"nudge", "one way", "both ways"}};
    for (const NudgeError& error : errors) {
        lines.push_back({plots::short_label(error.nudge), measured_text(error.one_way),
                         measured_text(error.both_ways)});
    }
    page.show_words(lines);
    page.draw(nudge_figure(errors));
}

// The first steps beside those of another system.
void beside_pytorch(Page& page, const Path& beginning) {
    page.give("what PyTorch begins with", beginning, save_beginning);
    const Parity parity = recorded_by_pytorch();
    const auto start = std::chrono::steady_clock::now();
    const std::vector<double> ours = losses_of(parity);
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    double gap = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        gap = std::max(gap, std::abs(ours[i] - parity.losses[i]));
    }
    page.say("First loss ", number_text(ours.front(), 12), ", PyTorch's ",
             number_text(parity.losses.front(), 12));
    page.say("After ", ours.size() - 1, " steps ", number_text(ours.back(), 12),
             ", PyTorch's ", number_text(parity.losses.back(), 12));
    page.say("Largest difference over ", ours.size(),
             " steps: ", gap < 1e-12 ? "below 1e-12" : scientific_text(gap, 0));
    page.say("Here a step took ",
             measured_text(time.count() / static_cast<double>(ours.size())), " ms.");
}

void two_heads(Page& page, const Outcome& outcome) {
    const NotSentence sentence = all_twins()[0].first;
    const NotFinder before =
        random_not_finder(outcome.plan.seed, outcome.plan.has_positions);
    const std::vector<Matrix> first = heads_of(before, sentence.ids),
                              learned = heads_of(outcome.model, sentence.ids);
    page.say("What \"not\" gets, averaged over all words:");
    for (std::size_t h = 0; h < learned.size(); ++h) {
        page.say("head ", h + 1, ": ", number_text(mean_of_rows(first[h])(0, 4), 2),
                 " before learning, ", number_text(mean_of_rows(learned[h])(0, 4), 2),
                 " after");
    }
}

// In which parts of the model the wrong slopes are, in the order of the way back.
void where_caught(Page& page, const std::vector<WayCheck>& checks) {
    std::vector<Labels> lines{parts_on_the_way};
    lines[0].insert(lines[0].begin(), "wrong slopes in");
    for (const WayCheck& check : checks) {
        Labels line{check.mistake};
        for (const std::size_t wrong : check.wrong_in)
            line.push_back(std::to_string(wrong));
        lines.push_back(line);
    }
    const std::vector<double>& squares = checks[0].squares_in;
    const double all = std::accumulate(squares.begin(), squares.end(), 0.0);
    Labels shares{"share of all squares"};
    for (const double square : squares) shares.push_back(number_text(square / all, 4));
    lines.push_back(shares);
    page.show_words(lines);
}

// A wrong gradient on the whole, beside the right one, from the first step to the last.
void where_pointing(Page& page, std::size_t seed) {
    std::vector<Labels> lines{{"cosine", "at the start", "words alone", "least later"}};
    for (const WayAngle& angle : angles_of_ways(seed)) {
        lines.push_back({angle.mistake, number_text(angle.start, 2),
                         number_text(angle.words, 2), measured_text(angle.least)});
    }
    page.say("Adam, seed ", seed, ", until all are right.");
    page.gap();
    page.show_words(lines);
}

// The step at which all unseen sentences were right for the first time, seed by seed.
void twenty_seeds(Page& page, const Path& record) {
    const auto tell = [](const std::string& what) { std::cerr << what << "\n"; };
    const std::vector<Curve> curves = record.empty() ? book_curves() : measure_curves(tell);
    Labels kinds;
    for (const Curve& curve : curves) {
        if (std::ranges::find(kinds, curve.kind) == kinds.end())
            kinds.push_back(curve.kind);
    }
    const std::vector<Curve> right = curves_of(curves, "right");
    std::vector<Labels> lines{
        {"kind", "of 20", "first", "last", "sooner", "later", "final losses"}};
    for (const std::string& kind : kinds) {
        const std::vector<Curve> some = curves_of(curves, kind);
        const std::size_t done = all_right_by(some, curve_steps);
        const auto [first, last] = first_and_last(some);
        lines.push_back({kind, std::to_string(done), first, last,
                         std::to_string(count_sooner(some, right, n_unseen)),
                         std::to_string(count_sooner(right, some, n_unseen)),
                         number_text(least_last_loss(some), 4) + " to " +
                             number_text(most_last_loss(some), 4)});
    }
    page.show_words(lines);
    page.give("curves", record,
              [text = curves_text(curves, "12_learning")](const Path& to) {
                  write_whole_file(to, text);
              });
}

}  // namespace

void further(Chapter& chapter, const Value<Outcome>& trained,
             const Value<std::vector<WayCheck>>& checks, const Value<std::size_t>& seed) {
    const auto record = chapter.record("record", PathUse::write_file,
                                       "a file for all curves, trained again");
    const auto beginning = chapter.record("beginning", PathUse::write_folder,
                                          "a folder for what PyTorch begins with");

    chapter.more("Twenty seeds", twenty_seeds, record);
    chapter.more("Beside PyTorch", beside_pytorch, beginning);
    chapter.more("Two heads", two_heads, trained);
    chapter.more("How far to nudge", how_far_to_nudge).draws("12_nudge");
    chapter.more("Where it is caught", where_caught, checks);
    chapter.more("Where it points", where_pointing, seed);
}

}  // namespace attn::chapters::ch12
