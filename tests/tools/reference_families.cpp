// How each family of reference cases is put to our library. The cases come in batches and
// with PyTorch's layouts; the library knows single sentences and the paper's layout.
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
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "tools/reference_cases.hpp"

namespace reference {
namespace {

using attn::Linear;
using attn::Mask;
using attn::Matrix;
using attn::NpyArray;
using Shape = std::vector<std::size_t>;

// ---------------------------------------------------------------- cases

[[noreturn]] void refuse(const Case& given, const std::string& what) {
    throw UnknownCase(given.folder.string() + ": " + what);
}

void require_op(const Case& given, const std::string& op) {
    if (given.op != op) refuse(given, "the op " + given.op + " is not known");
}

const NpyArray& slot(const Case& given, const Arrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) {
        throw CaseError(given.folder.string() + ": it has no " + name);
    }
    return found->second;
}

const NpyArray* optional_slot(const Arrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    return found == arrays.end() ? nullptr : &found->second;
}

// ---------------------------------------------------------------- batches

std::size_t count(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1},
                           [](std::size_t a, std::size_t b) { return a * b; });
}

/// All dimensions but the last two: those of the batch.
Shape batch_of(const NpyArray& array) {
    if (array.shape.size() < 3) return {};
    return Shape(array.shape.begin(), array.shape.end() - 2);
}

/// The shape to which both can be stretched: sizes of 1, and absent ones, take any size.
Shape stretched(const Case& given, const Shape& a, const Shape& b) {
    if (a.size() < b.size()) return stretched(given, b, a);
    Shape both = a;
    const std::size_t offset = a.size() - b.size();
    for (std::size_t d = 0; d < b.size(); ++d) {
        std::size_t& size = both[offset + d];
        if (size != b[d] && size != 1 && b[d] != 1) refuse(given, "its batches differ");
        size = std::max(size, b[d]);
    }
    return both;
}

/// The matrix of one item of the batch; the array is stretched to the batch's shape.
Matrix item(const NpyArray& array, const Shape& batch, std::size_t index) {
    const Shape own = batch_of(array);
    std::size_t position = 0;
    std::size_t step = 1;
    for (std::size_t d = batch.size(); d-- > 0;) {
        const std::size_t place = index % batch[d];
        index /= batch[d];
        if (d + own.size() < batch.size()) continue;  // the array lacks this dimension
        const std::size_t size = own[d + own.size() - batch.size()];
        if (size != 1) position += place * step;
        step *= size;
    }
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    const std::size_t rows = array.shape.size() < 2 ? 1 : *(array.shape.end() - 2);
    Matrix m(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            m(i, j) = array.values.at((position * rows + i) * cols + j);
        }
    }
    return m;
}

/// m with a single row or column repeated, as masks are.
Matrix repeated(const Matrix& m, std::size_t rows, std::size_t cols) {
    Matrix result(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            result(i, j) = m(m.rows() == 1 ? 0 : i, m.cols() == 1 ? 0 : j);
        }
    }
    return result;
}

/// Adds the items of a batch to an array one after the other.
void append(NpyArray& array, const Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        array.values.insert(array.values.end(), m.row(i).begin(), m.row(i).end());
    }
}

/// An array as a matrix: the last dimension in its columns, all others in its rows.
Matrix as_rows(const NpyArray& array) {
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    return attn::as_matrix({array.type,
                            {array.values.size() / std::max<std::size_t>(cols, 1), cols},
                            array.values});
}

NpyArray array_of(const Matrix& m, Shape shape) {
    NpyArray array{.shape = std::move(shape)};
    append(array, m);
    return array;
}

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
enum class Route { none, mask, bias };

bool is_mask_in_numbers(const NpyArray& additive) {
    return std::all_of(additive.values.begin(), additive.values.end(), [](double x) {
        return x == 0 || x == -std::numeric_limits<double>::infinity();
    });
}

/// The masks of a case that other systems know, as tables to stretch over queries and keys.
/// Booleans say "blocked", numbers are added; "allowed" is their sum in our own words.
class Masks {
public:
    explicit Masks(const Case& given) : allowed_(optional_slot(given.masks, "allowed")) {
        for (const auto& [name, array] : given.masks) {
            if (name == "allowed") continue;
            if (name == "key_padding_mask" || name == "src_key_padding_mask") {
                NpyArray by_key = array;  // [batch x key]: the same for all queries
                by_key.shape.insert(by_key.shape.end() - 1, 1);
                tables_.push_back(by_key);
            } else if (name == "additive" || name == "attn_mask" || name == "src_mask") {
                if (array.shape.size() > 2 && given.family != "sdpa") {
                    refuse(given, "a mask for each head is not known");
                }
                tables_.push_back(array);
            } else {
                refuse(given, "the mask " + name + " is not known");
            }
        }
        is_causal_ = given.number("is_causal", 0) != 0 && given.masks.empty();
        only_masks_ =
            std::all_of(tables_.begin(), tables_.end(), [](const NpyArray& table) {
                return table.type == attn::NpyType::boolean || is_mask_in_numbers(table);
            });
    }

