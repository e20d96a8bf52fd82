#include "attn/llama.hpp"

#include "attn/shape_error.hpp"

namespace attn {
namespace {

Linear map_without_bias(std::size_t d_in, std::size_t d_out, Random& generator) {
    return {random_linear(d_in, d_out, generator).weight, {}};
}

}  // namespace

Matrix LlamaLayer::forward(const Matrix& x, GroupedKvCache& cache) const {
    const Matrix sum = x + attention.forward(norm1.forward(x), cache);
    return sum + feed_forward.forward(norm2.forward(sum));
}

LlamaLayerTrace LlamaLayer::trace(const Matrix& x, GroupedKvCache& cache) const {
    LlamaLayerTrace t;
    t.input = x;
    t.norm1 = norm1.trace(x);
    t.attention = attention.trace(t.norm1.output, cache);
    t.attention_sum = x + t.attention.output;
    t.norm2 = norm2.trace(t.attention_sum);
    t.feed_forward = feed_forward.trace(t.norm2.output);
    t.output = t.attention_sum + t.feed_forward.output;
    return t;
}

Matrix Llama::forward(const std::vector<std::size_t>& ids, LlamaCache& cache) const {
    require(!ids.empty(), "Llama: there are no ids; give at least one token");
    if (cache.empty()) cache.resize(layers.size());
    require(cache.size() == layers.size(), "Llama: the cache has ", cache.size(),
            " layers, the model ", layers.size(), "; begin with an empty cache");
    Matrix x = embedding.forward(ids);
    for (std::size_t i = 0; i < layers.size(); ++i) x = layers[i].forward(x, cache[i]);
    const Matrix last = final_norm.forward(x);
    const bool is_tied = output.weight.cols() == 0;
    return is_tied ? matmul_transpose_b(last, embedding.table) : output.forward(last);
}

Llama random_llama(const LlamaConfig& config, Random& generator) {
    const std::size_t d = config.d_model;
    require(config.n_heads > 0 && d > 0 && d % (2 * config.n_heads) == 0,
            "random_llama: d_model is ", d, ", n_heads is ", config.n_heads,
            "; each head gets an equal and even part, because two columns turn together");
    require(config.n_kv_heads > 0 && config.n_heads % config.n_kv_heads == 0,
            "random_llama: n_heads is ", config.n_heads, ", n_kv_heads is ",
            config.n_kv_heads, "; n_kv_heads must divide n_heads");
    const std::size_t d_kv = d / config.n_heads * config.n_kv_heads;
    const RmsNorm norm{std::vector<double>(d, 1.0), config.epsilon};
    Llama model;
    model.embedding = random_embedding(config.n_vocabulary, d, generator);
    for (std::size_t i = 0; i < config.n_layers; ++i) {
        LlamaLayer layer;
        layer.attention.w_q = map_without_bias(d, d, generator);
        layer.attention.w_k = map_without_bias(d, d_kv, generator);
        layer.attention.w_v = map_without_bias(d, d_kv, generator);
        layer.attention.w_o = map_without_bias(d, d, generator);
        layer.attention.n_heads = config.n_heads;
        layer.attention.n_kv_heads = config.n_kv_heads;
        layer.attention.base = config.base;
        layer.feed_forward.gate = map_without_bias(d, config.d_ff, generator);
        layer.feed_forward.up = map_without_bias(d, config.d_ff, generator);
        layer.feed_forward.down = map_without_bias(config.d_ff, d, generator);
        layer.norm1 = layer.norm2 = norm;
        model.layers.push_back(layer);
    }
    model.final_norm = norm;
    return model;
}

}  // namespace attn
