#include "attn/parameters.hpp"

#include <algorithm>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

std::size_t rows_in_pytorch(const Parameter& parameter) {
    return parameter.shape.at(parameter.is_transposed ? 1 : 0);
}

/// Adds what there is of a layer's array: nothing when the layer leaves it out.
void add(Parameters& all, const Parameter& parameter) {
    if (!parameter.values.empty()) all.push_back(parameter);
}

Parameter transposed(const std::string& name, Matrix& weight) {
    Parameter result = parameter(name, weight);
    result.is_transposed = true;
    return result;
}

/// Adds parameters that PyTorch keeps as one array, below each other.
void add_stacked(Parameters& all, const Parameters& parts) {
    std::size_t first_row = 0;
    for (Parameter part : parts) {
        part.first_row = first_row;
        first_row += rows_in_pytorch(part);
        add(all, part);
    }
}

/// The layers of an encoder or a decoder, and the final norm.
template <class Stack>
Parameters of_stack(Stack& stack, const std::string& prefix) {
    Parameters all;
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        const std::string layer = prefix + "layers." + std::to_string(i) + ".";
        all = std::move(all) + parameters(stack.layers[i], layer);
    }
    if (!stack.final_norm) return all;
    return std::move(all) + parameters(*stack.final_norm, prefix + "norm.");
}

std::string text_of(const Parameter& parameter) {
    std::string text = parameter.name + " [";
    for (std::size_t d = 0; d < parameter.shape.size(); ++d) {
        text += (d > 0 ? " x " : "") + std::to_string(parameter.shape[d]);
    }
    return text + "]";
}

std::string text_of(const Parameters& list, std::size_t i) {
    return i < list.size() ? text_of(list[i]) : "nothing";
}

}  // namespace

Parameter parameter(const std::string& name, Matrix& m) {
    return {.name = name, .values = m.values(), .shape = {m.rows(), m.cols()}};
}

Parameter parameter(const std::string& name, std::vector<double>& numbers) {
    return {.name = name, .values = numbers, .shape = {numbers.size()}};
}

Parameters parameters(Linear& layer, const std::string& prefix) {
    Parameters all;
    add(all, transposed(prefix + "weight", layer.weight));
    add(all, parameter(prefix + "bias", layer.bias));
    return all;
}

Parameters parameters(LayerNorm& layer, const std::string& prefix) {
    Parameters all;
    add(all, parameter(prefix + "weight", layer.gamma));
    add(all, parameter(prefix + "bias", layer.beta));
    return all;
}

Parameters parameters(Embedding& layer, const std::string& prefix) {
    Parameters all;
    add(all, parameter(prefix + "weight", layer.table));
    return all;
}

Parameters parameters(MultiHeadAttention& layer, const std::string& prefix) {
    Parameters all;
    const std::size_t d_in = layer.w_q.weight.rows();
    if (layer.w_k.weight.rows() == d_in && layer.w_v.weight.rows() == d_in) {
        add_stacked(all, {transposed(prefix + "in_proj_weight", layer.w_q.weight),
                          transposed(prefix + "in_proj_weight", layer.w_k.weight),
                          transposed(prefix + "in_proj_weight", layer.w_v.weight)});
    } else {
        add(all, transposed(prefix + "q_proj_weight", layer.w_q.weight));
        add(all, transposed(prefix + "k_proj_weight", layer.w_k.weight));
        add(all, transposed(prefix + "v_proj_weight", layer.w_v.weight));
    }
    add_stacked(all, {parameter(prefix + "in_proj_bias", layer.w_q.bias),
                      parameter(prefix + "in_proj_bias", layer.w_k.bias),
                      parameter(prefix + "in_proj_bias", layer.w_v.bias)});
    return all + parameters(layer.w_o, prefix + "out_proj.");
}

Parameters parameters(FeedForward& layer, const std::string& prefix) {
    return parameters(layer.first, prefix + "linear1.") +
           parameters(layer.second, prefix + "linear2.");
}

Parameters parameters(EncoderLayer& layer, const std::string& prefix) {
    return parameters(layer.attention, prefix + "self_attn.") +
           parameters(layer.feed_forward, prefix) +
           parameters(layer.norm1, prefix + "norm1.") +
           parameters(layer.norm2, prefix + "norm2.");
}

