// Chapter 16, Further: it runs with --more, or when one of its own knobs is given: --record FILE,
// --beginning FOLDER.

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "chapters/16_translation/16_translation.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/files/npy.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch16 {
namespace {

// What the recordings hold, and how they are made again.
void all_runs(Page& page, const Path& record, const Path& beginning) {
    page.say(parts.size() * n_seeds, " trainings are kept. Without reading, at best: ",
             number_text(least_loss_without_reading(task_of(1)), 3));
    page.give("what PyTorch begins with", beginning,
              [](const Path& to) { save(to, first_steps()); });
    if (record.empty()) return;
    std::vector<Curve> curves;
    for (const std::string& without : parts) {
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            std::cerr << "without " << without << ", seed " << seed << "\n";
            Experiment experiment{.without = without};
            experiment.plan.seed = seed;
            curves.push_back(
                {without, seed, experiment.plan.every, learn(experiment).scores});
        }
    }
    page.give("runs", record, [curves](const Path& to) {
        write_whole_file(to, curves_text(curves, "16_translation"));
    });
}

}  // namespace

void save(const std::filesystem::path& folder, const Beginning& beginning) {
    std::filesystem::create_directories(folder);
    chapters::save(folder / "first.safetensors", beginning.model);
    constexpr std::size_t most_read = 7,
                          most_written = 11;  // of the grammar's, with the end
    Matrix rows(beginning.batches.size() * batch_size, 2 + most_read + most_written, -1);
    std::size_t i = 0;
    for (const auto& batch : beginning.batches) {
        for (const Example& example : batch) {
            const auto row = rows.row(i++);
            row[0] = static_cast<double>(example.source.size());
            row[1] = static_cast<double>(example.target.size());
            std::ranges::copy(example.source, row.begin() + 2);
            std::ranges::copy(example.target, row.begin() + 2 + most_read);
        }
    }
    write_npy(folder / "batches.npy", rows);
}

void further(Chapter& chapter) {
    const auto record =
        chapter.record("record", PathUse::write_file, "a file for all runs, trained again");
    const auto beginning = chapter.record("beginning", PathUse::write_folder,
                                          "a folder for what PyTorch begins with");
    chapter.more("All runs", all_runs, record, beginning);
}

}  // namespace attn::chapters::ch16
