/// How the model of chapter 14 learns: the loss of a batch with all slopes, one step, a training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chapters/14_learning/not_finder.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/not_sentences.hpp"
#include "chapters/training/training_line.hpp"

namespace attn::chapters::ch14 {

using Batch = std::span<const NotSentence>;

/// not_finder.hpp's way back, or another one.
using Backward =
    std::function<void(const NotFinder&, const std::vector<std::size_t>&,
                       const NotFinderTrace&, const Matrix&, NotFinder& gradient)>;

/// The model's way back by the parts of bugs/ways_back.hpp, right or wrong.
Backward backward_by(const mistakes::WayBack& way);

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const NotFinder& model, Batch batch, NotFinder& gradient,
                       const Backward& backward = ch14::backward);

/// The mean loss, and how many answers are right.
Score score_of(const NotFinder& model, Batch sentences);

/// What is learned, and how.
struct Plan {
    std::uint64_t seed = 1;  // of the first weights, the split and the order of the batches
    std::size_t steps = 100;
    double learning_rate = 3e-3;  // Adam's
    bool has_positions = true;
    std::size_t every = 10;  // so often the unseen sentences are asked
    Backward way_back = backward;
};

inline constexpr std::size_t batch_size = 16;

/// What happened.
struct Outcome {
    Plan plan;
    NotFinder model;
    NotSentences unseen;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// The sentences of a seed: the same for every training with it.
Split split_for(std::uint64_t seed);

/// The batches of a seed, in their order.
std::vector<NotSentences> batches_for(std::uint64_t seed, std::size_t steps);

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

/// The same plan without Adam: gradient descent with momentum, velocity = 0.9 velocity + slope,
/// weight -= learning_rate velocity.
///
/// returns  the unseen sentences' scores at step 0, every, 2 every ...; run_away_loss, and none
///          right, once a weight has passed a million
std::vector<Score> scores_by_momentum(const Plan& plan);
inline constexpr double momentum_rate = 0.03, run_away_loss = 1000;

}  // namespace attn::chapters::ch14
