#include <algorithm>

#include "chapters/14_translation/training.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/files/npy.hpp"

namespace attn::chapters::ch14 {
namespace {

Matrix as_rows(const std::vector<std::vector<Example>>& batches) {
    std::size_t most_read = 0, most_written = 0;
    for (const auto& batch : batches) {
        for (const Example& example : batch) {
            most_read = std::max(most_read, example.source.size());
            most_written = std::max(most_written, example.target.size());
        }
    }
    Matrix rows(batches.size() * batch_size, 2 + most_read + most_written, -1);
    std::size_t i = 0;
    for (const auto& batch : batches) {
        for (const Example& example : batch) {
            const auto row = rows.row(i++);
            row[0] = static_cast<double>(example.source.size());
            row[1] = static_cast<double>(example.target.size());
            std::ranges::copy(example.source, row.begin() + 2);
            std::ranges::copy(example.target,
                              row.begin() + 2 + static_cast<std::ptrdiff_t>(most_read));
        }
    }
    return rows;
}

}  // namespace

Beginning first_steps() {
    const std::uint64_t seed = 1;
    const Task task = task_of(seed);
    return {random_translator(task, seed), batches_of(task, seed, 20)};
}

void save(const std::filesystem::path& folder, const Beginning& beginning) {
    std::filesystem::create_directories(folder);
    chapters::save(folder / "first.safetensors", beginning.model);
    write_npy(folder / "batches.npy", as_rows(beginning.batches));
}

Beginning recorded_by_pytorch() {
    const auto folder = chapters_folder() / "14_translation/pytorch";
    Beginning all = first_steps();
    all.model = with_weights(all.model, folder / "first.safetensors");
    all.losses = read_npy(folder / "losses.npy").values;
    return all;
}

std::vector<double> losses_of(const Beginning& beginning) {
    const auto slopes = [](const Translator& model, std::span<const Example> batch,
                           Translator& gradient) {
        return loss_and_slopes(model, batch, gradient);
    };
    return chapters::losses_of(beginning.model, beginning.batches, slopes,
                               Plan{}.learning_rate);
}

}  // namespace attn::chapters::ch14
