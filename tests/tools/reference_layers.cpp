#include "tools/reference_layers.hpp"

#include <cmath>

#include "attn/embedding.hpp"
#include "attn/positional_encoding.hpp"
#include "support/files/state_dict.hpp"

namespace reference {

using attn::Linear;
using attn::Matrix;
using attn::NpyArray;

namespace {

/// The axis of op Softmax, and what lies along and behind it.
struct Lines {
    Lines(const Case& given, const NpyArray& x) {
        const double rank = static_cast<double>(x.shape.size());
        double axis = given.number("axis", -1);
        if (axis < 0) axis += rank;
        if (!(axis >= 0 && axis < rank)) refuse(given, "the axis is none of x's");
        const auto along = x.shape.begin() + static_cast<std::ptrdiff_t>(axis);
        n = *along;
        step = count(Shape(along + 1, x.shape.end()));
        n_lines = n == 0 ? 0 : x.values.size() / n;
    }
    std::size_t place(std::size_t line, std::size_t j) const {
        return (line / step * n + j) * step + line % step;
    }
    std::size_t n = 0, step = 0, n_lines = 0;
};

}  // namespace

std::string text_of(const Case& given, const std::string& attribute) {
    const auto found = given.attributes.find(attribute);
    return found == given.attributes.end() ? "" : found->second;
}

std::size_t size_of(const Case& given, const std::string& attribute) {
    const double size = given.number(attribute, -1);
    if (!(size >= 0) || size != std::floor(size)) {
        refuse(given, "the attribute " + attribute + " is not a size");
    }
    return static_cast<std::size_t>(size);
}

Linear linear_of(const NpyArray& weight, const NpyArray* bias, std::size_t part,
                 std::size_t parts) {
    const Matrix all = attn::as_matrix(weight);
    const std::size_t rows = all.rows() / parts;
    Matrix transposed(all.cols(), rows);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < all.cols(); ++j) {
            transposed(j, i) = all(part * rows + i, j);
        }
    }
    Linear linear{transposed};
    for (std::size_t i = 0; bias != nullptr && i < rows; ++i) {
        linear.bias.push_back(bias->values.at(part * rows + i));
    }
    return linear;
}

Linear linear_of(const Case& given) {
    return linear_of(slot(given, given.weights, "weight"),
                     optional_slot(given.weights, "bias"));
}

attn::LayerNorm layer_norm_of(const Case& given) {
    const NpyArray& x = slot(given, given.inputs, "x");
    const double axis = given.number("axis", -1);
    if (axis != -1 && axis != static_cast<double>(x.shape.size()) - 1) {
        refuse(given, "only the last axis can be normed");
    }
    const std::string variance = text_of(given, "variance");
    if (!variance.empty() && variance != "biased") {
        refuse(given, "the variance " + variance + " is not known");
    }
    attn::LayerNorm norm{.epsilon = given.number("eps", 1e-5)};
    const NpyArray* gamma = optional_slot(given.weights, "weight");
    const NpyArray* beta = optional_slot(given.weights, "bias");
    if (gamma != nullptr) norm.gamma = gamma->values;
    if (beta != nullptr) norm.beta = beta->values;
    return norm;
}

attn::FeedForward feed_forward_of(const Case& given) {
    const Arrays& w = given.weights;
    return {linear_of(slot(given, w, "linear1.weight"), optional_slot(w, "linear1.bias")),
            linear_of(slot(given, w, "linear2.weight"), optional_slot(w, "linear2.bias")),
            activation_of(given)};
}

attn::MultiHeadAttention multi_head_of(const Case& given) {
    const Arrays& w = given.weights;
    const NpyArray* in_bias = optional_slot(w, "in_proj_bias");
    attn::MultiHeadAttention layer;
    layer.n_heads = static_cast<std::size_t>(given.number("num_heads", 1));
    Linear* const projections[] = {&layer.w_q, &layer.w_k, &layer.w_v};
    const char* const names[] = {"q_proj_weight", "k_proj_weight", "v_proj_weight"};
    const NpyArray* stacked = optional_slot(w, "in_proj_weight");
    for (std::size_t part = 0; part < 3; ++part) {
        if (stacked != nullptr) {
            *projections[part] = linear_of(*stacked, in_bias, part, 3);
            continue;
        }
        Linear linear = linear_of(slot(given, w, names[part]), nullptr);
        const std::size_t width = linear.weight.cols();
        for (std::size_t j = 0; in_bias != nullptr && j < width; ++j) {
            linear.bias.push_back(in_bias->values.at(part * width + j));
        }
        *projections[part] = linear;
    }
    layer.w_o =
        linear_of(slot(given, w, "out_proj.weight"), optional_slot(w, "out_proj.bias"));
    return layer;
}

