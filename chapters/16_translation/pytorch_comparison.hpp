/// A decoder layer and a whole Transformer against PyTorch's numbers, stage by stage.
#pragma once

#include <filesystem>
#include <vector>

#include "chapters/printing/parity.hpp"

namespace attn::chapters::ch16 {

/// The same weights with the norms after the sums (post) and before the sublayers (pre).
struct BothPlacements {
    std::vector<Gap> post, pre;
};

/// Our values against PyTorch's float64.
struct Comparison {
    BothPlacements layer;        // every value of a decoder layer
    BothPlacements transformer;  // what each layer of a Transformer passes on
};

/// data  the folder with layer.safetensors and transformer.safetensors, which the reference cases
///       in tests/reference/decoder_layer and transformer describe
Comparison compare_with_pytorch(const std::filesystem::path& data);

}  // namespace attn::chapters::ch16
