// Chapter 14, Further: what the road can do without. It runs with --more, or when one of its own
// knobs is given: --record FOLDER, --times FILE, --beginning FOLDER.

#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "chapters/printing/show.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

// What two heads do, where one read a word after the other.
void two_heads(Page& page) {
    const Outcome two = shipped(2);
    const Ids written = translate(two.model, two.task.unseen[0].source);
    page.say(text_of(the_sentence().korean));
    page.say(text_of(words_of(written, two.task.target_words)));
    page.draw(heads_figure(two.model, two.task));
}

// What need not be computed again, and what that saves.
void with_a_cache(Page& page) {
    const Outcome one = shipped(1);
    std::size_t same = 0;
    for (const Example& example : one.task.unseen) {
        if (translate_with_cache(one.model, example.source) ==
            translate(one.model, example.source)) {
            ++same;
        }
    }
    page.say(same, " of ", one.task.unseen.size(),
             " unseen sentences come out the same with a cache and without.");
    page.gap();
    std::vector<Labels> lines{{"words", "rows without", "with"}};
    for (std::size_t n = 8; n <= 512; n *= 4) {
        lines.push_back(
            {std::to_string(n), std::to_string(n * (n + 1) / 2), std::to_string(n)});
    }
    page.show_words(lines);
}

// A layer's values beside those of another system.
void stage_by_stage(Page& page) {
    const Comparison all =
        compare_with_pytorch(chapters_folder() / "14_translation/pytorch");
    const auto say = [&](const std::string& what, const std::vector<Gap>& gaps) {
        const double largest = std::ranges::max_element(gaps, {}, &Gap::gap)->gap;
        page.say(what, ", ", gaps.size(), " values, largest difference ",
                 largest < 1e-12 ? "below 1e-12" : measured_text(largest));
    };
    say("decoder layer, post-norm", all.layer.post);
    say("decoder layer, pre-norm", all.layer.pre);
    say("Transformer, post-norm", all.transformer.post);
    say("Transformer, pre-norm", all.transformer.pre);
}

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
    for (std::size_t i = 0; i < ours.size(); ++i) {
        gap = std::max(gap, std::abs(ours[i] - beginning.losses.at(i)));
    }
    page.say("First loss ", number_text(ours.front(), 12), ", PyTorch's ",
             number_text(beginning.losses.front(), 12));
    page.say("After ", ours.size() - 1, " steps ", number_text(ours.back(), 12),
             ", PyTorch's ", number_text(beginning.losses.at(ours.size() - 1), 12));
    page.say("Largest difference of ", ours.size(),
             " losses: ", gap < 1e-12 ? "below 1e-12" : scientific_text(gap, 0));
    page.say("Here a step took ",
             measured_text(time.count() / static_cast<double>(ours.size())), " ms.");
}

// Every kind of run in a line.
void all_runs(Page& page, const Path& record) {
    if (!record.empty()) {
        const Runs runs =
            measure_runs([](const std::string& what) { std::cerr << what << "\n"; });
        page.give("runs", record, [runs](const Path& to) {
            std::filesystem::create_directories(to);
            write_whole_file(to / "runs.txt", curves_text(runs.curves, "14_translation"));
            write_whole_file(to / "ends.txt", ends_text(runs.ends));
        });
    }
    page.show_words(table_of_runs());
}

}  // namespace

void further(Chapter& chapter) {
    const auto record = chapter.record("record", PathUse::write_folder,
                                       "a folder for all runs, trained again");
    const auto beginning = chapter.record("beginning", PathUse::write_folder,
                                          "a folder for what PyTorch begins with");
    chapter.more("Two heads", two_heads).draws("14_heads");
    chapter.more("With a cache", with_a_cache);
    chapter.more("Stage by stage", stage_by_stage);
    chapter.more("Beside PyTorch", beside_pytorch, beginning);
    chapter.more("All runs", all_runs, record);
}

}  // namespace attn::chapters::ch14
