#include "chapters/15_each_part/15_each_part.hpp"

// Chapter 15, Further: it runs with --more, or when its own knob is given: --record FILE.

#include <iostream>

#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch15 {
namespace {

// Each recorded kind in a line.
void all_runs(Page& page, const Path& record) {
    std::vector<Labels> lines{{"runs", "seeds", "loss at the end"}};
    for (const Curve& run : book_runs()) {
        if (run.seed != 1) continue;
        const std::size_t all = run.kind.starts_with("place") ? n_unseen(Question::place)
                                                              : n_unseen(Question::sense);
        const Ends ends = chapters::ends_of(curves_of(book_runs(), run.kind), all);
        lines.push_back(
            {run.kind,
             std::to_string(ends.n_all_right) + " of " + std::to_string(ends.n_seeds),
             number_text(ends.least_loss, 4) + " to " + number_text(ends.most_loss, 4)});
    }
    page.show_words(lines);
    if (record.empty()) return;
    const auto tell = [](const std::string& what) { std::cerr << what << "\n"; };
    const std::string text = curves_text(measure_runs(tell), "15_each_part");
    page.give("runs", record, [text](const Path& to) { write_whole_file(to, text); });
}

}  // namespace

void further(Chapter& chapter) {
    const auto record =
        chapter.record("record", PathUse::write_file, "a file for all runs, trained again");
    chapter.more("All runs", all_runs, record);
}

}  // namespace attn::chapters::ch15
