/// Our layer against PyTorch's numbers, stage by stage.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters {

/// The largest difference between our stage and another program's.
struct Gap {
    std::string stage;
    double gap;
};

/// Our stages against those in a folder, one .npy file for each: "head 1: weights" is in
/// head_1_weights.npy. Stages without a file are passed over.
///
/// throws  std::runtime_error  when the folder has none of them, or a file cannot be read
///         ShapeError          when a stage has another shape
std::vector<Gap> gaps_to(const EncoderLayerTrace& trace,
                         const std::filesystem::path& folder);

/// The same stages of two traces.
std::vector<Gap> gaps_between(const EncoderLayerTrace& ours, const EncoderLayerTrace& other,
                              const std::vector<Gap>& stages);

/// Our small layer against PyTorch's values: its float64, its float32, and our own layer with
/// an epsilon of 1e-12 in the first norm.
struct Comparison {
    std::vector<Gap> float64, float32, slip;
};

/// data  the folder with input.npy, weights, float64 and float32
Comparison compare_with_pytorch(const std::filesystem::path& data);

}  // namespace attn::chapters
