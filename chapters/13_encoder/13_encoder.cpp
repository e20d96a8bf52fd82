#include "chapters/13_encoder/13_encoder.hpp"

// Chapter 13, docs/13_encoder.md: What can a second layer do?
//
// Layers on top of each other: a word asks with what it has heard below.
// New: Encoder (attn/encoder.hpp), an embedding with padding (attn/embedding.hpp). From before: the
// layer (12). Detours, in further.cpp: --more.
// Turn a knob: --layers 6    --sentence "to be or not to be"

#include <cmath>

#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {

namespace {

void tired_or_wide(Page& page) {
    using namespace animal_sentence;
    const TwoStoreys tired = two_storeys(false), wide = two_storeys(true);
    const auto tell = [&](const TwoStoreys& storeys, const std::string& last) {
        std::vector<Labels> lines{{"\"it\" attends to", "animal", "street", "it", last}};
        for (const AttentionTrace& layer : {storeys.first, storeys.second}) {
            lines.push_back({"layer " + std::to_string(lines.size())});
            for (const std::size_t word : {animal, street, it, words.size() - 1})
                lines.back().push_back(number_text(layer.weights(it, word), 4));
        }
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

/// Chapter 10's eight words and its attention, with the norm behind the sum and with the norm in
/// front: what is left of a word, beside the pencil, and whether the words are still apart.
void the_norm_moved(Page& page) {
    const std::vector<ch10::Layered> behind = ch10::layered(ch10::repairs[3], 3, 96),
                                     in_front = ch10::layered(ch10::norm_in_front, 3, 96);
    const std::string names[] = {ch10::repairs[3].name, ch10::norm_in_front.name};
    std::vector<Labels> left{{"rounds", names[0], "pencil", names[1], "pencil"}},
        apart{{"rounds", names[0], "weight", names[1], "weight", "size"}};
    for (const std::size_t n : Ids{1, 24, 48, 96}) {
        const double rounds = static_cast<double>(n), a_quarter = 1.0 / 16;
        left.push_back({std::to_string(n), number_text(behind[n].left, 2),
                        number_text(std::pow(1 + a_quarter, -rounds / 2), 2),
                        number_text(in_front[n].left, 2),
                        number_text(1 / std::sqrt(1 + rounds * a_quarter), 2)});
        apart.push_back(
            {std::to_string(n), number_text(behind[n].least, 2),
             number_text(behind[n].weight, 2), number_text(in_front[n].least, 2),
             number_text(in_front[n].weight, 2), number_text(in_front[n].size, 2)});
    }
    page.say("What is left of a word:");
    page.show_words(left);
    page.gap();
    page.say("The two words least alike, and the largest weight:");
    page.show_words(apart);
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
