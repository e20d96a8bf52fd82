/// How the models of chapter 15 learn: one loop for every design and both questions; and the model
/// that the chapter ships.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "chapters/15_each_part/sentence_model.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch15 {

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const SentenceModel& model, const Design& design,
                       std::span<const Asked> batch, SentenceModel& gradient);

/// The mean loss, and how many answers are right.
Score score_of(const SentenceModel& model, const Design& design,
               std::span<const Asked> asked);

/// What is trained, and what it is asked.
struct Experiment {
    Design design = {};
    Question question = Question::sense;
    Plan plan = {.steps = 400, .every = 20};

    bool operator==(const Experiment&) const = default;
};

/// Trains from scratch.
Outcome<SentenceModel> learn(const Experiment& experiment,
                             const Onlooker<SentenceModel>& onlooker = {});

/// The whole layer that has learned sense with seed 1, in learned.safetensors.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when the weights cannot be read
SentenceModel shipped();

/// What the knobs say.
///
/// without  nothing, or one of parts_to_take()
/// heads    "1", "2" or "4"
Experiment experiment_of(const std::string& question, const std::string& without,
                         std::size_t layers, const std::string& heads, std::size_t seed,
                         std::size_t steps, double learning_rate,
                         const std::string& readout);
const std::vector<std::string>& parts_to_take();

}  // namespace attn::chapters::ch15
