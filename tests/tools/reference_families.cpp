// How each family of reference cases is put to our library.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attn/activation.hpp"
#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/fast/encoder.hpp"
#include "attn/feed_forward.hpp"
#include "attn/files/state_dict.hpp"
#include "attn/layer_norm.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_cases.hpp"
#include "tools/reference_masks.hpp"

namespace reference {
namespace {

using attn::Linear;
using attn::Matrix;
using attn::NpyArray;

// ---------------------------------------------------------------- weights

/// PyTorch keeps the transpose of our weight, [out x in]; some_rows picks Wq, Wk or Wv.
Linear linear_of(const NpyArray& weight, const NpyArray* bias, std::size_t part = 0,
                 std::size_t parts = 1) {
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

// ---------------------------------------------------------------- masks

/// In which way the masks of a case are given to the library.
// ---------------------------------------------------------------- families

std::vector<Arrays> matmul(const Case& given) {
    require_op(given, "MatMul");
    const NpyArray& a = slot(given, given.inputs, "a");
    const NpyArray& b = slot(given, given.inputs, "b");
    const Shape batch = stretched(given, batch_of(a), batch_of(b));
    NpyArray y;
    y.shape = batch;
    for (std::size_t i = 0; i < count(batch); ++i) {
        const Matrix product = attn::matmul(item(a, batch, i), item(b, batch, i));
        append(y, product);
        if (i == 0) y.shape.insert(y.shape.end(), {product.rows(), product.cols()});
    }
    return {{{"y", y}}};
}

std::vector<Arrays> linear(const Case& given) {
    require_op(given, "Linear");
    const NpyArray& x = slot(given, given.inputs, "x");
    const Matrix y = linear_of(slot(given, given.weights, "weight"),
                               optional_slot(given.weights, "bias"))
                         .forward(as_rows(x));
    Shape shape = x.shape;
    shape.back() = y.cols();
    return {{{"y", array_of(y, shape)}}};
}

std::vector<Arrays> softmax(const Case& given) {
    require_op(given, "Softmax");
    const NpyArray& x = slot(given, given.inputs, "x");
    const double rank = static_cast<double>(x.shape.size());
    double axis = given.number("axis", -1);
    if (axis < 0) axis += rank;
    if (!(axis >= 0 && axis < rank)) refuse(given, "the axis is none of x's");
    const auto along = x.shape.begin() + static_cast<std::ptrdiff_t>(axis);
    const std::size_t n = *along;
    const std::size_t inner =
        count(Shape(along + 1, x.shape.end()));  // step along the axis
    const std::size_t lines = x.values.size() / n;
    const auto place = [&](std::size_t line, std::size_t j) {
        return (line / inner * n + j) * inner + line % inner;
    };
    Matrix scores(lines, n);
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t j = 0; j < n; ++j) scores(line, j) = x.values[place(line, j)];
    }
    const Matrix shares = attn::softmax_rows(scores);
    NpyArray y{.shape = x.shape, .values = x.values};
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t j = 0; j < n; ++j) y.values[place(line, j)] = shares(line, j);
    }
    return {{{"y", y}}};
}

/// q changed so that the library's 1 / sqrt(d_k) becomes the case's scale.
Matrix with_scale(const Case& given, const Matrix& q) {
    const double usual = 1.0 / std::sqrt(static_cast<double>(q.cols()));
    const double factor = given.number("scale", usual) / usual;
    if (std::abs(factor - 1) < 1e-12) return q;
    return q * factor;
}

std::vector<Arrays> sdpa(const Case& given) {
    require_op(given, "ScaledDotProductAttention");
    const NpyArray& q = slot(given, given.inputs, "q");
    const NpyArray& k = slot(given, given.inputs, "k");
    const NpyArray& v = slot(given, given.inputs, "v");
    const Shape batch =
        stretched(given, stretched(given, batch_of(q), batch_of(k)), batch_of(v));
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        NpyArray y{.shape = batch};
        NpyArray weights{.shape = batch};
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix query = with_scale(given, item(q, batch, i));
            const Matrix key = item(k, batch, i);
            const attn::AttentionTrace trace = attn::scaled_dot_product_attention(
                query, key, item(v, batch, i),
                masks.mask(source, batch, i, query.rows(), key.rows()));
            append(y, trace.output);
            append(weights, trace.weights);
            if (i > 0) continue;
            y.shape.insert(y.shape.end(), {trace.output.rows(), trace.output.cols()});
            weights.shape.insert(weights.shape.end(),
                                 {trace.weights.rows(), trace.weights.cols()});
        }
        results.push_back({{"y", y}, {"weights", weights}});
    }
    return results;
}

