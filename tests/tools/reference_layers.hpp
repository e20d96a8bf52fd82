/// The layers of reference cases, made from PyTorch's weights and the cases' attributes.
#pragma once

#include <cstddef>
#include <string>

#include "attn/activation.hpp"
#include "attn/encoder.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/linear.hpp"
#include "attn/multi_head_attention.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_cases.hpp"

namespace reference {

// For all of them:
// throws  CaseError    when an array is missing
//         UnknownCase  when an attribute says what is not known here

/// An attribute as it stands, or nothing.
std::string text_of(const Case& given, const std::string& attribute);

/// A size that the case must tell.
std::size_t size_of(const Case& given, const std::string& attribute);

/// PyTorch keeps the transpose of our weight, [out x in]; of parts below each other, the part
/// of that index.
attn::Linear linear_of(const attn::NpyArray& weight, const attn::NpyArray* bias,
                       std::size_t part = 0, std::size_t parts = 1);

/// op Linear
attn::Linear linear_of(const Case& given);

/// op LayerNorm, along the last axis
attn::LayerNorm layer_norm_of(const Case& given);

/// op FeedForward
attn::FeedForward feed_forward_of(const Case& given);

/// op MultiheadAttention
attn::MultiHeadAttention multi_head_of(const Case& given);

/// ops ReLU and GELU
attn::Activation activation_of_op(const Case& given);

/// The attribute "activation", in PyTorch's words.
attn::Activation activation_of(const Case& given);

/// What the attributes say of an encoder, a layer or a stack.
attn::TransformerConfig config_of(const Case& given);

/// op TransformerEncoder or Pipeline
attn::Encoder encoder_of(const Case& given);

/// What q is multiplied with so that the library's 1 / sqrt(d_k) becomes the case's scale.
double scale_factor(const Case& given, std::size_t d_k);

/// The lines of x along the axis of op Softmax, one in each row.
attn::Matrix as_lines(const Case& given, const attn::NpyArray& x);

/// The same back: an array of x's shape.
attn::NpyArray from_lines(const Case& given, const attn::NpyArray& x,
                          const attn::Matrix& lines);

/// The ids of op Embedding or Pipeline.
std::vector<std::size_t> ids_of(const Case& given, const attn::NpyArray& indices);

/// What a stack gets: src, or words from a table times sqrt(d_model), plus positions.
attn::NpyArray stack_input(const Case& given);

/// Self-attention may give its input once, as query; the keys' and the values' slot is then
/// that of the query, or of the key.
std::string key_slot(const Case& given);
std::string value_slot(const Case& given);

}  // namespace reference
