/// How the models of chapter 15 learn: the same loop for every design and both questions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chapters/15_each_part/sentence_model.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters::ch15 {

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const SentenceModel& model, std::span<const Asked> batch,
                       SentenceModel& gradient);

/// The mean loss, and how many answers are right.
Score score_of(const SentenceModel& model, std::span<const Asked> asked);

/// What is learned, and how.
struct Plan {
    Design design = {};
    Question question = Question::place;
    std::uint64_t seed = 1;  // of the first weights, the sides and the batches
    std::size_t steps = 400;
    double learning_rate = 3e-3;  // Adam's
    std::size_t every = 20;       // so often the unseen sentences are asked

    bool operator==(const Plan&) const = default;
};

/// What happened.
struct Outcome {
    Plan plan;
    SentenceModel model;
    std::vector<Asked> unseen;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

}  // namespace attn::chapters::ch15