std::vector<Arrays> mha(const Case& given) {
    require_op(given, "MultiheadAttention");
    if (given.number("batch_first", 1) != 1) refuse(given, "batch_first 0 is not known");
    const NpyArray& query = slot(given, given.inputs, "query");
    const NpyArray& key = slot(given, given.inputs, "key");
    const NpyArray& value = slot(given, given.inputs, "value");
    const attn::MultiHeadAttention layer = multi_head_of(given);
    const Shape batch = batch_of(query);
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        NpyArray output{.shape = query.shape};
        NpyArray weights{.shape = batch};  // [batch x head x query x key]
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix q = item(query, batch, i);
            const Matrix k = item(key, batch, i);
            const attn::MultiHeadTrace trace = layer.trace(
                q, k, item(value, batch, i),
                masks.mask(source, batch, i, q.rows(), k.rows(), layer.n_heads));
            append(output, trace.output);
            for (const attn::AttentionTrace& head : trace.heads) {
                append(weights, head.weights);
            }
            if (i > 0) continue;
            const Matrix& first = trace.heads.at(0).weights;
            weights.shape.insert(weights.shape.end(),
                                 {trace.heads.size(), first.rows(), first.cols()});
        }
        results.push_back({{"output", output}, {"weights", weights}});
    }
    return results;
}

std::vector<Arrays> embedding(const Case& given) {
    require_op(given, "Embedding");
    const NpyArray& indices = slot(given, given.inputs, "indices");
    const attn::Embedding table{attn::as_matrix(slot(given, given.weights, "weight"))};
    std::vector<std::size_t> ids;
    for (const double id : indices.values) {
        if (id < 0) refuse(given, "an index is negative");
        ids.push_back(static_cast<std::size_t>(id));
    }
    Shape shape = indices.shape;
    shape.push_back(table.table.cols());
    return {{{"y", array_of(table.forward(ids), shape)}}};
}

// ---------------------------------------------------------------- parts of the encoder

/// A size that the case must tell.
std::size_t root_mean_square(const Case& given, const std::string& attribute) {
    const double size = given.number(attribute, -1);
    if (!(size >= 0) || size != std::floor(size)) {
        refuse(given, "the attribute " + attribute + " is not a size");
    }
    return static_cast<std::size_t>(size);
}

std::string text_of(const Case& given, const std::string& attribute) {
    const auto found = given.attributes.find(attribute);
    return found == given.attributes.end() ? "" : found->second;
}

/// In PyTorch's words.
attn::Activation activation_of(const Case& given) {
    const std::string name = text_of(given, "activation");
    if (name == "relu") return attn::Activation::relu;
    if (name == "gelu") return attn::Activation::gelu_exact;
    refuse(given, "the activation " + name + " is not known");
}

std::vector<Arrays> activation(const Case& given) {
    attn::Activation function = attn::Activation::relu;
    if (given.op != "ReLU") {
        require_op(given, "GELU");
        const std::string approximate = text_of(given, "approximate");
        if (approximate != "none" && approximate != "tanh") {
            refuse(given, "approximate " + approximate + " is not known");
        }
        function = approximate == "tanh" ? attn::Activation::gelu_tanh
                                         : attn::Activation::gelu_exact;
    }
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{{"y", array_of(attn::activate(function, as_rows(x)), x.shape)}}};
}

std::vector<Arrays> layer_norm(const Case& given) {
    require_op(given, "LayerNorm");
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
    return {{{"y", array_of(norm.forward(as_rows(x)), x.shape)}}};
}

std::vector<Arrays> feed_forward(const Case& given) {
    require_op(given, "FeedForward");
    const Arrays& w = given.weights;
    const NpyArray& x = slot(given, given.inputs, "x");
    const attn::FeedForward layer{
        linear_of(slot(given, w, "linear1.weight"), optional_slot(w, "linear1.bias")),
        linear_of(slot(given, w, "linear2.weight"), optional_slot(w, "linear2.bias")),
        activation_of(given)};
    return {{{"y", array_of(layer.forward(as_rows(x)), x.shape)}}};
}

std::vector<Arrays> positional_encoding(const Case& given) {
    require_op(given, "SinusoidalPositionalEncoding");
    const std::size_t n = root_mean_square(given, "max_len");
    const std::size_t d_model = root_mean_square(given, "d_model");
    const double base = given.number("base", 10000);
    const Matrix pe = attn::positional_encoding(n, d_model, base);
    Matrix first = attn::PositionTable{pe}.first(n);
    std::vector<Arrays> results = {{{"pe", array_of(first, {n, d_model})}}};
    if (base != 10000) return results;
    // The halves layout, put back into the paper's.
    const Matrix halves = attn::positional_encoding_in_halves(n, d_model);
    const Matrix back =
        attn::matmul(halves, attn::transpose(attn::halves_permutation(d_model)));
    results.push_back({{"pe", array_of(back, {n, d_model})}});
    return results;
}

// ---------------------------------------------------------------- the encoder

attn::EncoderConfig config_of(const Case& given) {
    if (given.number("batch_first", 1) != 1) refuse(given, "batch_first 0 is not known");
    return {.d_model = root_mean_square(given, "d_model"),
            .n_heads = root_mean_square(given, "nhead"),
            .d_ff = root_mean_square(given, "dim_feedforward"),
            .n_layers = static_cast<std::size_t>(given.number("num_layers", 1)),
            .activation = activation_of(given),
            .placement = given.number("norm_first", 0) != 0 ? attn::NormPlacement::pre
                                                            : attn::NormPlacement::post,
            .has_final_norm = given.number("final_norm", 0) != 0,
            .epsilon = given.number("layer_norm_eps", 1e-5)};
}

