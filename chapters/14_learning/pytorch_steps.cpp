#include "chapters/14_learning/pytorch_steps.hpp"

#include "chapters/program/folders.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/files/npy.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr std::size_t parity_steps = 20;

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

Parity recorded_by_pytorch() {
    const std::filesystem::path folder = chapters_folder() / "14_learning/pytorch";
    return {with_weights(random_not_finder(0), folder / "first.safetensors"),
            from_rows(as_matrix(read_npy(folder / "batches.npy"))),
            read_npy(folder / "losses.npy").values};
}

std::vector<double> losses_of(const Parity& parity, double learning_rate) {
    const auto slopes = [](const NotFinder& model, Batch batch, NotFinder& gradient) {
        return loss_and_slopes(model, batch, gradient);
    };
    return chapters::losses_of(parity.model, parity.batches, slopes, learning_rate);
}

void save_beginning(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    save(folder / "first.safetensors", random_not_finder(1));
    write_npy(folder / "batches.npy", as_rows(batches_for(1, parity_steps)));
}

}  // namespace attn::chapters::ch14
