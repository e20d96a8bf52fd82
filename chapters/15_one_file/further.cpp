#include "chapters/15_one_file/15_one_file.hpp"

// Chapter 15, Further: what the road can do without. It runs with --more, or when its own knob is
// given: --record FILE.

#include <iostream>

#include "chapters/printing/words.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch15 {
namespace {

// How long the tape gets.
void how_long_the_tape_is(Page& page) {
    std::vector<Labels> lines{{"", "words", "ways back"}};
    for (const TapeCount& count : count_tapes()) {
        lines.push_back({count.korean, std::to_string(count.words),
                         std::to_string(count.operations)});
    }
    page.show_words(lines);
}

// Each seed in a line.
void seed_by_seed(Page& page, const Path& record) {
    if (!record.empty()) {
        const auto records = measure_seeds([](const SeedRecord& one) {
            std::cerr << "seed " << one.seed << ": " << one.english << "\n";
        });
        page.give("seeds", record, [text = seeds_text(records)](const Path& to) {
            write_whole_file(to, text);
        });
    }
    std::vector<Labels> lines{{"seed", "right", "last loss", "aligned"}};
    for (const SeedRecord& one : book_seeds()) {
        lines.push_back(
            {std::to_string(one.seed),
             std::to_string(one.right) + " of " + std::to_string(one.n_unseen),
             number_text(one.last_loss, 4), yes_or_no(one.is_aligned)});
    }
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter) {
    const auto record = chapter.record("record", PathUse::write_file,
                                       "a file for twenty seeds, trained again");
    chapter.more("How long the tape is", how_long_the_tape_is);
    chapter.more("Seed by seed", seed_by_seed, record);
}

}  // namespace attn::chapters::ch15
