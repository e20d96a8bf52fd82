// How each family of reference cases is put to our library.
#include <cmath>
#include <functional>
#include <map>

#include "attn/activation.hpp"
#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/llama.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "fast/encoder.hpp"
#include "support/files/state_dict.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_cases.hpp"
#include "tools/reference_decoders.hpp"
#include "tools/reference_gradients.hpp"
#include "tools/reference_layers.hpp"
#include "tools/reference_masks.hpp"

namespace reference {
namespace {

using attn::Matrix;
using attn::NpyArray;

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
    const Matrix y = linear_of(given).forward(as_rows(x));
    Shape shape = x.shape;
    shape.back() = y.cols();
    return {{{"y", array_of(y, shape)}}};
}

std::vector<Arrays> softmax(const Case& given) {
    require_op(given, "Softmax");
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{{"y", from_lines(given, x, attn::softmax_rows(as_lines(given, x)))}}};
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
            const Matrix unscaled = item(q, batch, i);
            const Matrix query = unscaled * scale_factor(given, unscaled.cols());
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
    const Arrays& inputs = given.inputs;
    const NpyArray& query = slot(given, inputs, "query");
    const NpyArray& key = slot(given, inputs, key_slot(given));
    const NpyArray& value = slot(given, inputs, value_slot(given));
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
            const attn::MultiHeadTrace trace =
                traced(layer, q, k, item(value, batch, i),
                       masks.masks(source, batch, i, q.rows(), k.rows(), layer.n_heads));
            append(output, trace.output);
            for (const auto& head : trace.heads) append(weights, head.weights);
            if (i > 0) continue;
            weights.shape.insert(weights.shape.end(), {layer.n_heads, q.rows(), k.rows()});
        }
        results.push_back({{"output", output}, {"weights", weights}});
    }
    return results;
}

std::vector<Arrays> embedding(const Case& given) {
    require_op(given, "Embedding");
    const NpyArray& indices = slot(given, given.inputs, "indices");
    const attn::Embedding table{attn::as_matrix(slot(given, given.weights, "weight"))};
    Shape shape = indices.shape;
    shape.push_back(table.table.cols());
    return {{{"y", array_of(table.forward(ids_of(given, indices)), shape)}}};
}

// ---------------------------------------------------------------- parts of the encoder

std::vector<Arrays> activation(const Case& given) {
    const attn::Activation function = activation_of_op(given);
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{{"y", array_of(attn::activate(function, as_rows(x)), x.shape)}}};
}

std::vector<Arrays> layer_norm(const Case& given) {
    require_op(given, "LayerNorm");
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{{"y", array_of(layer_norm_of(given).forward(as_rows(x)), x.shape)}}};
}

