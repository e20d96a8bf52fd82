/// A model's weights under the names of PyTorch's state_dict, in files or in memory.
/// Introduced in chapter 12.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "support/files/npy.hpp"

namespace attn {

/// Thrown when weights do not fit the model that they are for. The message has a line for each
/// weight that is missing, unknown, of the wrong shape, or not finite, up to 40 of them; a name that
/// is unknown stands beside the most similar one that is missing.
class StateDictError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Weights by name. An EncoderLayer has those of nn.TransformerEncoderLayer:
///
///     self_attn.in_proj_weight   [3 d_model x d_model]  W_q, W_k and W_v stacked
///     self_attn.in_proj_bias     [3 d_model]
///     self_attn.out_proj.weight  [d_model x d_model]    and .bias [d_model]
///     linear1.weight             [d_ff x d_model]       and .bias [d_ff]
///     linear2.weight             [d_model x d_ff]       and .bias [d_model]
///     norm1.weight, norm2.weight [d_model]              gamma; .bias is beta
///
/// An Encoder has them for each layer, prefixed "layers.0.", "layers.1." and so on, and
/// norm.weight and norm.bias when there is a final norm. PyTorch stores the weight of a linear
/// layer as [out x in], the transpose of ours.
using StateDict = std::map<std::string, NpyArray>;

/// The weights of any model, by the list of its parameters: each array under its name and in
/// PyTorch's layout. Parameters that share a name stand below each other in one array.
///
/// type    of the arrays: float64 keeps every digit, float32 rounds when it is written
/// throws  StateDictError  when two parameters have one name and are not parts of one array
StateDict state_dict(const Parameters& parameters, NpyType type = NpyType::float64);

/// Puts weights into the model whose parameters these are: all of them, or none.
///
/// throws  StateDictError  when a weight is missing or unknown, has another shape than its
///                         parameter, or holds a NaN or an infinity
void load_state_dict(const StateDict& weights, const Parameters& parameters);

/// A layer's weights. A bias, gamma or beta that our layer leaves out is written as the number
/// that means the same: 0, 1 and 0. What is not a weight is not in it: n_heads, the activation,
/// the placement of the norms, epsilon.
///
/// throws  ShapeError  when PyTorch has no such layer: it needs W_q, W_k, W_v and W_o of
///                     d_model x d_model, and norms and a feed-forward network that fit
StateDict state_dict(const EncoderLayer& layer, NpyType type = NpyType::float64);

/// A stack's weights.
///
/// throws  ShapeError  as above, and when the layers and the final norm differ in d_model
StateDict state_dict(const Encoder& encoder, NpyType type = NpyType::float64);

/// The layer, or the stack, with these weights. config says everything that is not a weight,
/// and which weights there must be.
///
/// throws  StateDictError  when a weight is missing or unknown, has another shape than config
///                         says, or holds a NaN or an infinity; of a large model, at once when
///                         less than half of its numbers are there
///         ShapeError      when d_model or d_ff is 0, or n_heads is 0 or does not divide
///                         d_model
EncoderLayer encoder_layer_from(const StateDict& weights, const TransformerConfig& config);
Encoder encoder_from(const StateDict& weights, const TransformerConfig& config);

/// The weights in a safetensors file, as PyTorch's users keep a model.
/// throws  as read_safetensors
StateDict read_state_dict(const std::filesystem::path& file);

}  // namespace attn
