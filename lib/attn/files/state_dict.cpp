#include "attn/files/state_dict.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <system_error>
#include <vector>

#include "attn/files/whole_file.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"

namespace attn {
namespace {

using Shape = std::vector<std::size_t>;

std::string shape_text(const Shape& shape) {
    std::string text;
    for (const std::size_t size : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return "[" + text + "]";
}

// ---------------------------------------------------------------- from our layer

NpyArray array_of(std::span<const double> values, NpyType type) {
    return {type, {values.size()}, {values.begin(), values.end()}};
}

/// values, or count times the number that an empty list stands for.
NpyArray array_of(const std::vector<double>& values, std::size_t count, double if_empty,
                  NpyType type) {
    if (!values.empty()) return array_of(values, type);
    return array_of(std::vector<double>(count, if_empty), type);
}

/// [in x out] becomes PyTorch's [out x in].
NpyArray transposed_array(const Matrix& weight, NpyType type) {
    NpyArray array{type, {weight.cols(), weight.rows()}};
    for (std::size_t j = 0; j < weight.cols(); ++j) {
        for (std::size_t i = 0; i < weight.rows(); ++i)
            array.values.push_back(weight(i, j));
    }
    return array;
}

void put(StateDict& all, const std::string& name, const Linear& linear, NpyType type) {
    all[name + ".weight"] = transposed_array(linear.weight, type);
    all[name + ".bias"] = array_of(linear.bias, linear.weight.cols(), 0.0, type);
}

void put(StateDict& all, const std::string& name, const LayerNorm& norm,
         std::size_t d_model, NpyType type) {
    all[name + ".weight"] = array_of(norm.gamma, d_model, 1.0, type);
    all[name + ".bias"] = array_of(norm.beta, d_model, 0.0, type);
}

/// W_q, W_k and W_v below each other.
void put_projections(StateDict& all, const std::string& prefix,
                     const MultiHeadAttention& attention, NpyType type) {
    NpyArray& weight = all[prefix + "self_attn.in_proj_weight"];
    NpyArray& bias = all[prefix + "self_attn.in_proj_bias"];
    const std::size_t d_model = attention.w_q.weight.rows();
    weight = {type, {3 * d_model, d_model}};
    bias = {type, {3 * d_model}};
    for (const Linear* part : {&attention.w_q, &attention.w_k, &attention.w_v}) {
        const NpyArray w = transposed_array(part->weight, type);
        const NpyArray b = array_of(part->bias, d_model, 0.0, type);
        weight.values.insert(weight.values.end(), w.values.begin(), w.values.end());
        bias.values.insert(bias.values.end(), b.values.begin(), b.values.end());
    }
}

bool is_of_shape(const Linear& linear, std::size_t d_in, std::size_t d_out) {
    return linear.weight.rows() == d_in && linear.weight.cols() == d_out &&
           (linear.bias.empty() || linear.bias.size() == d_out);
}

bool is_of_width(const LayerNorm& norm, std::size_t d_model) {
    return (norm.gamma.empty() || norm.gamma.size() == d_model) &&
           (norm.beta.empty() || norm.beta.size() == d_model);
}

void require_plain(const EncoderLayer& layer) {
    const MultiHeadAttention& attention = layer.attention;
    const std::size_t d_model = attention.w_q.weight.rows();
    const std::size_t d_ff = layer.feed_forward.first.weight.cols();
    bool fits = d_model > 0 && d_ff > 0;
    for (const Linear* linear :
         {&attention.w_q, &attention.w_k, &attention.w_v, &attention.w_o}) {
        fits = fits && is_of_shape(*linear, d_model, d_model);
    }
    fits = fits && is_of_shape(layer.feed_forward.first, d_model, d_ff) &&
           is_of_shape(layer.feed_forward.second, d_ff, d_model) &&
           is_of_width(layer.norm1, d_model) && is_of_width(layer.norm2, d_model);
    if (fits) return;
    throw ShapeError("state_dict: w_q is " + attn::shape_text(attention.w_q.weight) +
                     ", w_k is " + attn::shape_text(attention.w_k.weight) + ", w_v is " +
                     attn::shape_text(attention.w_v.weight) + ", w_o is " +
                     attn::shape_text(attention.w_o.weight) + ", first is " +
                     attn::shape_text(layer.feed_forward.first.weight) + ", second is " +
                     attn::shape_text(layer.feed_forward.second.weight) +
                     "; PyTorch's layer needs four maps of d_model x d_model, d_model x "
                     "d_ff and back, and biases and norms that fit");
}

void put(StateDict& all, const std::string& prefix, const EncoderLayer& layer,
         NpyType type) {
    require_plain(layer);
    const std::size_t d_model = layer.attention.w_q.weight.rows();
    put_projections(all, prefix, layer.attention, type);
    put(all, prefix + "self_attn.out_proj", layer.attention.w_o, type);
    put(all, prefix + "linear1", layer.feed_forward.first, type);
    put(all, prefix + "linear2", layer.feed_forward.second, type);
    put(all, prefix + "norm1", layer.norm1, d_model, type);
    put(all, prefix + "norm2", layer.norm2, d_model, type);
}

/// The d_model of all layers, or of the final norm alone.
std::size_t width_of(const Encoder& encoder) {
    const auto& norm = encoder.final_norm;
    std::size_t d_model = norm ? norm->gamma.size() : 0;
    if (!encoder.layers.empty()) d_model = encoder.layers[0].attention.w_q.weight.rows();
    bool fits = !norm || is_of_width(*norm, d_model);
    for (const EncoderLayer& layer : encoder.layers) {
        fits = fits && layer.attention.w_q.weight.rows() == d_model;
    }
    if (fits) return d_model;
    throw ShapeError("state_dict: the first layer's d_model is " + std::to_string(d_model) +
                     "; all layers and the final norm need the same");
}

std::string layer_prefix(std::size_t layer) {
    return "layers." + std::to_string(layer) + ".";
}

// ---------------------------------------------------------------- to our layer

using Shapes = std::map<std::string, Shape>;

void want(Shapes& shapes, const std::string& prefix, const EncoderConfig& config) {
    const std::size_t d = config.d_model;
    shapes[prefix + "self_attn.in_proj_weight"] = {3 * d, d};
    shapes[prefix + "self_attn.in_proj_bias"] = {3 * d};
    shapes[prefix + "self_attn.out_proj.weight"] = {d, d};
    shapes[prefix + "self_attn.out_proj.bias"] = {d};
    shapes[prefix + "linear1.weight"] = {config.d_ff, d};
    shapes[prefix + "linear1.bias"] = {config.d_ff};
    shapes[prefix + "linear2.weight"] = {d, config.d_ff};
    shapes[prefix + "linear2.bias"] = {d};
    for (const char* name : {"norm1.weight", "norm1.bias", "norm2.weight", "norm2.bias"}) {
        shapes[prefix + name] = {d};
    }
}

void require_sizes(const char* function, const EncoderConfig& config) {
    const bool heads_fit = config.n_heads > 0 && config.d_model % config.n_heads == 0;
    if (config.d_model > 0 && config.d_ff > 0 && heads_fit) return;
    throw ShapeError(
        std::string(function) + ": d_model is " + std::to_string(config.d_model) +
        ", n_heads is " + std::to_string(config.n_heads) + ", d_ff is " +
        std::to_string(config.d_ff) + "; none may be 0, and n_heads must divide d_model");
}

bool has_all_values(const NpyArray& array) {
    std::size_t count = 1;
    for (const std::size_t size : array.shape) count *= size;
    return count == array.values.size();
}

/// What is wrong with a weight, or nothing.
std::string problem_of(const NpyArray& array, const Shape& wanted) {
    if (array.shape != wanted || !has_all_values(array)) {
        return " has the shape " + shape_text(array.shape) + " and " +
               std::to_string(array.values.size()) + " values, wanted " +
               shape_text(wanted);
    }
    const auto broken = std::find_if(array.values.begin(), array.values.end(),
                                     [](double value) { return !std::isfinite(value); });
    if (broken == array.values.end()) return "";
    return " holds " + number_text(*broken, 0) + " at place " +
           std::to_string(broken - array.values.begin()) + "; weights must be finite";
}

/// Throws a line for each name, shape and number that is wrong.
void require_same(const char* function, const StateDict& weights, const Shapes& wanted) {
    std::string problems;
    for (const auto& [name, shape] : wanted) {
        const auto found = weights.find(name);
        if (found == weights.end()) {
            problems += "\n  " + name + " is missing; its shape is " + shape_text(shape);
            continue;
        }
        const std::string problem = problem_of(found->second, shape);
        if (!problem.empty()) problems += "\n  " + name + problem;
    }
    for (const auto& [name, array] : weights) {
        if (!wanted.contains(name)) {
            problems += "\n  " + name + " is unknown: this encoder has no such weight";
        }
    }
    if (problems.empty()) return;
    throw StateDictError(std::string(function) + ": the weights do not fit:" + problems);
}

/// Rows first to first + count - 1 of PyTorch's [out x in], as our [in x out].
Linear linear_from(const NpyArray& weight, const NpyArray& bias, std::size_t first,
                   std::size_t count) {
    const std::size_t d_in = weight.shape.at(1);
    Linear linear{Matrix(d_in, count), std::vector<double>(count)};
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < d_in; ++i) {
            linear.weight(i, j) = weight.values.at((first + j) * d_in + i);
        }
        linear.bias[j] = bias.values.at(first + j);
    }
    return linear;
}

Linear linear_from(const StateDict& weights, const std::string& name) {
    const NpyArray& weight = weights.at(name + ".weight");
    return linear_from(weight, weights.at(name + ".bias"), 0, weight.shape.at(0));
}

LayerNorm norm_from(const StateDict& weights, const std::string& name, double epsilon) {
    return {weights.at(name + ".weight").values, weights.at(name + ".bias").values,
            epsilon};
}

/// The layer behind a prefix; every weight is known to be there.
EncoderLayer layer_from(const StateDict& weights, const std::string& prefix,
                        const EncoderConfig& config) {
    const NpyArray& weight = weights.at(prefix + "self_attn.in_proj_weight");
    const NpyArray& bias = weights.at(prefix + "self_attn.in_proj_bias");
    const std::size_t d = config.d_model;
    EncoderLayer layer;
    layer.attention.w_q = linear_from(weight, bias, 0, d);
    layer.attention.w_k = linear_from(weight, bias, d, d);
    layer.attention.w_v = linear_from(weight, bias, 2 * d, d);
    layer.attention.w_o = linear_from(weights, prefix + "self_attn.out_proj");
    layer.attention.n_heads = config.n_heads;
    layer.feed_forward.first = linear_from(weights, prefix + "linear1");
    layer.feed_forward.second = linear_from(weights, prefix + "linear2");
    layer.feed_forward.activation = config.activation;
    layer.norm1 = norm_from(weights, prefix + "norm1", config.epsilon);
    layer.norm2 = norm_from(weights, prefix + "norm2", config.epsilon);
    layer.placement = config.placement;
    return layer;
}

}  // namespace

