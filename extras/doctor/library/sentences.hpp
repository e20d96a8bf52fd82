/// A probe's arrays as the library's own types, sentence by sentence.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/decoder.hpp"
#include "attn/encoder.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// One sentence of an array [B n d], or an array [n d] as it is.
Matrix matrix(const Probe& probe, const std::string& name, std::size_t sentence = 0);

/// One sentence of ids [B n].
std::vector<std::size_t> ids(const Probe& probe, std::size_t sentence);

/// What the probe's causal, mask and padding close in one sentence.
AttentionMask mask(const Probe& probe, std::size_t sentence = 0);

/// What memory_padding closes, for as many queries as the probe has words.
AttentionMask memory_mask(const Probe& probe, std::size_t sentence);

/// Weights under PyTorch's names, each with prefix before it, transposed to the library's
/// [in x out].
MultiHeadAttention heads(const Probe& probe, const std::string& prefix);
EncoderLayer encoder_layer_of(const Probe& probe);
DecoderLayer decoder_layer_of(const Probe& probe);

/// The slopes in a layer's weights under PyTorch's names, "grad_" before each.
Arrays slopes_in(const Parameters& gradient);

/// Sentences of one size as one array [B n d].
///
/// throws  ShapeError  when a sentence's shape is not the first one's
Array stacked_up(const std::vector<Matrix>& sentences);

}  // namespace attn::doctor
