#include "chapters/13_encoder/13_encoder.hpp"

// Chapter 13, docs/13_encoder.md: What can a second layer do?
//
// Layers on top of each other: a word asks with what it has heard below.
// New: Encoder (attn/encoder.hpp), an embedding with padding (attn/embedding.hpp). From before: the
// layer (12). Detours, in further.cpp: --more.
// Turn a knob: --layers 6    --sentence "to be or not to be"

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

/// What is left of a word in its row's square, by the pencil.
void the_norm_moved(Page& page) {
    const auto share = [](double left) { return number_text(left * left, 3); };
    std::vector<Labels> lines{{"left of a word", "post-norm", "pre-norm"}};
    for (const std::size_t parts : {1u, 2u, 3u, 48u})
        lines.push_back({"after " + counted(parts, "part"), share(left_behind(parts)),
                         share(left_in_front(parts))});
    page.show_words(lines);
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
