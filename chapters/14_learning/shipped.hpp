/// The weights that chapter 14 ships: a model that has learned, and what it began with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch14 {

/// The plan that the shipped weights come from.
inline const Plan book_plan{.seed = 1, .steps = 100};

/// The model with the weights in a safetensors file, or in a folder of .npy files.
///
/// throws  std::runtime_error, SafetensorsError, NpyError, StateDictError  when the weights cannot be
///         read, or are another model's
NotFinder model_in(const std::filesystem::path& weights, bool has_positions = true);

/// The model in learned.safetensors, and the unseen sentences of its seed.
Outcome shipped();

/// The model that a reader gave, if load is not empty.
///
/// throws  UsageError  when it is to be trained as well, and as model_in
std::optional<NotFinder> loaded_model(const std::filesystem::path& load, bool train,
                                      const std::string& without);

/// Takes the loaded model, if there is one; or trains from scratch; or, when train is false and
/// nothing differs from the book's plan, takes the shipped weights. A line on stderr says how far it
/// is, if that is a terminal; Ctrl-C stops the training and keeps what was learned.
///
/// without    "nothing" or "positions"
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(const std::optional<NotFinder>& loaded, bool train, std::size_t seed,
                   std::size_t steps, double learning_rate, const std::string& without,
                   const Meanwhile& meanwhile = {});

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, NotFinder model);

/// Writes what the book's plan begins with, for PyTorch: first.safetensors, the weights, and
/// batches.npy, each sentence's ids and then its half.
///
/// throws  std::runtime_error  when a file cannot be written
void save_beginning(const std::filesystem::path& folder);

/// The first weights and batches that were given to PyTorch, and the losses that it computed.
struct Parity {
    NotFinder model;
    std::vector<NotSentences> batches;  // 20 of 16 sentences
    std::vector<double> losses;         // [20]  PyTorch 1.13 in float64
};
Parity recorded_by_pytorch();

/// Our losses over the same steps.
std::vector<double> losses_of(const Parity& parity, double learning_rate = 3e-3);

}  // namespace attn::chapters::ch14
