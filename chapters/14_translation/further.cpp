// Chapter 14, Further: it runs with --more, or when one of its own knobs is given: --record FOLDER,
// --beginning FOLDER.

#include <filesystem>
#include <iostream>

#include "chapters/14_translation/14_translation.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch14 {
namespace {

// What the recordings hold, and how they are made again.
void all_runs(Page& page, const Path& record, const Path& beginning) {
    page.say(book_runs().curves.size(), " trainings are kept.");
    page.give("what PyTorch begins with", beginning,
              [](const Path& to) { save(to, first_steps()); });
    if (record.empty()) return;
    const Runs runs =
        measure_runs([](const std::string& what) { std::cerr << what << "\n"; });
    page.give("runs", record, [runs](const Path& to) {
        std::filesystem::create_directories(to);
        write_whole_file(to / "runs.txt", curves_text(runs.curves, "14_translation"));
        write_whole_file(to / "ends.txt", ends_text(runs.ends));
    });
}

}  // namespace

void further(Chapter& chapter) {
    const auto record = chapter.record("record", PathUse::write_folder,
                                       "a folder for all runs, trained again");
    const auto beginning = chapter.record("beginning", PathUse::write_folder,
                                          "a folder for what PyTorch begins with");
    chapter.more("All runs", all_runs, record, beginning);
}

}  // namespace attn::chapters::ch14
