/// How the translators of chapter 16 learn: the same loop for every design and every task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chapters/16_translation/translator.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters::ch16 {

/// The mean loss over a batch, and every weight's slope. Each word is predicted from the right
/// words before it, whatever the model would have written: that is teacher forcing.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient);

/// The mean loss, with the right words before each, and how many sentences come out right when
/// the model writes alone.
Score score_of(const Translator& model, std::span<const Example> examples);

/// How many of the examples that only their order tells apart come out right.
std::size_t right_by_order(const Translator& model, std::span<const Example> examples);

/// How many words of all examples are right, each given the right words before it and none
/// after it, whether the model learned so or not; and how many there are.
std::size_t words_right(Translator model, std::span<const Example> examples);
std::size_t word_count(std::span<const Example> examples);

/// The least mean loss, over all sentences of a task, of a writer that reads nothing. It gives
/// each sentence a probability, and these sum to at most 1.
double least_loss_without_reading(const Task& task);

/// What is learned, and how.
struct Plan {
    Design design = {};
    TaskName task = TaskName::wishes;
    std::uint64_t seed = 1;  // of the first weights, the sides and the batches
    std::size_t steps = 300;
    double learning_rate = 3e-3;  // Adam's
    std::size_t every = 20;       // so often the unseen sentences are asked

    bool operator==(const Plan&) const = default;
};

/// What happened.
struct Outcome {
    Plan plan;
    Translator model;  // as designed
    Task task;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each, its model before
///        with_design_applied()
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

}  // namespace attn::chapters::ch16
