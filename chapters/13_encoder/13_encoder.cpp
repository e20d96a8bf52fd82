#include "chapters/13_encoder/13_encoder.hpp"

// Chapter 13, docs/13_encoder.md: What can a second layer do?
//
// Layers on top of each other: a word asks with what it has heard below.
// New: Encoder (attn/encoder.hpp), an embedding with padding (attn/embedding.hpp). From before: the
// layer (12). Detours, in further.cpp: --more.
// Turn a knob: --layers 6    --sentence "to be or not to be"

#include <cmath>

#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {

namespace {

void tired_or_wide(Page& page) {
    using namespace animal_sentence;
    const TwoStoreys tired = two_storeys(false), wide = two_storeys(true);
    const auto tell = [&](const TwoStoreys& storeys, const std::string& last) {
        std::vector<Labels> lines{{"\"it\" attends to", "animal", "street", "it", last}};
        const auto add = [&](const std::string& name, const AttentionTrace& layer) {
            lines.push_back({name});
            for (const std::size_t word : {animal, street, it, words.size() - 1})
                lines.back().push_back(number_text(layer.weights(it, word), 4));
        };
        add("layer 2 alone", storeys.second_alone);
        add("layer 1", storeys.first);
        add("then layer 2", storeys.second);
        page.show_words(lines);
        page.say("has heard:  lives ", number_text(storeys.heard_lives, 4), ", place ",
                 number_text(storeys.heard_place, 4));
        page.say("becomes:    lives ", number_text(storeys.lives, 4), ", place ",
                 number_text(storeys.place, 4), ", does ", number_text(storeys.does, 4));
        page.gap();
    };
    tell(tired, "tired");
    tell(wide, "wide");
    page.draw(tired_figure(tired, wide));
}

/// What 48 parts leave of a row, of the animal's 3 under lives, and of the weight that "it" gives the
/// animal beside ten words that score 0. By the pencil.
void the_norm_moved(Page& page) {
    constexpr std::size_t parts = 48;
    const auto line = [](const std::string& name, double left) {
        const double lives = 3 * left, score = 4 * lives / std::sqrt(2.0);
        const double weight = std::exp(score) / (std::exp(score) + 10);
        return Labels{name, number_text(left, 2), number_text(lives, 2),
                      number_text(weight, 2)};
    };
    page.show_words({{"after " + counted(parts, "part"), "left of a row", "of lives 3",
                      "weight of animal"},
                     line("post-norm", left_behind(parts)),
                     line("pre-norm", left_in_front(parts))});
    page.draw(wiring_figure());
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("13_encoder", "What can a second layer do?");
    chapter.section("Tired or wide", tired_or_wide).draws("13_tired");
    chapter.section("The norm moved", the_norm_moved).draws("13_wiring");
    further(chapter);
}

}  // namespace attn::chapters::ch13
