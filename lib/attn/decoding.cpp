#include "attn/decoding.hpp"

#include <string>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

Matrix with_row(const Matrix& m, const Matrix& row) {
    require(m.rows() == 0 || m.cols() == row.cols(), "decode_next: the cache has rows of ",
            m.cols(), " numbers, a layer of the decoder adds ", row.cols(),
            "; begin with start_decoding of the same decoder");
    return stacked(m, row);
}

/// One query against keys and values that are there already.
Matrix attend(const MultiHeadAttention& layer, const Matrix& q_in, const Matrix& keys,
              const Matrix& values, const AttentionMask& mask) {
    const std::vector<Matrix> q = split_heads(layer.w_q.forward(q_in), layer.n_heads);
    const std::vector<Matrix> k = split_heads(keys, layer.n_heads);
    const std::vector<Matrix> v = split_heads(values, layer.n_heads);
    std::vector<Matrix> outputs;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        outputs.push_back(attention(q[h], k[h], v[h], mask));
    }
    return layer.w_o.forward(merge_heads(outputs));
}

Matrix write(const MultiHeadAttention& layer, const Matrix& x, LayerKvCache& cache) {
    cache.keys = with_row(cache.keys, layer.w_k.forward(x));
    cache.values = with_row(cache.values, layer.w_v.forward(x));
    return attend(layer, x, cache.keys, cache.values, {});
}

Matrix decode_next(const DecoderLayer& layer, const Matrix& y, LayerKvCache& cache,
                   const AttentionMask& memory_mask) {
    const auto read = [&](const Matrix& x) {
        return attend(layer.cross_attention, x, cache.memory_keys, cache.memory_values,
                      memory_mask);
    };
    if (layer.placement == NormPlacement::post) {
        const Matrix written =
            layer.norm1.forward(y + write(layer.self_attention, y, cache));
        const Matrix after_reading = layer.norm2.forward(written + read(written));
        return layer.norm3.forward(after_reading +
                                   layer.feed_forward.forward(after_reading));
    }
    const Matrix written = y + write(layer.self_attention, layer.norm1.forward(y), cache);
    const Matrix after_reading = written + read(layer.norm2.forward(written));
    return after_reading + layer.feed_forward.forward(layer.norm3.forward(after_reading));
}

}  // namespace

KvCache start_decoding(const Decoder& decoder, const Matrix& memory) {
    KvCache cache;
    for (const DecoderLayer& layer : decoder.layers) {
        cache.layers.push_back({{},
                                {},
                                layer.cross_attention.w_k.forward(memory),
                                layer.cross_attention.w_v.forward(memory)});
    }
    return cache;
}

Matrix decode_next(const Decoder& decoder, const Matrix& y, KvCache& cache,
                   const AttentionMask& memory_mask) {
    require(y.rows() == 1, "decode_next: y has ", y.rows(),
            " rows; give the vector of the next word alone, one row");
    require(cache.layers.size() == decoder.layers.size(), "decode_next: the cache has ",
            cache.layers.size(), " layers, the decoder ", decoder.layers.size(),
            "; begin with start_decoding of the same decoder");
    Matrix row = y;
    for (std::size_t i = 0; i < decoder.layers.size(); ++i) {
        row = decode_next(decoder.layers[i], row, cache.layers[i], memory_mask);
    }
    return decoder.final_norm ? decoder.final_norm->forward(row) : row;
}

}  // namespace attn
