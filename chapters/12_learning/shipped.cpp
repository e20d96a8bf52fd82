#include "chapters/12_learning/12_learning.hpp"

#include "chapters/program/folders.hpp"
#include "chapters/program/knobs.hpp"
#include "chapters/training/loop.hpp"
#include "support/files/npy.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch12 {
namespace {

constexpr std::size_t parity_steps = 20;

std::filesystem::path data() {
    return chapters_folder() / "12_learning";
}

/// One row per sentence: its ids, then its half.
Matrix as_rows(const std::vector<NotSentences>& batches) {
    Matrix rows(batches.size() * batch_size, not_length + 1);
    std::size_t i = 0;
    for (const NotSentences& batch : batches) {
        for (const NotSentence& sentence : batch) {
            for (std::size_t j = 0; j < not_length; ++j) {
                rows(i, j) = static_cast<double>(sentence.ids[j]);
            }
            rows(i++, not_length) = static_cast<double>(sentence.half);
        }
    }
    return rows;
}

std::vector<NotSentences> from_rows(const Matrix& rows) {
    std::vector<NotSentences> batches(rows.rows() / batch_size);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        NotSentence sentence;
        for (std::size_t j = 0; j + 1 < rows.cols(); ++j) {
            sentence.ids.push_back(static_cast<std::size_t>(rows(i, j)));
        }
        sentence.half = static_cast<std::size_t>(rows(i, rows.cols() - 1));
        batches[i / batch_size].push_back(sentence);
    }
    return batches;
}

}  // namespace

NotFinder model_in(const std::filesystem::path& weights, bool has_positions) {
    NotFinder model = random_not_finder(0, has_positions);  // for the shapes
    load_state_dict(read_state_dict(weights), parameters(model));
    return model;
}

Outcome shipped() {
    return {book_plan, model_in(data() / "learned.safetensors"),
            split_for(book_plan.seed).unseen};
}

std::optional<NotFinder> loaded_model(const std::filesystem::path& load, bool train,
                                      const std::string& without) {
    if (load.empty()) return std::nullopt;
    if (!train) return model_in(load, without != "positions");
    throw UsageError(
        "--load takes weights as they are, and --train begins without: give one");
}

Outcome trained_by(const std::optional<NotFinder>& loaded, bool train, std::size_t seed,
                   std::size_t steps, double learning_rate, const std::string& without,
                   const Meanwhile& meanwhile) {
    const Plan plan{.seed = seed,
                    .steps = steps,
                    .learning_rate = learning_rate,
                    .has_positions = without != "positions"};
    if (loaded) return {plan, *loaded, split_for(seed).unseen};
    const bool is_the_books = seed == book_plan.seed && steps == book_plan.steps &&
                              learning_rate == book_plan.learning_rate &&
                              plan.has_positions;
    if (is_the_books && !train) return shipped();
    TrainingLine line(steps);
    return learn(plan, line.until_interrupted(), [&](const Outcome& so_far) {
        if (meanwhile) {
            meanwhile(so_far.losses.size(), [&] { return own_figure(so_far); });
        }
    });
}

void save(const std::filesystem::path& file, NotFinder model) {
    write_safetensors(file, state_dict(parameters(model)));
}

void save_beginning(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    save(folder / "first.safetensors", random_not_finder(book_plan.seed));
    write_npy(folder / "batches.npy", as_rows(batches_for(book_plan.seed, parity_steps)));
}

Parity recorded_by_pytorch() {
    const std::filesystem::path folder = data() / "pytorch";
    return {model_in(folder / "first.safetensors"),
            from_rows(as_matrix(read_npy(folder / "batches.npy"))),
            read_npy(folder / "losses.npy").values};
}

std::vector<double> losses_of(const Parity& parity, double learning_rate) {
    const auto slopes = [](const NotFinder& model, Batch batch, NotFinder& gradient) {
        return loss_and_slopes(model, batch, gradient);
    };
    return chapters::losses_of(parity.model, parity.batches, slopes, learning_rate);
}

}  // namespace attn::chapters::ch12
