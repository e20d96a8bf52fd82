/// The weights that chapter 14 ships: a model that has learned, and what it began with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch14 {

/// The lesson that the shipped weights come from.
inline const Lesson book_lesson{.seed = 1, .steps = 100};

/// The model in learned/, and the unseen sentences of its seed.
///
/// throws  std::runtime_error, NpyError, StateDictError  when the weights cannot be read
Learned shipped();

/// A training, and the lesson that it followed.
struct Trained {
    Learned learned;
    Lesson lesson;
};

/// Trains from scratch; or, when train is false and nothing differs from the book's lesson,
/// takes the shipped weights. A line on stderr says how far it is, if that is a terminal; Ctrl-C
/// stops the training and keeps what was learned.
///
/// without    "nothing" or "positions"
/// meanwhile  gets own_figure() of what was learned so far
Trained trained_by(bool train, std::size_t seed, std::size_t steps, double learning_rate,
                   const std::string& without, const Meanwhile& meanwhile = {});

/// Writes a model after and before a lesson, and the batches that it took first, each sentence's
/// ids and then its half: learned/, pytorch/first/ and pytorch/batches.npy.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, const NotFinder& learned,
          const Lesson& lesson);

/// The first weights and batches that were given to PyTorch, and the losses that it computed.
struct Parity {
    NotFinder model;
    std::vector<NotSentences> batches;  // 20 of 16 sentences
    std::vector<double> losses;         // [20]  PyTorch 1.13 in float64
};
Parity recorded_by_pytorch();

/// Our losses over the same steps.
std::vector<double> losses_of(Parity parity, double learning_rate = 3e-3);

}  // namespace attn::chapters::ch14
