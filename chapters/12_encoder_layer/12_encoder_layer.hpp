/// What the sources of chapter 12 share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "chapters/printing/parity.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch12 {

// The wrong one of the two layers with which chapter 12 opens.

/// A post-norm layer whose second sum adds the layer's input in place of the normalized row.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& h);

// Our layer against PyTorch's numbers, stage by stage.

/// Against PyTorch's values: layer A against its float64 and its float32; and against its
/// float64, layer B, layer A with an epsilon of 1e-12 in the first norm, and layer A with its two
/// norms exchanged, which is layer C. Then A and C where PyTorch's first norm has unequal gammas.
struct Comparison {
    std::vector<Gap> float64, float32, layer_b, slip, exchanged, unequal, unequal_exchanged;
};

/// The folder with the weights and with what PyTorch made of them and the input, in float64, in
/// float32 and with unequal gammas, a safetensors file each.
std::filesystem::path pytorch_data();

/// data  such a folder
Comparison compare_with_pytorch(const std::filesystem::path& data);

/// The head of a table of such lines.
inline const Labels differences_head{"", "first stage that differs", "there", "worst"};

/// A line of a table: the name, the first stage that differs by more than rounding, by how much, and
/// the largest difference of all.
Labels where_it_differs(const std::string& name, const std::vector<Gap>& gaps);

/// A difference as the tables print it: "below 1e-12" where it is rounding noise.
std::string difference_text(double difference);

// The figures of chapter 12.

/// Every value of a layer in the order in which it flows, with its numbers.
///
/// is_post  whether the trace is a post-norm layer's
plots::Figure wall_figure(const EncoderLayerTrace& trace, bool is_post = true);

/// Differences from PyTorch stage by stage: layer A and layer B.
plots::Figure pytorch_figure(const Comparison& gaps);

// Chapter 12's detours.

/// norm  the road's knob: where a layer normalizes
/// gaps  what the road compared with PyTorch
void further(Chapter& chapter, const Value<std::string>& norm,
             const Value<Comparison>& gaps);

}  // namespace attn::chapters::ch12
