// Chapter 14, Further: what the road can do without. It runs with --more, or when its own knob is
// given: --beginning FOLDER.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chapters/14_learning/14_learning.hpp"
#include "chapters/14_learning/pytorch_steps.hpp"
#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

// The first steps beside those of another system.
void beside_pytorch(Page& page, const Path& beginning) {
    page.give("what PyTorch begins with", beginning, save_beginning);
    const Parity parity = recorded_by_pytorch();
    const std::vector<double> ours = losses_of(parity);
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
}

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

// For chapter 15: every answer right, and looking at different words.
void two_seeds(Page& page) {
    const Outcome<NotFinder> one = learn({}), other = learn({.seed = 4});
    page.draw(seeds_figure({&one, &other}, all_twins()[0].first.ids));
}

}  // namespace

void further(Chapter& chapter, const Value<std::vector<WayCheck>>& checks) {
    const auto beginning = chapter.record("beginning", PathUse::write_folder,
                                          "a folder for what PyTorch begins with");
    chapter.more("How far to nudge", how_far_to_nudge).draws("14_nudge");
    chapter.more("Where it is caught", where_caught, checks);
    chapter.more("Two seeds", two_seeds).draws("14_two_seeds");
    chapter.more("Beside PyTorch", beside_pytorch, beginning);
}

}  // namespace attn::chapters::ch14