    std::vector<Route> routes() const {
        if (tables_.empty() && allowed_ == nullptr && !is_causal_) return {Route::none};
        if (only_masks_) return {Route::mask, Route::bias};
        return {Route::bias};
    }

    /// The mask for one item of a batch: what is allowed, or else what no table blocks. For
    /// tables that are masks only, or with "allowed".
    Mask mask(const Shape& batch, std::size_t index, std::size_t n_query,
              std::size_t n_key) const {
        if (allowed_ != nullptr) {
            return attn::mask_from_allowed(
                repeated(item(*allowed_, batch, index), n_query, n_key));
        }
        Mask mask = is_causal_ ? attn::causal_mask(n_query, n_key,
                                                   attn::CausalAlignment::first_sees_first)
                               : Mask(n_query, n_key);
        for (const NpyArray& table : tables_) {
            const Matrix m = repeated(item(table, batch, index), n_query, n_key);
            mask = mask & (table.type == attn::NpyType::boolean ? attn::mask_from_blocked(m)
                                                                : attn::mask_from_bias(m));
        }
        return mask;
    }

    /// The bias for one item of a batch: the sum of all tables. Where none of them tells
    /// the whole mask, what is not allowed is blocked as well.
    Matrix bias(const Shape& batch, std::size_t index, std::size_t n_query,
                std::size_t n_key) const {
        Matrix sum(n_query, n_key);
        if (tables_.empty() || (allowed_ != nullptr && !only_masks_)) {
            sum = attn::bias_matrix(mask(batch, index, n_query, n_key));
        }
        for (const NpyArray& table : tables_) {
            Matrix m = repeated(item(table, batch, index), n_query, n_key);
            if (table.type == attn::NpyType::boolean) {
                m = attn::bias_matrix(attn::mask_from_blocked(m));
            }
            for (std::size_t i = 0; i < n_query; ++i) {
                for (std::size_t j = 0; j < n_key; ++j) sum(i, j) += m(i, j);
            }
        }
        return sum;
    }

private:
    const NpyArray* allowed_;
    std::vector<NpyArray> tables_ = {};
    bool is_causal_ = false;
    bool only_masks_ = true;  // no number is added that is neither 0 nor -infinity
};

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

attn::AttentionTrace attend(Route route, const Masks& masks, const Shape& batch,
                            std::size_t i, const Matrix& q, const Matrix& k,
                            const Matrix& v) {
    if (route == Route::none) return attn::scaled_dot_product_attention(q, k, v);
    if (route == Route::mask) {
        return attn::scaled_dot_product_attention(q, k, v,
                                                  masks.mask(batch, i, q.rows(), k.rows()));
    }
    return attn::scaled_dot_product_attention(q, k, v,
                                              masks.bias(batch, i, q.rows(), k.rows()));
}

/// q changed so that the library's 1 / sqrt(d_k) becomes the case's scale.
Matrix with_scale(const Case& given, const Matrix& q) {
    const double usual = 1.0 / std::sqrt(static_cast<double>(q.cols()));
    const double factor = given.number("scale", usual) / usual;
    if (std::abs(factor - 1) < 1e-12) return q;
    Matrix changed = q;
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (double& entry : changed.row(i)) entry *= factor;
    }
    return changed;
}

