#include "chapters/mistakes/training.hpp"

#include <algorithm>

#include "attn/random.hpp"
#include "chapters/examples/small_example.hpp"

namespace attn::mistakes {
namespace {

constexpr std::size_t n_sentences = 64, n_words = 5, width = 4;
constexpr double learning_rate = 0.1;

struct Lesson {
    Matrix features{n_sentences, width + 1,
                    1.0};  // attention's mean row, and 1 for the bias
    std::vector<double> answers;
};

Lesson lesson_of(const AttentionFunction& attention, std::size_t seed) {
    using namespace small_example;
    Random generator(seed);
    Lesson lesson;
    for (std::size_t s = 0; s < n_sentences; ++s) {
        Matrix words(n_words, width);
        double answer = 0;
        for (std::size_t i = 0; i < n_words; ++i) {
            const auto word = static_cast<std::size_t>(4 * generator.uniform());
            words.set_row(i, x.row(word));
            answer += word == 1 ? 1 : word == 0 ? -1 : 0;
        }
        const Matrix output =
            attention(matmul(words, w_q), matmul(words, w_k), matmul(words, w_v),
                      length_mask(n_words, n_words, n_words))
                .output;
        for (std::size_t c = 0; c < width; ++c) {
            double sum = 0;
            for (std::size_t i = 0; i < n_words; ++i) sum += output(i, c);
            lesson.features(s, c) = sum / n_words;
        }
        lesson.answers.push_back(answer);
    }
    return lesson;
}

}  // namespace

std::vector<double> losses_on_top_of(const AttentionFunction& attention, std::size_t steps,
                                     std::size_t seed) {
    const Lesson lesson = lesson_of(attention, seed);
    std::vector<double> weights(width + 1), losses;
    for (std::size_t step = 0; step <= steps; ++step) {
        double loss = 0;
        std::vector<double> downhill(width + 1);
        for (std::size_t s = 0; s < n_sentences; ++s) {
            double error = -lesson.answers[s];
            for (std::size_t c = 0; c <= width; ++c) {
                error += weights[c] * lesson.features(s, c);
            }
            loss += error * error / n_sentences;
            for (std::size_t c = 0; c <= width; ++c) {
                downhill[c] -= 2 * error * lesson.features(s, c) / n_sentences;
            }
        }
        losses.push_back(loss);
        for (std::size_t c = 0; c <= width; ++c) weights[c] += learning_rate * downhill[c];
    }
    return losses;
}

}  // namespace attn::mistakes
