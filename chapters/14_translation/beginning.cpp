#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>

#include "chapters/program/folders.hpp"
#include "chapters/training/experiment.hpp"
#include "support/files/npy.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr std::size_t n_steps = 20;

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
            std::copy(example.source.begin(), example.source.end(), row.begin() + 2);
            std::copy(example.target.begin(), example.target.end(),
                      row.begin() + 2 + static_cast<std::ptrdiff_t>(most_read));
        }
    }
    return rows;
}

std::vector<std::vector<Example>> from_rows(const Matrix& rows) {
    std::size_t most_read = 0;
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        most_read = std::max(most_read, static_cast<std::size_t>(rows(i, 0)));
    }
    std::vector<std::vector<Example>> batches(rows.rows() / batch_size);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        Example example;
        for (std::size_t j = 0; j < static_cast<std::size_t>(rows(i, 0)); ++j)
            example.source.push_back(static_cast<std::size_t>(rows(i, 2 + j)));
        for (std::size_t j = 0; j < static_cast<std::size_t>(rows(i, 1)); ++j)
            example.target.push_back(static_cast<std::size_t>(rows(i, 2 + most_read + j)));
        batches[i / batch_size].push_back(example);
    }
    return batches;
}

}  // namespace

Beginning first_steps() {
    const Plan plan = shipped_plan(1);
    const Task task = task_of(plan.task, plan.seed);
    return {random_translator(plan.design, task, plan.seed),
            batches_of(task, plan.seed, n_steps)};
}

void save(const std::filesystem::path& folder, const Beginning& beginning) {
    std::filesystem::create_directories(folder);
    save(folder / "first.safetensors", beginning.model);
    write_npy(folder / "batches.npy", as_rows(beginning.batches));
}

Beginning recorded_by_pytorch() {
    const auto folder = chapters_folder() / "14_translation/pytorch";
    Translator model = first_steps().model;  // for the shapes
    load_state_dict(read_state_dict(folder / "first.safetensors"), parameters(model));
    return {model, from_rows(as_matrix(read_npy(folder / "batches.npy"))),
            read_npy(folder / "losses.npy").values};
}

std::vector<double> losses_of(const Beginning& beginning) {
    return chapters::losses_of(beginning.model, beginning.batches, loss_and_slopes,
                               shipped_plan(1).learning_rate);
}

}  // namespace attn::chapters::ch14
