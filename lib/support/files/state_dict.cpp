#include "support/files/state_dict.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "support/files/safetensors.hpp"
#include "support/text/edit_distance.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn {
namespace {

using Shape = std::vector<std::size_t>;

/// The parameter's shape in PyTorch.
Shape pytorch_shape(const Parameter& parameter) {
    Shape shape = parameter.shape;
    if (parameter.is_transposed) std::swap(shape.at(0), shape.at(1));
    return shape;
}

/// Where number i of PyTorch's array stands in values; the array is the parameter's own part
/// when several share a name.
std::size_t place_of(const Parameter& parameter, std::size_t i) {
    if (!parameter.is_transposed) return i;
    const std::size_t d_in = parameter.shape.at(0);
    const std::size_t d_out = parameter.shape.at(1);
    return i % d_in * d_out + i / d_in;
}

std::string pytorch_shape_text(const Shape& shape) {
    std::string text;
    for (const std::size_t size : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return "[" + text + "]";
}

/// The shape of each array, parameters that share a name below each other.
///
/// throws  StateDictError  when two of one name are not parts of one array: they would overwrite
///                         each other
std::map<std::string, Shape> shapes_of(const Parameters& parameters) {
    std::map<std::string, Shape> shapes;
    for (const Parameter& parameter : parameters) {
        const Shape shape = pytorch_shape(parameter);
        Shape& all =
            shapes.try_emplace(parameter.name, Shape(shape.size(), 0)).first->second;
        const bool is_first = all.at(0) == 0;
        const bool fits = is_first || std::equal(all.begin() + 1, all.end(),
                                                 shape.begin() + 1, shape.end());
        if (!fits || parameter.first_row != all.at(0)) {
            throw StateDictError("state_dict: two parameters are called \"" +
                                 clean_utf8(parameter.name) +
                                 "\"; give one of them another prefix");
        }
        const std::size_t rows = all.at(0) + shape.at(0);
        all = shape;
        all.at(0) = rows;
    }
    return shapes;
}

/// Where the parameter's own numbers begin in the array of its name.
std::size_t first_value(const Parameter& parameter) {
    const Shape shape = pytorch_shape(parameter);
    return parameter.first_row * (shape.size() < 2 ? 1 : shape[1]);
}

// ---------------------------------------------------------------- layers as PyTorch has them

bool is_of_shape(const Linear& linear, std::size_t d_in, std::size_t d_out) {
    return linear.weight.rows() == d_in && linear.weight.cols() == d_out &&
           (linear.bias.empty() || linear.bias.size() == d_out);
}

bool is_of_width(const LayerNorm& norm, std::size_t d_model) {
    return (norm.gamma.empty() || norm.gamma.size() == d_model) &&
           (norm.beta.empty() || norm.beta.size() == d_model);
}

std::string text_of(const Linear& linear) {
    const std::string shape = attn::shape_text(linear.weight);
    if (linear.bias.empty() || linear.bias.size() == linear.weight.cols()) return shape;
    return shape + " with a bias of " + std::to_string(linear.bias.size());
}

std::string text_of(const LayerNorm& norm) {
    return "has " + std::to_string(norm.gamma.size()) + " and " +
           std::to_string(norm.beta.size()) + " numbers";
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
    throw ShapeError("state_dict: w_q is " + text_of(attention.w_q) + ", w_k is " +
                     text_of(attention.w_k) + ", w_v is " + text_of(attention.w_v) +
                     ", w_o is " + text_of(attention.w_o) + ", first is " +
                     text_of(layer.feed_forward.first) + ", second is " +
                     text_of(layer.feed_forward.second) + ", norm1 " +
                     text_of(layer.norm1) + ", norm2 " + text_of(layer.norm2) +
                     "; PyTorch's layer needs four maps of d_model x d_model, d_model x "
                     "d_ff and back, and biases and norms that fit");
}

/// Writes out what our layer leaves out: a bias and beta as zeros, gamma as ones.
void fill_in(Linear& linear) {
    linear.bias.resize(linear.weight.cols(), 0.0);
}

void fill_in(LayerNorm& norm, std::size_t d_model) {
    norm.gamma.resize(d_model, 1.0);
    norm.beta.resize(d_model, 0.0);
}

void fill_in(EncoderLayer& layer) {
    require_plain(layer);
    MultiHeadAttention& attention = layer.attention;
    for (Linear* linear : {&attention.w_q, &attention.w_k, &attention.w_v, &attention.w_o,
                           &layer.feed_forward.first, &layer.feed_forward.second}) {
        fill_in(*linear);
    }
    fill_in(layer.norm1, attention.w_q.weight.rows());
    fill_in(layer.norm2, attention.w_q.weight.rows());
}

/// The d_model of all layers, or of the final norm alone.
std::size_t width_of(const Encoder& encoder) {
    const auto& norm = encoder.final_norm;
    std::size_t d_model = norm ? norm->gamma.size() : 0;
    if (!encoder.layers.empty()) d_model = encoder.layers[0].attention.w_q.weight.rows();
    std::string others;
    for (const EncoderLayer& layer : encoder.layers) {
        const std::size_t other = layer.attention.w_q.weight.rows();
        if (other != d_model) others = "another's is " + std::to_string(other);
    }
    if (norm && !is_of_width(*norm, d_model)) {
        others = "the final norm " + text_of(*norm);
    }
    if (others.empty()) return d_model;
    throw ShapeError("state_dict: the first layer's d_model is " + std::to_string(d_model) +
                     ", " + others + "; all layers and the final norm need the same");
}

// ---------------------------------------------------------------- what a file may get wrong

void require_sizes(const char* function, const TransformerConfig& config) {
    const bool heads_fit = config.n_heads > 0 && config.d_model % config.n_heads == 0;
    if (config.d_model > 0 && config.d_ff > 0 && heads_fit) return;
    throw ShapeError(
        std::string(function) + ": d_model is " + std::to_string(config.d_model) +
        ", n_heads is " + std::to_string(config.n_heads) + ", d_ff is " +
        std::to_string(config.d_ff) + "; none may be 0, and n_heads must divide d_model");
}

/// Sizes that a file claims cost nothing, but the room for such a model does: where less than half
/// of its numbers are there, none is made.
void require_half(const char* function, const StateDict& weights,
                  const TransformerConfig& config, std::size_t n_layers) {
    const auto d_model = static_cast<double>(config.d_model),
               d_ff = static_cast<double>(config.d_ff);
    const double needed =
        static_cast<double>(n_layers) * (4 * d_model * d_model + 2 * d_model * d_ff);
    double given = 0;
    for (const auto& [name, array] : weights)
        given += static_cast<double>(array.values.size());
    if (needed <= 2 * given + 1e6) return;
    throw StateDictError(std::string(function) + ": the weights hold " +
                         number_text(given, 0) + " numbers; d_model " +
                         std::to_string(config.d_model) + ", d_ff " +
                         std::to_string(config.d_ff) + " and n_layers " +
                         std::to_string(n_layers) + " need " + number_text(needed, 0));
}

bool has_all_values(const NpyArray& array) {
    std::size_t count = 1;
    for (const std::size_t size : array.shape) count *= size;
    return count == array.values.size();
}

/// What is wrong with a weight, or nothing.
std::string problem_of(const NpyArray& array, const Shape& wanted) {
    if (array.shape != wanted || !has_all_values(array)) {
        return " has the shape " + pytorch_shape_text(array.shape) + " and " +
               std::to_string(array.values.size()) + " values, wanted " +
               pytorch_shape_text(wanted);
    }
    const auto broken = std::find_if(array.values.begin(), array.values.end(),
                                     [](double value) { return !std::isfinite(value); });
    if (broken == array.values.end()) return "";
    return " holds " + number_text(*broken, 0) + " at place " +
           std::to_string(broken - array.values.begin()) + "; weights must be finite";
}

constexpr std::size_t most_problems = 40;      // in a message
constexpr std::size_t longest_compared = 200;  // of names; PyTorch's have 40 letters or so

/// The name that takes the fewest edits, or nothing where there is none.
std::string nearest(const std::string& name, const std::set<std::string>& names) {
    if (names.empty() || name.size() > longest_compared) return "";
    return *std::min_element(names.begin(), names.end(),
                             [&](const std::string& a, const std::string& b) {
                                 return edit_distance(a, name) < edit_distance(b, name);
                             });
}

/// A line for each name, shape and number that is wrong: first the names that are unknown, each
/// beside the nearest of those that are missing.
std::vector<std::string> problems_of(const StateDict& weights,
                                     const std::map<std::string, Shape>& wanted) {
    std::vector<std::string> problems;
    std::set<std::string> missing, named;
    for (const auto& [name, shape] : wanted) {
        if (!weights.contains(name)) missing.insert(name);
    }
    for (const auto& [name, array] : weights) {
        if (wanted.contains(name)) continue;
        problems.push_back(cut_to_width(name, 100) +
                           " is unknown: this model has no such weight");
        if (problems.size() > most_problems) break;
        const std::string meant = nearest(name, missing);
        if (!named.insert(meant).second || meant.empty()) continue;
        problems.back() +=
            "; " + meant + " " + pytorch_shape_text(wanted.at(meant)) + " is missing";
    }
    for (const auto& [name, shape] : wanted) {
        const auto found = weights.find(name);
        const std::string problem =
            found == weights.end()
                ? " is missing; its shape is " + pytorch_shape_text(shape)
                : problem_of(found->second, shape);
        if (!problem.empty() && !named.contains(name)) problems.push_back(name + problem);
    }
    return problems;
}

/// Whether each matrix that is not square has its sides exchanged.
bool are_turned_round(const StateDict& weights,
                      const std::map<std::string, Shape>& wanted) {
    std::size_t turned = 0;
    for (const auto& [name, shape] : wanted) {
        const auto found = weights.find(name);
        if (found == weights.end() || shape.size() != 2 || shape[0] == shape[1]) continue;
        if (found->second.shape != Shape{shape[1], shape[0]}) return false;
        ++turned;
    }
    return turned > 1;
}

/// What stands before all names of the file, if they are the wanted ones behind it: "module." of
/// DataParallel, "_orig_mod." of torch.compile, or an attribute of a larger model.
std::string prefix_before_all(const StateDict& weights,
                              const std::map<std::string, Shape>& wanted) {
    if (weights.empty() || weights.size() != wanted.size()) return "";
    const std::string& name = weights.begin()->first;
    const std::string& meant = wanted.begin()->first;
    if (!name.ends_with(meant)) return "";
    const std::string prefix = name.substr(0, name.size() - meant.size());
    const bool is_before_all = std::all_of(
        wanted.begin(), wanted.end(),
        [&](const auto& entry) { return weights.contains(prefix + entry.first); });
    return is_before_all ? prefix : "";
}

/// Throws all problems, or as many as can be read.
void require_same(const char* function, const StateDict& weights,
                  const std::map<std::string, Shape>& wanted) {
    const std::string prefix = prefix_before_all(weights, wanted);
    if (!prefix.empty()) {
        throw StateDictError(std::string(function) + ": the weights do not fit: all " +
                             std::to_string(weights.size()) + " names begin with " +
                             cut_to_width(prefix, 100) +
                             ", which this model's do not; save them without it");
    }
    const std::vector<std::string> problems = problems_of(weights, wanted);
    if (problems.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < problems.size() && i < most_problems; ++i) {
        text += "\n  " + problems[i];
    }
    if (problems.size() > most_problems) text += "\n  and more";
    if (are_turned_round(weights, wanted)) {
        text +=
            "\n  all matrices are turned round, as in GPT-2's Conv1D: turn the square ones "
            "as well, whose shape cannot tell";
    }
    throw StateDictError(std::string(function) + ": the weights do not fit:" + text);
}

void load(const char* function, const StateDict& weights, const Parameters& parameters) {
    require_same(function, weights, shapes_of(parameters));
    for (const Parameter& parameter : parameters) {
        const NpyArray& array = weights.at(parameter.name);
        const std::size_t first = first_value(parameter);
        for (std::size_t i = 0; i < parameter.values.size(); ++i) {
            parameter.values[place_of(parameter, i)] = array.values.at(first + i);
        }
    }
}

}  // namespace

StateDict state_dict(const Parameters& parameters, NpyType type) {
    StateDict all;
    for (const auto& [name, shape] : shapes_of(parameters)) {
        const std::size_t cols = shape.size() < 2 ? 1 : shape[1];
        all[name] = {shape, std::vector<double>(shape.at(0) * cols), type};
    }
    for (const Parameter& parameter : parameters) {
        std::vector<double>& values = all.at(parameter.name).values;
        const std::size_t first = first_value(parameter);
        for (std::size_t i = 0; i < parameter.values.size(); ++i) {
            values.at(first + i) = parameter.values[place_of(parameter, i)];
        }
    }
    return all;
}

StateDict state_dict(const EncoderLayer& layer, NpyType type) {
    EncoderLayer all = layer;
    fill_in(all);
    return state_dict(parameters(all), type);
}

StateDict state_dict(const Encoder& encoder, NpyType type) {
    const std::size_t d_model = width_of(encoder);
    Encoder all = encoder;
    for (EncoderLayer& layer : all.layers) fill_in(layer);
    if (all.final_norm) fill_in(*all.final_norm, d_model);
    return state_dict(parameters(all), type);
}

void load_state_dict(const StateDict& weights, const Parameters& parameters) {
    load("load_state_dict", weights, parameters);
}

EncoderLayer encoder_layer_from(const StateDict& weights, const TransformerConfig& config) {
    require_sizes("encoder_layer_from", config);
    require_half("encoder_layer_from", weights, config, 1);
    Random any(0);  // its numbers are all replaced
    EncoderLayer layer = random_encoder_layer(config, any);
    load("encoder_layer_from", weights, parameters(layer));
    return layer;
}

Encoder encoder_from(const StateDict& weights, const TransformerConfig& config) {
    require_sizes("encoder_from", config);
    require_half("encoder_from", weights, config, config.n_layers);
    Random any(0);
    Encoder encoder = random_encoder(config, any);
    load("encoder_from", weights, parameters(encoder));
    return encoder;
}

StateDict read_state_dict(const std::filesystem::path& file) {
    return read_safetensors(file);
}

}  // namespace attn
