#include "chapters/17_one_file/17_one_file.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "chapters/program/knobs.hpp"
#include "support/text/utf8.hpp"

// All that the file includes stands above, so that its own lines alone are in the namespace.
namespace one_file {
#include "chapters/17_one_file/transformer.cpp"
}  // namespace one_file

namespace attn::chapters::ch17 {
namespace {

/// The file's variables, as they are when its main() begins.
one_file::Task begin_task(std::size_t seed) {
    one_file::tape.clear();
    one_file::parameters.clear();
    one_file::generator.seed(3000 + seed);
    return {};
}

one_file::Transformer begin_model(const one_file::Task& task, std::size_t seed) {
    one_file::generator.seed(seed);
    const one_file::Transformer model{task.korean.words.size(),
                                      task.english.words.size()};
    one_file::generator.seed(4000 + seed);
    return model;
}

Words words_of(const one_file::Ids& ids, const one_file::Vocabulary& vocabulary) {
    Words words;
    for (const std::size_t id : ids) words.push_back(vocabulary.words.at(id));
    return words;
}

std::string text_of(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

Matrix copy_of(const one_file::Matrix& m) {
    Matrix copy(m.rows, m.cols);
    for (std::size_t i = 0; i < m.rows; ++i) {
        for (std::size_t j = 0; j < m.cols; ++j) copy(i, j) = m(i, j);
    }
    return copy;
}

}  // namespace

Words typed(const std::string& sentence) {
    if (one_file::split(sentence).empty())
        throw UsageError("--sentence is empty; give it words that the file learns");
    try {
        const one_file::Task task;
        const one_file::Ids ids = one_file::typed(sentence, task.korean);
        Words words = words_of(ids, task.korean);
        words.pop_back();
        return words;
    } catch (const std::runtime_error& refusal) {
        throw UsageError("--sentence is refused: " + clean_utf8(refusal.what()));
    }
}

Learned learn(std::size_t seed, std::size_t steps, const Words& sentence,
              const std::function<bool(const Learned&)>& watch) {
    const one_file::Task task = begin_task(seed);
    const one_file::Ids korean = task.korean.ids_of(text_of(sentence));
    const one_file::Transformer model = begin_model(task, seed);
    one_file::Training training{task.shown};
    Learned learned{words_of(korean, task.korean), {}, {}};
    learned.n_unseen = task.unseen.size();
    const auto look = [&] {
        const auto [ids, alignment] = translate(model, korean);
        learned.english = words_of(ids, task.english);
        learned.alignment = copy_of(alignment);
        learned.written = text_of(ids, task.english);
    };
    look();
    bool goes_on = !watch || watch(learned);
    std::optional<std::string> before;
    for (std::size_t step = 1; goes_on && step <= steps; ++step) {
        learned.losses.push_back(training.step(model));
        const bool is_due = step % 5 == 0 || step == steps;
        if (is_due) look();
        goes_on = !watch || watch(learned);
        if (!goes_on && !is_due) look();
        const bool is_last = step == steps || !goes_on;
        if (!is_last && (!is_due || learned.written == before)) continue;
        learned.milestones.push_back({step, learned.losses.back(), learned.written});
        before = learned.written;
    }
    for (const one_file::Example& example : task.unseen) {
        learned.right += translate(model, example.korean).english == example.english;
    }
    return learned;
}

std::vector<double> first_losses(std::size_t steps) {
    const one_file::Task task = begin_task(1);
    const one_file::Transformer model = begin_model(task, 1);
    one_file::Training training{task.shown};
    std::vector<double> losses;
    for (std::size_t step = 0; step < steps; ++step)
        losses.push_back(training.step(model));
    return losses;
}

std::size_t parameter_count() {
    begin_model(begin_task(1), 1);
    return one_file::n_parameters();
}

std::vector<TapeCount> count_tapes() {
    const one_file::Task task = begin_task(1);
    const one_file::Transformer model = begin_model(task, 1);
    std::vector<TapeCount> counts;
    const auto length = [](const one_file::Example& example) {
        return example.korean.size() + example.english.size();
    };
    const auto [shortest, longest] = std::ranges::minmax_element(task.shown, {}, length);
    for (const auto& example : {*shortest, *longest}) {
        loss_of(model, example);
        counts.push_back({text_of(example.korean, task.korean), length(example),
                          one_file::tape.size()});
        one_file::tape.clear();
    }
    return counts;
}

NumbersToHit numbers_to_hit() {
    const one_file::Task task = begin_task(1);
    const one_file::Transformer model = begin_model(task, 1);
    double n = 0;
    for (const one_file::Matrix& x : one_file::parameters)
        for (double& value : *x.values) value = std::sin(n++);
    const one_file::Example example{{2, 3, 4, 5, 1}, {6, 7, 8, 1}};
    NumbersToHit hit{example.korean, {0, 6, 7, 8}, {}, {}, {}};
    const one_file::Matrix memory = model.encode(hit.read);
    const auto [rows, weights] = model.decoder(model.target(hit.written), memory);
    for (std::size_t j = 0; j < weights.cols; ++j)
        hit.cross_attention.push_back(weights(3, j));
    for (std::size_t j = 0; j < 4; ++j) {
        hit.memory.push_back(memory(4, j));
        hit.decoder_layer.push_back(rows(3, j));
    }
    one_file::tape.clear();
    const one_file::Matrix loss = loss_of(model, example);
    backward(loss);
    one_file::Adam{}.step();
    hit.loss = loss(0, 0);
    hit.loss_after_a_step = loss_of(model, example)(0, 0);
    one_file::tape.clear();
    return hit;
}

ByHand by_hand(double value) {
    one_file::tape.clear();
    const one_file::Matrix x{1, 1};
    x(0, 0) = value;
    const one_file::Matrix square = x * x;
    const one_file::Matrix y = square + x;
    const std::size_t n = one_file::tape.size();
    backward(y);
    return {x(0, 0), square(0, 0),      y(0, 0),     x.grad(0, 0),
            n,       square.grad(0, 0), y.grad(0, 0)};
}

double gradient_of_square(double value, double overwritten) {
    one_file::tape.clear();
    const one_file::Matrix x{1, 1};
    x(0, 0) = value;
    const one_file::Matrix square = x * x;
    x(0, 0) = overwritten;
    backward(square);
    return x.grad(0, 0);
}

}  // namespace attn::chapters::ch17