std::vector<Arrays> feed_forward(const Case& given) {
    require_op(given, "FeedForward");
    const NpyArray& x = slot(given, given.inputs, "x");
    return {{{"y", array_of(feed_forward_of(given).forward(as_rows(x)), x.shape)}}};
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

using Outputs = std::map<std::string, Matrix>;

/// What compute gives for each item of a batch under its masks, for every source of the masks.
std::vector<Arrays> item_by_item(
    const Case& given, const NpyArray& src, std::size_t n_heads,
    const std::function<Outputs(const Matrix&, const HeadMasks&)>& compute) {
    const Shape batch = batch_of(src);
    const CaseMasks masks(given);
    std::vector<Arrays> results;
    for (const CaseMasks::Source source : masks.sources()) {
        Arrays result;
        for (std::size_t i = 0; i < count(batch); ++i) {
            const Matrix x = item(src, batch, i);
            const HeadMasks heads =
                masks.masks(source, batch, i, x.rows(), x.rows(), n_heads);
            for (const auto& [name, m] : compute(x, heads)) {
                NpyArray& array = result[name];
                array.shape = batch;
                array.shape.insert(array.shape.end(), {m.rows(), m.cols()});
                append(array, m);
            }
        }
        results.push_back(result);
    }
    return results;
}

std::vector<Arrays> encoder_layer(const Case& given) {
    require_op(given, "TransformerEncoderLayer");
    const attn::Encoder one{{attn::encoder_layer_from(given.weights, config_of(given))}};
    const auto compute = [&](const Matrix& x, const HeadMasks& masks) -> Outputs {
        const attn::EncoderLayerTrace trace = traced(one, x, masks).layers[0];
        return {{"output", trace.output},
                {"self_attn", trace.attention.output},
                {"norm1", trace.norm1.output},
                {"linear1", trace.feed_forward.hidden},
                {"linear2", trace.feed_forward.output},
                {"norm2", trace.norm2.output}};
    };
    return item_by_item(given, slot(given, given.inputs, "src"),
                        one.layers[0].attention.n_heads, compute);
}

std::vector<Arrays> llama(const Case& given) {
    require_op(given, "Llama");
    const NpyArray& table = slot(given, given.weights, "model.embed_tokens.weight");
    attn::Random generator(0);  // of weights that are replaced
    attn::Llama model = attn::random_llama(
        {.n_vocabulary = table.shape.at(0),
         .d_model = table.shape.at(1),
         .n_heads = size_of(given, "num_heads"),
         .n_kv_heads = size_of(given, "num_kv_heads"),
         .d_ff =
             slot(given, given.weights, "model.layers.0.mlp.up_proj.weight").shape.at(0),
         .n_layers = size_of(given, "num_layers"),
         .base = given.number("base", 10000),
         .epsilon = given.number("eps", 1e-5)},
        generator);
    attn::load_state_dict(given.weights, attn::parameters(model));
    for (attn::LlamaLayer& layer : model.layers) {
        if (text_of(given, "layout") == "halves")
            layer.attention.layout = attn::RotaryLayout::halves;
    }
    const NpyArray& ids = slot(given, given.inputs, "ids");
    attn::LlamaCache cache;
    Matrix x = model.embedding.forward(ids_of(given, ids));
    attn::LlamaLayerTrace top;
    for (const attn::LlamaLayer& layer : model.layers) {
        top = layer.trace(x, cache.emplace_back());
        x = top.output;
    }
    cache.clear();
    const Matrix logits = model.forward(ids_of(given, ids), cache);
    const auto array = [](const Matrix& m) { return array_of(m, {m.rows(), m.cols()}); };
    return {{{"norm1", array(top.norm1.output)},
             {"self_attn", array(top.attention.output)},
             {"norm2", array(top.norm2.output)},
             {"mlp", array(top.feed_forward.output)},
             {"logits", array(logits)}}};
}

std::size_t n_heads_of(const attn::Encoder& encoder) {
    return encoder.layers.empty() ? 1 : encoder.layers.front().attention.n_heads;
}

std::vector<Arrays> encoder_stack(const Case& given) {
    if (given.op != "Pipeline") require_op(given, "TransformerEncoder");
    const attn::Encoder encoder = encoder_of(given);
    const auto compute = [&](const Matrix& x, const HeadMasks& masks) -> Outputs {
        return {{"output", traced(encoder, x, masks).output}};
    };
    return item_by_item(given, stack_input(given), n_heads_of(encoder), compute);
}

// ---------------------------------------------------------------- lib/fast

/// The outputs of a fast encoder for every source of the masks, on two threads.
std::vector<Arrays> fast_outputs(const Case& given, const NpyArray& src,
                                 const attn::Encoder& encoder) {
    const attn::fast::Encoder fast(encoder);
    attn::fast::EncoderWorkspace workspace(2);
    const auto compute = [&](const Matrix& x, const HeadMasks& masks) -> Outputs {
        if (masks.size() > 1) refuse(given, "lib/fast has one mask for all heads");
        return {{"output",
                 to_matrix(fast.forward(attn::fast::FloatMatrix(x), workspace, masks[0]))}};
    };
    return item_by_item(given, src, n_heads_of(encoder), compute);
}

std::vector<Arrays> fast_encoder_layer(const Case& given) {
    require_op(given, "TransformerEncoderLayer");
    return fast_outputs(given, slot(given, given.inputs, "src"),
                        {{attn::encoder_layer_from(given.weights, config_of(given))}});
}

std::vector<Arrays> fast_encoder_stack(const Case& given) {
    if (given.op != "Pipeline") require_op(given, "TransformerEncoder");
    return fast_outputs(given, stack_input(given), encoder_of(given));
}

}  // namespace

const std::map<std::string, Family>& fast_families() {
    static const std::map<std::string, Family> known = {
        {"encoder_layer", fast_encoder_layer},
        {"encoder_stack", fast_encoder_stack},
    };
    return known;
}

const std::map<std::string, Family>& families_by_op() {
    static const std::map<std::string, Family> known = {
        {"Embedding", embedding},
        {"FeedForward", feed_forward},
        {"GELU", activation},
        {"LayerNorm", layer_norm},
        {"Linear", linear},
        {"MatMul", matmul},
        {"MultiheadAttention", mha},
        {"Pipeline", encoder_stack},
        {"ReLU", activation},
        {"ScaledDotProductAttention", sdpa},
        {"Softmax", softmax},
        {"TransformerDecoder", decoder_stack},
        {"TransformerDecoderLayer", decoder_layer},
        {"TransformerEncoder", encoder_stack},
        {"TransformerEncoderLayer", encoder_layer},
    };
    return known;
}

const std::map<std::string, Family>& families() {
    static const std::map<std::string, Family> known = {
        {"activation", activation},
        {"decoder_layer", decoder_layer},
        {"embedding", embedding},
        {"encoder_layer", encoder_layer},
        {"encoder_stack", encoder_stack},
        {"ffn", feed_forward},
        {"grad", gradient_family},
        {"layer_norm", layer_norm},
        {"linear", linear},
        {"llama", llama},
        {"matmul", matmul},
        {"mha", mha},
        {"pos_encoding", positional_encoding},
        {"sdpa", sdpa},
        {"softmax", softmax},
        {"transformer", transformer},
    };
    return known;
}

}  // namespace reference
