#include "chapters/17_since_2017/17_since_2017.hpp"

#include <iostream>

#include "attn/positional_encoding.hpp"
#include "chapters/program/chapter.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch17 {
namespace {

// Each mistake in a line, measured again where a model is given.
void every_mistake(Page& page, const StoryTeller& teller, const Path& record) {
    if (!record.empty()) {
        if (teller.model.layers.empty())
            throw UsageError(
                "--record needs a model to make mistakes in; give --weights "
                "FOLDER too");
        const auto all =
            measure_harm(teller, [](const Harm& harm) { std::cerr << harm.name << "\n"; });
        page.give("mistakes", record,
                  [text = harm_text(all)](const Path& to) { write_whole_file(to, text); });
    }
    std::vector<Labels> lines{{"", "nats more", "again", "of 69 same", "it is"}};
    for (const Harm& harm : book_harm()) {
        lines.push_back({harm.name, number_text(harm.extra, 4),
                         number_text(harm.extra_again, 4), std::to_string(harm.n_same),
                         zone_of(harm)});
    }
    page.show_words(lines);
}

// How long a turn of each pair takes, in words.
void how_fast_the_hands_go(Page& page) {
    std::vector<Labels> lines{{"pair", "base 10000", "base 500000"}};
    for (std::size_t pair = 0; pair < 4; ++pair) {
        const auto words = [&](double base) {
            constexpr double whole_turn = 6.283185307179586;
            return number_text(whole_turn / position_angle(1, pair, 8, base), 0);
        };
        lines.push_back({std::to_string(pair), words(10000), words(500000)});
    }
    page.say("Words until a pair of a head of 8 columns points the same way again:");
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter, const Value<StoryTeller>& teller) {
    const auto record =
        chapter.record("record", PathUse::write_file,
                       "a file for every mistake, measured again in --weights");
    chapter.more("How fast the hands go", how_fast_the_hands_go);
    chapter.more("Every mistake", every_mistake, teller, record);
}

}  // namespace attn::chapters::ch17
