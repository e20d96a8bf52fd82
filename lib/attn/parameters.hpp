/// The parameters of a model, all that it learns, as one list: saving, counting, checking and
/// every step of training walk along it. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "attn/decoder.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/linear.hpp"
#include "attn/llama.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"

namespace attn {

/// A parameter: one array of learned numbers, under its name in PyTorch's state_dict. It is a
/// view, valid until the model or that part of it is assigned to, resized or gone.
struct Parameter {
    std::string name = {};                // "layers.0.linear1.weight"
    std::span<double> values = {};        // the model's own numbers, row after row
    std::vector<std::size_t> shape = {};  // as the model has them: [d_in x d_out], or [d]
    bool is_transposed = false;           // PyTorch keeps them as [d_out x d_in]
    std::size_t first_row = 0;  // in PyTorch's array, where several parameters stand
                                // below each other under one name (in_proj_weight)
};

using Parameters = std::vector<Parameter>;

/// A matrix or a list of numbers as a parameter.
Parameter parameter(const std::string& name, Matrix& m);
Parameter parameter(const std::string& name, std::vector<double>& numbers);

/// The parameters of a layer or a stack, in the order of PyTorch's state_dict and under its
/// names, each with the prefix before it. What a layer leaves out (a bias, gamma, beta) is not
/// in the list.
///
/// The gradient of a layer is a layer of the same type that holds slopes in place of weights
/// (zeros_like), so both lists have the same order, and number i of one belongs to number i
/// of the other.
///
/// Linear              weight, bias
/// LayerNorm           weight (gamma), bias (beta)
/// Embedding           weight
/// MultiHeadAttention  in_proj_weight: W_q, W_k and W_v below each other; in_proj_bias;
///                     out_proj.weight, out_proj.bias. When the three read inputs of different
///                     widths: q_proj_weight, k_proj_weight, v_proj_weight.
/// FeedForward         linear1.weight, linear1.bias, linear2.weight, linear2.bias
/// EncoderLayer        self_attn.*, linear1.*, linear2.*, norm1.*, norm2.*
/// Encoder             layers.0.*, layers.1.*, ...; norm.* for the final norm
/// DecoderLayer        self_attn.*, multihead_attn.* (cross-attention), linear1.*, linear2.*,
///                     norm1.*, norm2.*, norm3.*
/// Decoder             as Encoder
///
/// A Llama's have the names of Hugging Face's LlamaForCausalLM, in its order. Its files are of
/// RotaryLayout::halves.
///
/// RmsNorm                weight (gamma)
/// GroupedQueryAttention  q_proj.*, k_proj.*, v_proj.*, o_proj.*
/// GatedFeedForward       gate_proj.*, up_proj.*, down_proj.*
/// LlamaLayer             self_attn.*, mlp.*, input_layernorm.*, post_attention_layernorm.*
/// Llama                  model.embed_tokens.weight, model.layers.0.*, ..., model.norm.weight; lm_head.*
///                        where the table is not tied
Parameters parameters(Linear& layer, const std::string& prefix = "");
Parameters parameters(LayerNorm& layer, const std::string& prefix = "");
Parameters parameters(Embedding& layer, const std::string& prefix = "");
Parameters parameters(MultiHeadAttention& layer, const std::string& prefix = "");
Parameters parameters(FeedForward& layer, const std::string& prefix = "");
Parameters parameters(EncoderLayer& layer, const std::string& prefix = "");
Parameters parameters(Encoder& encoder, const std::string& prefix = "");
Parameters parameters(DecoderLayer& layer, const std::string& prefix = "");
Parameters parameters(Decoder& decoder, const std::string& prefix = "");
Parameters parameters(RmsNorm& layer, const std::string& prefix = "");
Parameters parameters(GroupedQueryAttention& layer, const std::string& prefix = "");
Parameters parameters(GatedFeedForward& layer, const std::string& prefix = "");
Parameters parameters(LlamaLayer& layer, const std::string& prefix = "");
Parameters parameters(Llama& model, const std::string& prefix = "");

/// One list after the other: parameters(table, "embedding.") + parameters(encoder).
Parameters operator+(Parameters a, const Parameters& b);

/// How many numbers there are to learn.
std::size_t parameter_count(const Parameters& parameters) noexcept;

/// How many numbers a layer or a model has to learn, anything that parameters() takes. In the
/// paper's sizes, d_model 512, 8 heads and d_ff 2048: multi-head attention 1,050,624 (for any
/// number of heads), the feed-forward network 2,099,712, an encoder layer 3,152,384, a decoder
/// layer 4,204,032.
template <class Layer>
std::size_t parameter_count(const Layer& layer) {
    return parameter_count(parameters(const_cast<Layer&>(layer)));  // nothing is written
}

/// Sets every number to 0: a gradient before anything has been added to it.
void set_to_zero(const Parameters& parameters);

/// A layer or a model of the same type and sizes, all numbers 0: a gradient to which nothing
/// has been added yet.
template <class Layer>
Layer zeros_like(Layer layer) {
    set_to_zero(parameters(layer));
    return layer;
}

/// The name and place of values[i] in PyTorch's array: "linear1.weight[3, 0]".
/// throws  std::out_of_range  when there is no such value
std::string place_text(const Parameter& parameter, std::size_t i);

/// throws  ShapeError  when the two lists differ in names, in shapes or in length: weights and
///                     gradient must come from layers of one kind and size
void require_same_shapes(const std::string& function, const Parameters& weights,
                         const Parameters& gradient);

}  // namespace attn
