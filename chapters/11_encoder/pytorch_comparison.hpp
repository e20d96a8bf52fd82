/// Our layer against PyTorch's numbers, stage by stage.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "chapters/printing/parity.hpp"

namespace attn::chapters::ch11 {

/// Against PyTorch's values: layer A against its float64 and its float32; and against its
/// float64, layer B, and layer A with an epsilon of 1e-12 in the first norm.
struct Comparison {
    std::vector<Gap> float64, float32, layer_b, slip;
};

/// The folder with the weights and with what PyTorch made of them and the input, in float64 and in
/// float32, a safetensors file each.
std::filesystem::path pytorch_data();

/// data  such a folder
Comparison compare_with_pytorch(const std::filesystem::path& data);

/// What the comparison cannot see: the largest difference of any stage when layer A's two norms
/// have changed places.
double gap_of_exchanged_norms(const std::filesystem::path& data);

/// The comparison as a table.
std::vector<std::vector<std::string>> lines_of(const Comparison& gaps);

/// A difference as the tables print it: "below 1e-12" where it is rounding noise.
std::string difference_text(double difference);

}  // namespace attn::chapters::ch11
