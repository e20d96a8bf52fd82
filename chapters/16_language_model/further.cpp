// Chapter 16, Further: what the road can do without. It runs with --more, or with --record FOLDER.

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "chapters/16_language_model/16_language_model.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch16 {
namespace {

// Every kind of training in a line.
void every_run(Page& page, const Path& record) {
    if (!record.empty()) {
        const Runs runs =
            measure_runs([](const std::string& what) { std::cerr << what << "\n"; });
        page.give("runs", record, [runs](const Path& to) {
            std::filesystem::create_directories(to);
            write_whole_file(to / "runs.txt",
                             curves_text(runs.curves, "16_language_model"));
            write_whole_file(to / "ends.txt", ends_text(runs.ends));
        });
    }
    std::vector<Labels> lines{{"the last step", "seeds", "loss", "right"}};
    for (const std::string kind : {"answer", "everything", "eight", "eight/shown",
                                   "pieces/order", "pieces/no_order"}) {
        std::vector<double> losses;
        std::vector<std::size_t> right;
        for (const Curve& curve : runs_of(kind)) {
            losses.push_back(curve.scores.back().loss);
            right.push_back(curve.scores.back().right);
        }
        std::ranges::sort(losses);
        std::ranges::sort(right);
        lines.push_back(
            {kind, std::to_string(losses.size()),
             number_text(losses.front(), 4) + " to " + number_text(losses.back(), 4),
             std::to_string(right.front()) + " to " + std::to_string(right.back())});
    }
    page.show_words(lines);
}

// English cut in the same way.
void english_in_pieces(Page& page) {
    const std::vector<Merge> merges = all_merges(false);
    std::vector<Labels> lines{{"merges", "kinds", "the teacher knows the student"}};
    for (const std::size_t some : {std::size_t{0}, std::size_t{20}, merges.size()}) {
        const std::vector<Merge> so_far = first_merges(merges, some);
        lines.push_back({std::to_string(some),
                         std::to_string(cut_by(so_far, false).n_kinds),
                         ch14::text_of(pieces_of(
                             {"the", "teacher", "knows", "the", "student"}, so_far))});
    }
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter) {
    const auto record = chapter.record("record", PathUse::write_folder,
                                       "a folder for all runs, trained again");
    chapter.more("English in pieces", english_in_pieces);
    chapter.more("Every run", every_run, record);
}

}  // namespace attn::chapters::ch16
