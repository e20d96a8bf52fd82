#include "chapters/17_since_2017/17_since_2017.hpp"

#include <iostream>

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
    std::vector<Labels> lines{{"", "nats more", "again", "of 64 same", "it is"}};
    for (const Harm& harm : book_harm()) {
        lines.push_back({harm.name, number_text(harm.extra, 4),
                         number_text(harm.extra_again, 4), std::to_string(harm.n_same),
                         zone_of(harm)});
    }
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter, const Value<StoryTeller>& teller) {
    const auto record =
        chapter.record("record", PathUse::write_file,
                       "a file for every mistake, measured again in --weights");
    chapter.more("Every mistake", every_mistake, teller, record);
}

}  // namespace attn::chapters::ch17
