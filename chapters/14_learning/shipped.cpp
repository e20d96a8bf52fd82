#include "chapters/14_learning/shipped.hpp"

#include "attn/files/npy.hpp"
#include "attn/files/state_dict.hpp"
#include "attn/learning/optimizers.hpp"
#include "chapters/14_learning/figures.hpp"
#include "chapters/program/folders.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr std::size_t parity_steps = 20;

std::filesystem::path data() {
    return chapters_folder() / "14_learning";
}

NotFinder model_in(const std::filesystem::path& folder) {
    NotFinder model = random_not_finder(0);  // for the shapes
    load_state_dict(read_state_dict(folder), parameters(model));
    return model;
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

Learned shipped() {
    return {model_in(data() / "learned"), split_for(book_lesson.seed).unseen, {}, {}};
}

Trained trained_by(bool train, std::size_t seed, std::size_t steps, double learning_rate,
                   const std::string& without, const Meanwhile& meanwhile) {
    const Lesson lesson{.seed = seed,
                        .steps = steps,
                        .learning_rate = learning_rate,
                        .has_positions = without != "positions"};
    const bool is_the_books = seed == book_lesson.seed && steps == book_lesson.steps &&
                              learning_rate == book_lesson.learning_rate &&
                              lesson.has_positions;
    if (is_the_books && !train) return {shipped(), lesson};
    TrainingLine line(steps);
    const auto go_on = [&](std::size_t step, double loss) {
        return line.go_on(step, loss);
    };
    const auto watch = [&](const Learned& so_far) {
        if (meanwhile) meanwhile([&] { return own_figure(so_far, lesson); });
    };
    return {learn(lesson, go_on, watch), lesson};
}

void save(const std::filesystem::path& folder, const NotFinder& learned,
          const Lesson& lesson) {
    NotFinder after = learned,
              before = random_not_finder(lesson.seed, lesson.has_positions);
    write_state_dict(folder / "learned", state_dict(parameters(after)));
    write_state_dict(folder / "pytorch" / "first", state_dict(parameters(before)));
    write_npy(folder / "pytorch" / "batches.npy",
              as_rows(batches_for(lesson.seed, parity_steps)));
}

Parity recorded_by_pytorch() {
    const std::filesystem::path folder = data() / "pytorch";
    return {model_in(folder / "first"),
            from_rows(as_matrix(read_npy(folder / "batches.npy"))),
            read_npy(folder / "losses.npy").values};
}

std::vector<double> losses_of(Parity parity, double learning_rate) {
    Adam adam{.learning_rate = learning_rate};
    std::vector<double> losses;
    for (const NotSentences& batch : parity.batches) {
        NotFinder gradient = zeros_like(parity.model);
        losses.push_back(loss_and_slopes(parity.model, batch, gradient));
        adam.step(parameters(parity.model), parameters(gradient));
    }
    return losses;
}

}  // namespace attn::chapters::ch14
