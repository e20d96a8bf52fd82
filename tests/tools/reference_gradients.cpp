#include "tools/reference_gradients.hpp"

#include <cmath>
#include <functional>
#include <optional>

#include "attn/learning/activation_backward.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/softmax_backward.hpp"
#include "attn/parameters.hpp"
#include "attn/softmax.hpp"
#include "support/files/state_dict.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_decoders.hpp"
#include "tools/reference_layers.hpp"
#include "tools/reference_masks.hpp"

namespace reference {
namespace {

using attn::Matrix;
using attn::NpyArray;

/// The slope of the loss in the output, grad_output, of the output's shape.
const NpyArray& upstream(const Case& given) {
    const bool is_of_y = given.inputs.contains("grad_y");
    const NpyArray& d_y = slot(given, given.inputs, is_of_y ? "grad_y" : "grad_output");
    for (const char* name : {"output", "y"}) {
        const NpyArray* output = optional_slot(given.outputs, name);
        if (output == nullptr || output->shape == d_y.shape) continue;
        throw CaseError(given.folder.string() + ": the gradient of the output " + name +
                        " has another shape than it");
    }
    return d_y;
}

NpyArray zeros_like(const NpyArray& array) {
    return {.shape = array.shape, .values = std::vector<double>(array.values.size())};
}

/// Adds the slopes in the weights, under PyTorch's names.
void add_weights(Arrays& slopes, const attn::Parameters& gradient) {
    for (const auto& [name, array] : attn::state_dict(gradient)) slopes[name] = array;
}

// ---------------------------------------------------------------- without a mask

Arrays matmul(const Case& given) {
    const NpyArray& a = slot(given, given.inputs, "a");
    const NpyArray& b = slot(given, given.inputs, "b");
    const NpyArray& d_y = upstream(given);
    const Shape batch = stretched(given, batch_of(a), batch_of(b));
    Arrays slopes = {{"a", zeros_like(a)}, {"b", zeros_like(b)}};
    for (std::size_t i = 0; i < count(batch); ++i) {
        const attn::Matrix d = item(d_y, batch, i);
        add_item(slopes["a"], batch, i, attn::matmul_transpose_b(d, item(b, batch, i)));
        add_item(slopes["b"], batch, i, attn::matmul_transpose_a(item(a, batch, i), d));
    }
    return slopes;
}

Arrays linear(const Case& given) {
    const NpyArray& x = slot(given, given.inputs, "x");
    const attn::Linear layer = linear_of(given);
    attn::Linear gradient = zeros_like(layer);
    const Matrix d_x = backward(layer, as_rows(x), as_rows(upstream(given)), gradient);
    Arrays slopes = {{"x", array_of(d_x, x.shape)}};
    add_weights(slopes, parameters(gradient));
    return slopes;
}

Arrays layer_norm(const Case& given) {
    const NpyArray& x = slot(given, given.inputs, "x");
    const attn::LayerNorm layer = layer_norm_of(given);
    attn::LayerNorm gradient = zeros_like(layer);
    const Matrix d_x =
        backward(layer, layer.trace(as_rows(x)), as_rows(upstream(given)), gradient);
    Arrays slopes = {{"x", array_of(d_x, x.shape)}};
    add_weights(slopes, parameters(gradient));
    return slopes;
}

Arrays feed_forward(const Case& given) {
    const NpyArray& array = slot(given, given.inputs, "x");
    const Matrix x = as_rows(array);
    const attn::FeedForward layer = feed_forward_of(given);
    attn::FeedForward gradient = zeros_like(layer);
    const Matrix d_x =
        backward(layer, x, layer.trace(x), as_rows(upstream(given)), gradient);
    Arrays slopes = {{"x", array_of(d_x, array.shape)}};
    add_weights(slopes, parameters(gradient));
    return slopes;
}

Arrays activation(const Case& given) {
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{"x", array_of(attn::activate_backward(activation_of_op(given), as_rows(x),
                                                   as_rows(upstream(given))),
                           x.shape)}};
}

Arrays softmax(const Case& given) {
    const NpyArray& x = slot(given, given.inputs, "x");
    const Matrix weights = attn::softmax_rows(as_lines(given, x));
    const Matrix d_weights = as_lines(given, upstream(given));
    return {{"x", from_lines(given, x, attn::softmax_rows_backward(weights, d_weights))}};
}

std::optional<std::size_t> padding_of(const Case& given) {
    if (!given.attributes.contains("padding_idx")) return std::nullopt;
    return size_of(given, "padding_idx");
}

Arrays embedding(const Case& given) {
    const attn::Embedding layer{attn::as_matrix(slot(given, given.weights, "weight"))};
    attn::Embedding gradient = zeros_like(layer);
    backward(layer, ids_of(given, slot(given, given.inputs, "indices")),
             as_rows(upstream(given)), gradient, padding_of(given));
    return {
        {"weight", array_of(gradient.table, slot(given, given.weights, "weight").shape)}};
}

// ---------------------------------------------------------------- with masks

Arrays sdpa(const Case& given, const CaseMasks& masks, CaseMasks::Source source) {
    const NpyArray& q = slot(given, given.inputs, "q");
    const NpyArray& k = slot(given, given.inputs, "k");
    const NpyArray& v = slot(given, given.inputs, "v");
    const Shape batch =
        stretched(given, stretched(given, batch_of(q), batch_of(k)), batch_of(v));
    Arrays slopes = {{"q", zeros_like(q)}, {"k", zeros_like(k)}, {"v", zeros_like(v)}};
    for (std::size_t i = 0; i < count(batch); ++i) {
        const Matrix key = item(k, batch, i), value = item(v, batch, i);
        const double factor = scale_factor(given, key.cols());
        const Matrix query = item(q, batch, i) * factor;
        const attn::AttentionTrace trace = attn::scaled_dot_product_attention(
            query, key, value, masks.mask(source, batch, i, query.rows(), key.rows()));
        const attn::AttentionGradient d = attn::scaled_dot_product_attention_backward(
            query, key, value, trace, item(upstream(given), batch, i));
        add_item(slopes["q"], batch, i, d.q * factor);
        add_item(slopes["k"], batch, i, d.k);
        add_item(slopes["v"], batch, i, d.v);
    }
    return slopes;
}

/// Where the slope of an input goes that self-attention reads as well: to query, which then
/// has the total, unless the case wants it apart.
std::string owner_of(const Case& given, const std::string& name) {
    const bool is_self = text_of(given, "attention") == "self";
    return is_self && !given.gradients.contains(name) ? "query" : name;
}

Arrays mha(const Case& given, const CaseMasks& masks, CaseMasks::Source source) {
    const std::string key = key_slot(given), value = value_slot(given);
    const NpyArray& query = slot(given, given.inputs, "query");
    const attn::MultiHeadAttention layer = multi_head_of(given);
    attn::MultiHeadAttention gradient = zeros_like(layer);
    const Shape batch = batch_of(query);
    Arrays slopes;
    for (const std::string& name : {std::string("query"), key, value}) {
        slopes[name] = zeros_like(slot(given, given.inputs, name));
    }
    for (std::size_t i = 0; i < count(batch); ++i) {
        const Matrix q = item(query, batch, i);
        const Matrix k = item(slot(given, given.inputs, key), batch, i);
        const Matrix v = item(slot(given, given.inputs, value), batch, i);
        const attn::MultiHeadTrace trace =
            traced(layer, q, k, v,
                   masks.masks(source, batch, i, q.rows(), k.rows(), layer.n_heads));
        const attn::MultiHeadGradient d =
            backward(layer, q, k, v, trace, item(upstream(given), batch, i), gradient);
        add_item(slopes["query"], batch, i, d.q_in);
        add_item(slopes[owner_of(given, key)], batch, i, d.k_in);
        add_item(slopes[owner_of(given, value)], batch, i, d.v_in);
    }
    add_weights(slopes, parameters(gradient));
    return slopes;
}

/// The slopes in a stack's weights, which it adds to gradient, and in its input.
NpyArray through_stack(const Case& given, const NpyArray& src, const attn::Encoder& encoder,
                       const CaseMasks& masks, CaseMasks::Source source,
                       attn::Encoder& gradient) {
    const std::size_t n_heads =
        encoder.layers.empty() ? 1 : encoder.layers.front().attention.n_heads;
    const Shape batch = batch_of(src);
    NpyArray d_src = zeros_like(src);
    for (std::size_t i = 0; i < count(batch); ++i) {
        const Matrix x = item(src, batch, i);
        const attn::EncoderTrace trace =
            traced(encoder, x, masks.masks(source, batch, i, x.rows(), x.rows(), n_heads));
        add_item(d_src, batch, i,
                 backward(encoder, trace, item(upstream(given), batch, i), gradient));
    }
    return d_src;
}

Arrays encoder_layer(const Case& given, const CaseMasks& masks, CaseMasks::Source source) {
    const attn::Encoder one{{attn::encoder_layer_from(given.weights, config_of(given))}};
    attn::Encoder gradient = zeros_like(one);
    const NpyArray& src = slot(given, given.inputs, "src");
    Arrays slopes = {{"src", through_stack(given, src, one, masks, source, gradient)}};
    add_weights(slopes, parameters(gradient.layers[0]));
    return slopes;
}

Arrays encoder(const Case& given, const CaseMasks& masks, CaseMasks::Source source) {
    const attn::Encoder encoder = encoder_of(given);
    attn::Encoder gradient = zeros_like(encoder);
    const NpyArray& src = slot(given, given.inputs, "src");
    Arrays slopes = {{"src", through_stack(given, src, encoder, masks, source, gradient)}};
    add_weights(slopes, parameters(gradient));
    return slopes;
}

/// The words' vectors are the table's rows times the root of d_model, plus positions.
Arrays pipeline(const Case& given, const CaseMasks& masks, CaseMasks::Source source) {
    const attn::Encoder encoder = encoder_of(given);
    attn::Encoder gradient = zeros_like(encoder);
    const NpyArray d_src =
        through_stack(given, stack_input(given), encoder, masks, source, gradient);
    const attn::Embedding table{
        attn::as_matrix(slot(given, given.weights, "embedding.weight"))};
    attn::Embedding d_table = zeros_like(table);
    const double root = std::sqrt(static_cast<double>(table.table.cols()));
    backward(table, ids_of(given, slot(given, given.inputs, "indices")),
             as_rows(d_src) * root, d_table, padding_of(given));
    Arrays slopes;
    add_weights(slopes, parameters(d_table, "embedding.") + parameters(gradient));
    return slopes;
}

/// Those without a mask, and decoders, which have masks of their own.
const std::map<std::string, std::function<Arrays(const Case&)>> without_source = {
    {"Embedding", embedding},
    {"FeedForward", feed_forward},
    {"GELU", activation},
    {"LayerNorm", layer_norm},
    {"Linear", linear},
    {"MatMul", matmul},
    {"ReLU", activation},
    {"Softmax", softmax},
    {"TransformerDecoder", decoder_stack_gradients},
    {"TransformerDecoderLayer", decoder_layer_gradients},
};

using WithMasks =
    std::function<Arrays(const Case&, const CaseMasks&, CaseMasks::Source source)>;
const std::map<std::string, WithMasks> with_masks = {
    {"MultiheadAttention", mha},
    {"Pipeline", pipeline},
    {"ScaledDotProductAttention", sdpa},
    {"TransformerEncoder", encoder},
    {"TransformerEncoderLayer", encoder_layer},
};

/// The loss, in the shape in which the case has it.
NpyArray loss_of(const Case& given, const NpyArray& output) {
    const NpyArray& d_y = upstream(given);
    NpyArray loss{.shape = {1}, .values = {0.0}};
    for (std::size_t i = 0; i < d_y.values.size(); ++i) {
        loss.values[0] += output.values.at(i) * d_y.values[i];
    }
    const NpyArray* wanted = optional_slot(given.outputs, "loss");
    if (wanted != nullptr && count(wanted->shape) == 1) loss.shape = wanted->shape;
    return loss;
}

}  // namespace

std::vector<Arrays> gradients_of(const Case& given) {
    const auto plain = without_source.find(given.op);
    if (plain != without_source.end()) return {plain->second(given)};
    const auto masked = with_masks.find(given.op);
    if (masked == with_masks.end()) {
        refuse(given, "the gradients of the op " + given.op + " are not known");
    }
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        results.push_back(masked->second(given, masks, source));
    }
    return results;
}

std::vector<Arrays> gradient_family(const Case& given) {
    if (given.gradients.empty()) {
        throw CaseError(given.folder.string() +
                        ": a case of the family grad needs a 'grad'");
    }
    const auto family = families_by_op().find(given.op);
    if (family == families_by_op().end()) {
        refuse(given, "the gradients of the op " + given.op + " are not known");
    }
    upstream(given);
    std::vector<Arrays> results = family->second(given);
    for (Arrays& result : results) {
        const auto y = result.find("y");
        if (y != result.end()) result["output"] = y->second;
        result["loss"] = loss_of(given, result.at("output"));
    }
    return results;
}

}  // namespace reference
