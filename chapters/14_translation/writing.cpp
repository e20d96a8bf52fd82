#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <numeric>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::chapters::ch14 {
namespace {

std::string word_of(std::size_t id, const Words& vocabulary) {
    return id == end_id ? "(end)" : vocabulary.at(id);
}

}  // namespace

std::string first_word_with_other_end(const Translator& model, const Task& task,
                                      const Ids& source, const Ids& other) {
    Matrix memory = model.read(source);
    const Matrix others = model.read(other);
    memory.set_row(memory.rows() - 1, others.row(others.rows() - 1));
    const Matrix logits = model.write({begin_id}, memory);
    return word_of(argmax(logits.row(0)), task.target_words);
}

std::vector<WritingStep> write_step_by_step(const Translator& model, const Task& task,
                                            const Ids& source, std::size_t most_words) {
    std::vector<WritingStep> steps;
    Ids written{begin_id};
    while (written.size() <= most_words) {
        const TranslatorTrace trace = model.trace(source, written);
        const std::size_t last = written.size() - 1;
        const std::vector<double> p = softmax(trace.logits.row(last));
        Ids order(p.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater{},
                                 [&](std::size_t i) { return p[i]; });

        WritingStep step{.so_far = words_of(written, task.target_words)};
        for (std::size_t i = 0; i < 3; ++i) {
            step.words.push_back(word_of(order[i], task.target_words));
            step.p.push_back(p[order[i]]);
        }
        const MultiHeadTrace& across = trace.decoder.layers.back().cross_attention;
        step.reading.resize(source.size());
        for (const AttentionTrace& head : across.heads) {
            for (std::size_t j = 0; j < source.size(); ++j) {
                step.reading[j] +=
                    head.weights(last, j) / static_cast<double>(across.heads.size());
            }
        }
        steps.push_back(step);
        if (order[0] == end_id) break;
        written.push_back(order[0]);
    }
    return steps;
}

}  // namespace attn::chapters::ch14
