/// How the model of chapter 14 learns: the loss of a batch with all slopes, and a training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chapters/14_learning/not_finder.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "chapters/training/experiment.hpp"
#include "chapters/training/not_sentences.hpp"

namespace attn::chapters::ch14 {

using Batch = std::span<const NotSentence>;

/// not_finder.hpp's way back, or another one.
using Backward =
    std::function<void(const NotFinder&, const std::vector<std::size_t>&,
                       const NotFinderTrace&, const Matrix&, NotFinder& gradient)>;

/// The model's way back by the parts of mistakes/ways_back.hpp, right or wrong.
Backward backward_by(const mistakes::WayBack& way);

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const NotFinder& model, Batch batch, NotFinder& gradient,
                       const Backward& backward = ch14::backward);

/// The mean loss, and how many answers are right.
Score score_of(const NotFinder& model, Batch sentences);

inline constexpr std::size_t batch_size = 16, n_unseen = 256;

/// The sentences of a seed: the same for every training with it.
Split split_for(std::uint64_t seed);

/// The batches of a seed, in their order.
std::vector<NotSentences> batches_for(std::uint64_t seed, std::size_t steps);

/// Trains from scratch.
Outcome<NotFinder> learn(const Plan& plan, const Backward& way_back = backward,
                         const Onlooker<NotFinder>& onlooker = {});

}  // namespace attn::chapters::ch14
