/// How the translators of chapter 16 learn, the weights that it ships, and its recorded trainings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "chapters/16_translation/translator.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch16 {

/// The mean loss over a batch, and every weight's slope. Each word is predicted from the right
/// words before it, whatever the model would have written: that is teacher forcing.
///
/// gradient   gets the slopes; start with zeros
/// is_causal  see Translator::trace
double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient, bool is_causal = true);

/// The mean loss, with the right words before each, and how many sentences come out right when
/// the model writes alone.
Score score_of(const Translator& model, std::span<const Example> examples,
               bool is_causal = true);

/// What can be taken away, as --without and the recordings say it.
inline const Words parts{"nothing", "causal", "cross-attention", "going-to-the-sea"};

/// What is trained, and how.
struct Experiment {
    std::string without = "nothing";
    Plan plan = {.steps = 300, .every = 20};
    TransformerConfig sizes = book_sizes;
};

/// What it learns from: without going-to-the-sea, no sentence in which anybody goes to the sea.
Task task_of(const std::string& without, std::uint64_t seed);

/// Trains from scratch.
Outcome<Translator> learn(const Experiment& experiment,
                          const Onlooker<Translator>& onlooker = {});

/// The whole translator after 300 steps, in learned/seed_1.safetensors and seed_3.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when the weights cannot be read;
///         there are none of other seeds
Translator shipped(std::uint64_t seed);

/// A translator of four numbers a word, for the wall: how it was trained, and its weights in
/// learned/small.safetensors.
Experiment small_experiment();
Translator small();

/// The shipped one's weights before the first step, and its first 20 batches.
struct Beginning {
    Translator model;
    std::vector<std::vector<Example>> batches;
};
Beginning first_steps();

/// The loss of each step from there, ours and PyTorch's. PyTorch began with the files that save
/// wrote.
///
/// throws  std::runtime_error, NpyError  when PyTorch's cannot be read
std::vector<double> losses_of(const Beginning& beginning);
std::vector<double> losses_in_pytorch();

/// Writes first.safetensors and batches.npy: a row for each pair of sentences, how many words are
/// read and written, the ids of both with their ends, filled up with -1.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, const Beginning& beginning);

/// How many seeds each recorded training has.
inline constexpr std::uint64_t n_seeds = 20;

/// Those of the book, chapters/16_translation/runs.txt: of one design, a curve for each seed.
std::vector<Curve> curves_of(const std::string& without);

}  // namespace attn::chapters::ch16