Parameters parameters(Encoder& encoder, const std::string& prefix) {
    return of_stack(encoder, prefix);
}

Parameters parameters(DecoderLayer& layer, const std::string& prefix) {
    return parameters(layer.self_attention, prefix + "self_attn.") +
           parameters(layer.cross_attention, prefix + "multihead_attn.") +
           parameters(layer.feed_forward, prefix) +
           parameters(layer.norm1, prefix + "norm1.") +
           parameters(layer.norm2, prefix + "norm2.") +
           parameters(layer.norm3, prefix + "norm3.");
}

Parameters parameters(Decoder& decoder, const std::string& prefix) {
    return of_stack(decoder, prefix);
}

Parameters parameters(RmsNorm& layer, const std::string& prefix) {
    Parameters all;
    add(all, parameter(prefix + "weight", layer.gamma));
    return all;
}

Parameters parameters(GroupedQueryAttention& layer, const std::string& prefix) {
    return parameters(layer.w_q, prefix + "q_proj.") +
           parameters(layer.w_k, prefix + "k_proj.") +
           parameters(layer.w_v, prefix + "v_proj.") +
           parameters(layer.w_o, prefix + "o_proj.");
}

Parameters parameters(GatedFeedForward& layer, const std::string& prefix) {
    return parameters(layer.gate, prefix + "gate_proj.") +
           parameters(layer.up, prefix + "up_proj.") +
           parameters(layer.down, prefix + "down_proj.");
}

Parameters parameters(LlamaLayer& layer, const std::string& prefix) {
    return parameters(layer.attention, prefix + "self_attn.") +
           parameters(layer.feed_forward, prefix + "mlp.") +
           parameters(layer.norm1, prefix + "input_layernorm.") +
           parameters(layer.norm2, prefix + "post_attention_layernorm.");
}

Parameters parameters(Llama& model, const std::string& prefix) {
    Parameters all = parameters(model.embedding, prefix + "model.embed_tokens.");
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::string layer = prefix + "model.layers." + std::to_string(i) + ".";
        all = std::move(all) + parameters(model.layers[i], layer);
    }
    all = std::move(all) + parameters(model.final_norm, prefix + "model.norm.");
    const bool is_tied = model.output.weight.cols() == 0;
    return is_tied ? all : std::move(all) + parameters(model.output, prefix + "lm_head.");
}

Parameters operator+(Parameters a, const Parameters& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::size_t parameter_count(const Parameters& parameters) noexcept {
    std::size_t count = 0;
    for (const Parameter& parameter : parameters) count += parameter.values.size();
    return count;
}

void set_to_zero(const Parameters& parameters) {
    for (const Parameter& parameter : parameters) {
        std::fill(parameter.values.begin(), parameter.values.end(), 0.0);
    }
}

std::string place_text(const Parameter& parameter, std::size_t i) {
    require<std::out_of_range>(i < parameter.values.size(), "place_text: value ", i, " of ",
                               parameter.name, ", which has ", parameter.values.size(),
                               "; values are counted from 0");
    const std::size_t cols = parameter.shape.size() < 2 ? 1 : parameter.shape[1];
    std::size_t row = i / cols;
    std::size_t col = i % cols;
    if (parameter.is_transposed) std::swap(row, col);
    const std::string place = std::to_string(parameter.first_row + row);
    if (parameter.shape.size() < 2) return parameter.name + "[" + place + "]";
    return parameter.name + "[" + place + ", " + std::to_string(col) + "]";
}

void require_same_shapes(const std::string& function, const Parameters& weights,
                         const Parameters& gradient) {
    for (std::size_t i = 0; i < std::max(weights.size(), gradient.size()); ++i) {
        const bool is_in_both = i < weights.size() && i < gradient.size();
        if (is_in_both && weights[i].name == gradient[i].name &&
            weights[i].shape == gradient[i].shape) {
            continue;
        }
        throw ShapeError(function + ": parameter " + std::to_string(i) +
                         " of the weights is " + text_of(weights, i) +
                         ", of the gradient " + text_of(gradient, i) +
                         "; both lists need the same arrays, as those of a model and of "
                         "its zeros_like have");
    }
}

}  // namespace attn
