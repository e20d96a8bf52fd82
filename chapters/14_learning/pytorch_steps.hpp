/// The first steps of chapter 14's training beside PyTorch's.
#pragma once

#include <filesystem>
#include <vector>

#include "chapters/14_learning/training.hpp"

namespace attn::chapters::ch14 {

/// The first weights and batches that were given to PyTorch, and the losses that it computed.
struct Parity {
    NotFinder model;
    std::vector<NotSentences> batches;  // 20 of 16 sentences
    std::vector<double> losses;         // [20]  PyTorch 1.13 in float64
};
Parity recorded_by_pytorch();

/// Our losses over the same steps.
std::vector<double> losses_of(const Parity& parity, double learning_rate = 3e-3);

/// Writes what seed 1 begins with, for PyTorch: first.safetensors, the weights, and batches.npy, each
/// sentence's ids and then its half.
///
/// throws  std::runtime_error  when a file cannot be written
void save_beginning(const std::filesystem::path& folder);

}  // namespace attn::chapters::ch14
