#include "chapters/17_one_file/17_one_file.hpp"

// Chapter 17, docs/17_one_file.md: Could you write it yourself?
//
// The concept is transformer.cpp, which needs nothing of this book; here it is compiled in, run,
// looked at and compared. From before: all of it. Turn a knob: --sentence "나는 집에 가". Detours, in
// further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <string>

#include "chapters/16_translation/training.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/training/training_line.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch17 {
namespace {

Learned learned_by(std::size_t seed, std::size_t steps, const Words& sentence,
                   const Meanwhile& meanwhile) {
    TrainingLine line(steps);
    return learn(seed, steps, sentence, [&](const Learned& so_far) {
        const std::size_t step = so_far.losses.size();
        if (step % 5 == 0)  // else its translation is of an earlier step
            meanwhile(step, [&] { return learning_figure(so_far, steps); });
        return step == 0 || line.go_on(step, so_far.losses.back());
    });
}

// transformer.cpp, compiled in: what it makes of a sentence while it learns, and what each word
// read in the end.
void it_learns(Page& page, const Learned& learned, std::size_t steps) {
    page.say(parameter_count(), " parameters, at first random.");
    page.gap();
    std::vector<Labels> lines{
        {"step", "loss",
         joined({learned.korean.begin(), learned.korean.end() - 1}, " ")}};
    for (const Milestone& one : learned.milestones) {
        lines.push_back({std::to_string(one.step), number_text(one.loss, 4),
                         one.english.empty() ? "(nothing)" : one.english});
    }
    page.show_words(lines);
    page.gap();
    page.say("After ", counted(learned.losses.size(), "step"), " ", learned.right, " of ",
             learned.n_unseen, " sentences that it was never shown are right.");
    page.keep("alignment", learned.alignment);
    page.draw(learning_figure(learned, steps));
}

// The smallest tape that has a fork.
void by_hand_first(Page& page) {
    const ByHand hand = by_hand(3);
    page.say("x = ", number_text(hand.x, 0), ", x x = ", number_text(hand.square, 0),
             ", y = x x + x = ", number_text(hand.y, 0));
    page.say(hand.operations, " ways back on the tape");
    page.say("after backward(): the slope of y in x is ", number_text(hand.gradient, 0));
    page.draw(tape_figure(hand));
}

// Twenty steps beside the library and PyTorch.
void twenty_losses(Page& page) {
    const std::vector<double> library = ch16::losses_of(ch16::first_steps()),
                              pytorch = ch16::losses_in_pytorch(),
                              ours = first_losses(library.size());
    std::vector<Labels> lines{{"step", "transformer.cpp", "lib/attn", "PyTorch"}};
    double gap = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        gap = std::max(
            {gap, std::abs(ours[i] - library[i]), std::abs(ours[i] - pytorch.at(i))});
        if (i != 0 && i + 1 != ours.size()) continue;
        lines.push_back({std::to_string(i + 1), number_text(ours[i], 12),
                         number_text(library[i], 12), number_text(pytorch.at(i), 12)});
    }
    page.show_words(lines);
    page.gap();
    page.say("Largest difference of ", ours.size(),
             " losses: ", gap < 1e-12 ? "below 1e-12" : scientific_text(gap, 0));
}

// Where it breaks: a number that the way back still needs is overwritten.
void overwritten(Page& page) {
    page.say("y = x x at x = 3. Its slope, ", number_text(2 * 3.0, 0), ", comes back as");
    page.gap();
    page.show_words(
        {{"x left alone", number_text(gradient_of_square(3, 3), 0)},
         {"x set to 5 before backward()", number_text(gradient_of_square(3, 5), 0)}});
}

// Weights that need no generator, and what is made of them.
void what_to_hit(Page& page) {
    const NumbersToHit hit = numbers_to_hit();
    const auto text = [](const auto& numbers, auto text_of) {
        std::string all;
        for (const auto number : numbers) all += " " + text_of(number);
        return all;
    };
    const auto id = [](std::size_t n) { return std::to_string(n); };
    const auto four = [](double x) { return number_text(x, 4); };
    page.say("read:    ", text(hit.read, id));
    page.say("written: ", text(hit.written, id));
    page.gap();
    page.say("the last row of memory:          ", text(hit.memory, four), " ...");
    page.say("the last word's cross-attention: ", text(hit.cross_attention, four));
    page.say("its row after the decoder layer: ", text(hit.decoder_layer, four), " ...");
    page.say("loss of these words and the end:  ", four(hit.loss));
    page.say("the same after a step of Adam:    ", four(hit.loss_after_a_step));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("17_one_file", "Could you write it yourself?");
    const auto sentence =
        chapter.text("sentence", "나는 바다에 가고 싶어", "나는 바다에 가고 싶어",
                     "a sentence of words that it learns");
    const auto seed = chapter.whole("seed", 1, 0, 999999,
                                    "which first weights, unseen pairs and batches");
    const auto steps = chapter.whole("steps", 300, 1, 300, "how many steps");
    const auto words = chapter.computed(typed, sentence);
    chapter.check([](const Words&) {}, words);
    const auto learned =
        chapter.computed(learned_by, seed, steps, words, chapter.meanwhile());

    chapter.section("It learns", it_learns, learned, steps).draws("17_learning");
    chapter.section("By hand", by_hand_first).draws("17_tape");
    chapter.section("Twenty losses", twenty_losses);
    chapter.section("Overwritten", overwritten);
    chapter.section("Numbers to hit", what_to_hit);
    further(chapter);
}

}  // namespace attn::chapters::ch17