StateDict state_dict(const EncoderLayer& layer, NpyType type) {
    StateDict all;
    put(all, "", layer, type);
    return all;
}

StateDict state_dict(const Encoder& encoder, NpyType type) {
    const std::size_t d_model = width_of(encoder);
    StateDict all;
    for (std::size_t i = 0; i < encoder.layers.size(); ++i) {
        put(all, layer_prefix(i), encoder.layers[i], type);
    }
    if (encoder.final_norm) put(all, "norm", *encoder.final_norm, d_model, type);
    return all;
}

EncoderLayer encoder_layer_from(const StateDict& weights, const EncoderConfig& config) {
    require_sizes("encoder_layer_from", config);
    Shapes wanted;
    want(wanted, "", config);
    require_same("encoder_layer_from", weights, wanted);
    return layer_from(weights, "", config);
}

Encoder encoder_from(const StateDict& weights, const EncoderConfig& config) {
    require_sizes("encoder_from", config);
    Shapes wanted;
    for (std::size_t i = 0; i < config.n_layers; ++i) want(wanted, layer_prefix(i), config);
    if (config.has_final_norm) {
        wanted["norm.weight"] = wanted["norm.bias"] = {config.d_model};
    }
    require_same("encoder_from", weights, wanted);
    Encoder encoder;
    for (std::size_t i = 0; i < config.n_layers; ++i) {
        encoder.layers.push_back(layer_from(weights, layer_prefix(i), config));
    }
    if (config.has_final_norm) {
        encoder.final_norm = norm_from(weights, "norm", config.epsilon);
    }
    return encoder;
}

StateDict read_state_dict(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, error), end;
         !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".npy") files.push_back(entry->path());
    }
    if (error) {
        throw std::runtime_error("read_state_dict: " + folder.string() + ": " +
                                 error.message());
    }
    std::sort(files.begin(), files.end());
    StateDict weights;
    for (const std::filesystem::path& file : files) {
        weights[file.stem().string()] = read_npy(file);
    }
    return weights;
}

void write_state_dict(const std::filesystem::path& folder, const StateDict& weights) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        throw std::runtime_error("write_state_dict: " + folder.string() + ": " +
                                 error.message());
    }
    for (const auto& [name, array] : weights) {
        write_whole_file(folder / (name + ".npy"), npy_bytes(array));
    }
}

}  // namespace attn
