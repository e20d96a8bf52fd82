/// What a training begins with, for another program to begin with too, and what PyTorch's
/// losses were.
#pragma once

#include <filesystem>
#include <vector>

#include "chapters/16_translation/training.hpp"

namespace attn::chapters::ch16 {

/// The weights before the first step, the first batches, and PyTorch's losses on them.
struct Beginning {
    Translator model;
    std::vector<std::vector<Example>> batches;
    std::vector<double> losses = {};
};

/// The shipped one-head plan's first 20 steps.
Beginning first_steps();

/// Writes first.safetensors and batches.npy: a row for each pair of sentences, how many words are read and
/// written, the ids of both with their ends, filled up with -1.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, const Beginning& beginning);

/// The beginning in pytorch/, and what PyTorch made of it.
///
/// throws  std::runtime_error, NpyError, StateDictError  when a file cannot be read
Beginning recorded_by_pytorch();

/// The loss of each of our steps from this beginning.
std::vector<double> losses_of(const Beginning& beginning);

}  // namespace attn::chapters::ch16
