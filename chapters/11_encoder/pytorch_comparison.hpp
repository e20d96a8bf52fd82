/// Our layer against PyTorch's numbers, stage by stage.
#pragma once

#include <filesystem>
#include <vector>

#include "chapters/common/parity.hpp"

namespace attn::chapters {

/// Our small layer against PyTorch's values: its float64, its float32, and our own layer with
/// an epsilon of 1e-12 in the first norm.
struct Comparison {
    std::vector<Gap> float64, float32, slip;
};

/// data  the folder with input.npy, weights, float64 and float32
Comparison compare_with_pytorch(const std::filesystem::path& data);

}  // namespace attn::chapters
