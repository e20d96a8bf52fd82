// Chapter 14, Further: what the road can do without. It runs with --more, or when one of its own
// knobs is given: --record FOLDER, --beginning FOLDER.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "chapters/14_translation/14_translation.hpp"
#include "chapters/printing/show.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

// The first steps of a training beside those of another system.
void beside_pytorch(Page& page, const Path& first_steps_to) {
    page.give("what PyTorch begins with", first_steps_to,
              [](const Path& to) { save(to, first_steps()); });
    const Beginning beginning = recorded_by_pytorch();
    const auto start = std::chrono::steady_clock::now();
    const std::vector<double> ours = losses_of(beginning);
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    double gap = 0;
    for (std::size_t i = 0; i < ours.size(); ++i)
        gap = std::max(gap, std::abs(ours[i] - beginning.losses.at(i)));
    page.say("First loss ", number_text(ours.front(), 12), ", PyTorch's ",
             number_text(beginning.losses.front(), 12));
    page.say("After ", ours.size() - 1, " steps ", number_text(ours.back(), 12),
             ", PyTorch's ", number_text(beginning.losses.back(), 12));
    page.say("Largest difference of ", ours.size(),
             " losses: ", gap < 1e-12 ? "below 1e-12" : scientific_text(gap, 0));
    page.say("Here a step took ",
             measured_text(time.count() / static_cast<double>(ours.size())), " ms.");
}

// What the recordings hold, and how they are made again.
void all_runs(Page& page, const Path& record) {
    page.say(book_runs().curves.size(), " trainings are kept.");
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
    chapter.more("Beside PyTorch", beside_pytorch, beginning);
    chapter.more("All runs", all_runs, record);
}

}  // namespace attn::chapters::ch14