std::vector<Arrays> sdpa(const Case& given) {
    require_op(given, "ScaledDotProductAttention");
    const NpyArray& q = slot(given, given.inputs, "q");
    const NpyArray& k = slot(given, given.inputs, "k");
    const NpyArray& v = slot(given, given.inputs, "v");
    const Shape batch =
        stretched(given, stretched(given, batch_of(q), batch_of(k)), batch_of(v));
    const Masks masks(given);
    std::vector<Arrays> results;
    for (const Route route : masks.routes()) {
        NpyArray y{.shape = batch};
        NpyArray weights{.shape = batch};
        for (std::size_t i = 0; i < count(batch); ++i) {
            const attn::AttentionTrace trace =
                attend(route, masks, batch, i, with_scale(given, item(q, batch, i)),
                       item(k, batch, i), item(v, batch, i));
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

attn::MultiHeadTrace attend(Route route, const Masks& masks, const Shape& batch,
                            std::size_t i, const attn::MultiHeadAttention& layer,
                            const Matrix& q, const Matrix& k, const Matrix& v) {
    if (route == Route::none) return layer.trace(q, k, v);
    if (route == Route::mask) {
        return layer.trace(q, k, v, masks.mask(batch, i, q.rows(), k.rows()));
    }
    return layer.trace(q, k, v, masks.bias(batch, i, q.rows(), k.rows()));
}

std::vector<Arrays> mha(const Case& given) {
    require_op(given, "MultiheadAttention");
    if (given.number("batch_first", 1) != 1) refuse(given, "batch_first 0 is not known");
    const NpyArray& query = slot(given, given.inputs, "query");
    const NpyArray& key = slot(given, given.inputs, "key");
    const NpyArray& value = slot(given, given.inputs, "value");
    const attn::MultiHeadAttention layer = multi_head_of(given);
    const Shape batch = batch_of(query);
    const Masks masks(given);
    std::vector<Arrays> results;
    for (const Route route : masks.routes()) {
        NpyArray output{.shape = query.shape};
        NpyArray weights{.shape = batch};  // [batch x head x query x key]
        for (std::size_t i = 0; i < count(batch); ++i) {
            const attn::MultiHeadTrace trace =
                attend(route, masks, batch, i, layer, item(query, batch, i),
                       item(key, batch, i), item(value, batch, i));
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
std::size_t size_of(const Case& given, const std::string& attribute) {
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
    const std::size_t n = size_of(given, "max_len");
    const std::size_t d_model = size_of(given, "d_model");
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

/// A layer's or a stack's trace of one sentence, with the masks of the case.
template <class Layer>
auto trace_of(Route route, const Masks& masks, const Shape& batch, std::size_t i,
              const Layer& layer, const Matrix& x) {
    if (route == Route::none) return layer.trace(x);
    if (route == Route::mask) {
        return layer.trace(x, masks.mask(batch, i, x.rows(), x.rows()));
    }
    return layer.trace(x, masks.bias(batch, i, x.rows(), x.rows()));
}

/// Adds an item of the batch to the array of a slot.
void append(Arrays& arrays, const std::string& name, const Shape& batch, const Matrix& m) {
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
    const Masks masks(given);
    std::vector<Arrays> results;
    for (const Route route : masks.routes()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const attn::EncoderLayerTrace trace =
                trace_of(route, masks, batch, i, layer, item(src, batch, i));
            append(result, "output", batch, trace.output);
            append(result, "self_attn", batch, trace.attention.output);
            append(result, "norm1", batch, trace.norm1.output);
            append(result, "linear1", batch, trace.feed_forward.hidden);
            append(result, "linear2", batch, trace.feed_forward.output);
            append(result, "norm2", batch, trace.norm2.output);
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
        append(src, positions.add_to(attn::scale(table.forward(ids), root)));
    }
    return src;
}

std::vector<Arrays> encoder_stack(const Case& given) {
    if (given.op != "Pipeline") require_op(given, "TransformerEncoder");
    const NpyArray src = stack_input(given);
    attn::StateDict weights = given.weights;
    if (given.op == "Pipeline") weights.erase("embedding.weight");
    const attn::Encoder encoder = attn::encoder_from(weights, config_of(given));
    const Shape batch = batch_of(src);
    const Masks masks(given);
    std::vector<Arrays> results;
    for (const Route route : masks.routes()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix x = item(src, batch, i);
            append(result, "output", batch,
                   trace_of(route, masks, batch, i, encoder, x).output);
        }
        results.push_back(result);
    }
    return results;
}

// ---------------------------------------------------------------- attn/fast

/// The outputs of a fast encoder for every way to tell the masks, on two threads.
std::vector<Arrays> fast_outputs(const Case& given, const NpyArray& src,
                                 const attn::Encoder& encoder) {
    const attn::fast::Encoder fast(encoder);
    attn::fast::EncoderWorkspace workspace(2);
    const Shape batch = batch_of(src);
    const Masks masks(given);
    std::vector<Arrays> results;
    for (const Route route : masks.routes()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const attn::fast::FloatMatrix x(item(src, batch, i));
            const std::size_t n = x.rows();
            const attn::fast::FloatMatrix y =
                route == Route::none ? fast.forward(x, workspace)
                : route == Route::mask
                    ? fast.forward(x, masks.mask(batch, i, n, n), workspace)
                    : fast.forward(x, attn::fast::FloatMatrix(masks.bias(batch, i, n, n)),
                                   workspace);
            append(result, "output", batch, to_matrix(y));
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