attn::Activation activation_of_op(const Case& given) {
    if (given.op == "ReLU") return attn::Activation::relu;
    require_op(given, "GELU");
    const std::string approximate = text_of(given, "approximate");
    if (approximate != "none" && approximate != "tanh") {
        refuse(given, "approximate " + approximate + " is not known");
    }
    return approximate == "tanh" ? attn::Activation::gelu_tanh
                                 : attn::Activation::gelu_exact;
}

attn::Activation activation_of(const Case& given) {
    const std::string name = text_of(given, "activation");
    if (name == "relu") return attn::Activation::relu;
    if (name == "gelu") return attn::Activation::gelu_exact;
    refuse(given, "the activation " + name + " is not known");
}

attn::TransformerConfig config_of(const Case& given) {
    if (given.number("batch_first", 1) != 1) refuse(given, "batch_first 0 is not known");
    return {.d_model = size_of(given, "d_model"),
            .n_heads = size_of(given, "nhead"),
            .d_ff = size_of(given, "dim_feedforward"),
            .n_layers = static_cast<std::size_t>(given.number("num_layers", 1)),
            .activation = activation_of(given),
            .placement = given.number("norm_first", 0) != 0 ? attn::NormPlacement::pre
                                                            : attn::NormPlacement::post,
            .has_final_norm = given.number("final_norm", 0) != 0,
            .epsilon = given.number("layer_norm_eps", 1e-5)};
}

attn::Encoder encoder_of(const Case& given) {
    attn::StateDict weights = given.weights;
    if (given.op == "Pipeline") weights.erase("embedding.weight");
    return attn::encoder_from(weights, config_of(given));
}

double scale_factor(const Case& given, std::size_t d_k) {
    const double usual = 1.0 / std::sqrt(static_cast<double>(d_k));
    const double factor = given.number("scale", usual) / usual;
    return std::abs(factor - 1) < 1e-12 ? 1.0 : factor;
}

Matrix as_lines(const Case& given, const NpyArray& x) {
    const Lines lines(given, x);
    Matrix result(lines.n_lines, lines.n);
    for (std::size_t i = 0; i < lines.n_lines; ++i) {
        for (std::size_t j = 0; j < lines.n; ++j) {
            result(i, j) = x.values.at(lines.place(i, j));
        }
    }
    return result;
}

NpyArray from_lines(const Case& given, const NpyArray& x, const Matrix& m) {
    const Lines lines(given, x);
    NpyArray result{.shape = x.shape, .values = x.values};
    for (std::size_t i = 0; i < lines.n_lines; ++i) {
        for (std::size_t j = 0; j < lines.n; ++j) {
            result.values.at(lines.place(i, j)) = m(i, j);
        }
    }
    return result;
}

std::vector<std::size_t> ids_of(const Case& given, const NpyArray& indices) {
    std::vector<std::size_t> ids;
    for (const double id : indices.values) {
        if (id < 0) refuse(given, "an index is negative");
        ids.push_back(static_cast<std::size_t>(id));
    }
    return ids;
}

NpyArray stack_input(const Case& given) {
    if (given.op != "Pipeline") return slot(given, given.inputs, "src");
    const NpyArray& indices = slot(given, given.inputs, "indices");
    const attn::Embedding table{
        attn::as_matrix(slot(given, given.weights, "embedding.weight"))};
    const attn::PositionTable positions{attn::as_matrix(slot(given, given.inputs, "pe"))};
    const std::size_t d_model = table.table.cols();
    const std::size_t length = indices.shape.back();
    NpyArray src{.shape = indices.shape};
    src.shape.push_back(d_model);
    const std::vector<std::size_t> ids = ids_of(given, indices);
    const double root = std::sqrt(static_cast<double>(d_model));
    for (std::size_t start = 0; start < ids.size(); start += length) {
        const auto first = ids.begin() + static_cast<std::ptrdiff_t>(start);
        const auto end = first + static_cast<std::ptrdiff_t>(length);
        append(src, positions.add_to(table.forward({first, end}) * root));
    }
    return src;
}

std::string key_slot(const Case& given) {
    const bool is_cross = text_of(given, "attention") == "cross";
    return is_cross || given.inputs.contains("key") ? "key" : "query";
}

std::string value_slot(const Case& given) {
    return given.inputs.contains("value") ? "value" : key_slot(given);
}

}  // namespace reference
