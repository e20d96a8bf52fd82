#include "chapters/17_one_file/17_one_file.hpp"

// Chapter 17, Further: what the road can do without. It runs with --more.

namespace attn::chapters::ch17 {
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

}  // namespace

void further(Chapter& chapter) {
    chapter.more("How long the tape is", how_long_the_tape_is);
}

}  // namespace attn::chapters::ch17