/// Adds an item of the batch to the array of a slot.
void append_item(Arrays& arrays, const std::string& name, const Shape& batch,
                 const Matrix& m) {
    NpyArray& array = arrays[name];
    array.shape = batch;
    array.shape.insert(array.shape.end(), {m.rows(), m.cols()});
    append(array, m);
}

std::vector<Arrays> encoder_layer(const Case& given) {
    require_op(given, "TransformerEncoderLayer");
    const NpyArray& src = slot(given, given.inputs, "src");
    const attn::EncoderLayer layer =
        attn::encoder_layer_from(given.weights, config_of(given));
    const Shape batch = batch_of(src);
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix x = item(src, batch, i);
            const attn::EncoderLayerTrace trace = layer.trace(
                x,
                masks.mask(source, batch, i, x.rows(), x.rows(), layer.attention.n_heads));
            append_item(result, "output", batch, trace.output);
            append_item(result, "self_attn", batch, trace.attention.output);
            append_item(result, "norm1", batch, trace.norm1.output);
            append_item(result, "linear1", batch, trace.feed_forward.hidden);
            append_item(result, "linear2", batch, trace.feed_forward.output);
            append_item(result, "norm2", batch, trace.norm2.output);
        }
        results.push_back(result);
    }
    return results;
}

/// What a stack gets: src, or words from a table times sqrt(d_model), plus positions.
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
    for (std::size_t start = 0; start < indices.values.size(); start += length) {
        std::vector<std::size_t> ids;
        for (std::size_t i = start; i < start + length; ++i) {
            if (indices.values[i] < 0) refuse(given, "an index is negative");
            ids.push_back(static_cast<std::size_t>(indices.values[i]));
        }
        const double root = std::sqrt(static_cast<double>(d_model));
        append(src, positions.add_to(table.forward(ids) * root));
    }
    return src;
}

std::size_t n_heads_of(const attn::Encoder& encoder) {
    return encoder.layers.empty() ? 1 : encoder.layers.front().attention.n_heads;
}

std::vector<Arrays> encoder_stack(const Case& given) {
    if (given.op != "Pipeline") require_op(given, "TransformerEncoder");
    const NpyArray src = stack_input(given);
    attn::StateDict weights = given.weights;
    if (given.op == "Pipeline") weights.erase("embedding.weight");
    const attn::Encoder encoder = attn::encoder_from(weights, config_of(given));
    const Shape batch = batch_of(src);
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix x = item(src, batch, i);
            const attn::AttentionMask mask =
                masks.mask(source, batch, i, x.rows(), x.rows(), n_heads_of(encoder));
            append_item(result, "output", batch, encoder.trace(x, mask).output);
        }
        results.push_back(result);
    }
    return results;
}

// ---------------------------------------------------------------- attn/fast

/// The outputs of a fast encoder for every source of the masks, on two threads.
std::vector<Arrays> fast_outputs(const Case& given, const NpyArray& src,
                                 const attn::Encoder& encoder) {
    const attn::fast::Encoder fast(encoder);
    attn::fast::EncoderWorkspace workspace(2);
    const Shape batch = batch_of(src);
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const attn::fast::FloatMatrix x(item(src, batch, i));
            const attn::AttentionMask mask =
                masks.mask(source, batch, i, x.rows(), x.rows(), n_heads_of(encoder));
            append_item(result, "output", batch,
                        to_matrix(fast.forward(x, workspace, mask)));
        }
        results.push_back(result);
    }
    return results;
}

std::vector<Arrays> fast_encoder_layer(const Case& given) {
    require_op(given, "TransformerEncoderLayer");
    return fast_outputs(given, slot(given, given.inputs, "src"),
                        {{attn::encoder_layer_from(given.weights, config_of(given))}});
}

std::vector<Arrays> fast_encoder_stack(const Case& given) {
    if (given.op != "Pipeline") require_op(given, "TransformerEncoder");
    attn::StateDict weights = given.weights;
    if (given.op == "Pipeline") weights.erase("embedding.weight");
    return fast_outputs(given, stack_input(given),
                        attn::encoder_from(weights, config_of(given)));
}

}  // namespace

const std::map<std::string, Family>& fast_families() {
    static const std::map<std::string, Family> known = {
        {"encoder_layer", fast_encoder_layer},
        {"encoder_stack", fast_encoder_stack},
    };
    return known;
}

const std::map<std::string, Family>& families() {
    static const std::map<std::string, Family> known = {
        {"activation", activation},
        {"embedding", embedding},
        {"encoder_layer", encoder_layer},
        {"encoder_stack", encoder_stack},
        {"ffn", feed_forward},
        {"layer_norm", layer_norm},
        {"linear", linear},
        {"matmul", matmul},
        {"mha", mha},
        {"pos_encoding", positional_encoding},
        {"sdpa", sdpa},
        {"softmax", softmax},
    };
    return known;
}

}  // namespace reference
