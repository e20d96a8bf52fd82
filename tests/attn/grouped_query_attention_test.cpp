#include "attn/grouped_query_attention.hpp"

#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

/// Six heads of four columns, d_model 24.
GroupedQueryAttention random_layer(std::size_t n_kv_heads, std::uint64_t seed) {
    Random generator(seed);
    GroupedQueryAttention layer;
    layer.w_q = random_linear(24, 24, generator);
    layer.w_k = random_linear(24, 4 * n_kv_heads, generator);
    layer.w_v = random_linear(24, 4 * n_kv_heads, generator);
    layer.w_o = random_linear(24, 24, generator);
    layer.n_heads = 6;
    layer.n_kv_heads = n_kv_heads;
    layer.base = 500;
    return layer;
}

Matrix random_x(std::uint64_t seed) {
    Random generator(seed);
    return random_normal_matrix(7, 24, generator);
}

Matrix rows_of(const Matrix& m, std::size_t first, std::size_t end) {
    std::vector<std::size_t> rows;
    for (std::size_t i = first; i < end; ++i) rows.push_back(i);
    return select_rows(m, rows);
}

Matrix at_once(const GroupedQueryAttention& layer, const Matrix& x) {
    GroupedKvCache cache;
    return layer.forward(x, cache);
}

/// Each head of a map times.
Linear repeated(const Linear& map, std::size_t n_heads, std::size_t times) {
    std::vector<Matrix> weights;
    for (const Matrix& head : split_heads(map.weight, n_heads))
        weights.insert(weights.end(), times, head);
    std::vector<double> bias;
    const std::size_t width = map.bias.size() / n_heads;
    for (std::size_t h = 0; h < n_heads * times; ++h) {
        for (std::size_t j = 0; j < width; ++j)
            bias.push_back(map.bias[h / times * width + j]);
    }
    return {merge_heads(weights), bias};
}

}  // namespace

TEST_CASE("Neighbours share: groups are heads written out twice", "[grouped]") {
    const Matrix x = random_x(201);
    for (const std::size_t n_kv_heads : {1u, 2u, 3u}) {
        const GroupedQueryAttention grouped = random_layer(n_kv_heads, 202);
        GroupedQueryAttention written_out = grouped;
        written_out.w_k = repeated(grouped.w_k, n_kv_heads, 6 / n_kv_heads);
        written_out.w_v = repeated(grouped.w_v, n_kv_heads, 6 / n_kv_heads);
        written_out.n_kv_heads = 6;
        CHECK(at_once(grouped, x) == at_once(written_out, x));
    }
}

TEST_CASE("With as many key heads as heads it is chapter 8's, turned", "[grouped]") {
    const GroupedQueryAttention layer = random_layer(6, 203);
    const Matrix x = random_x(204);
    std::vector<Matrix> outputs;
    for (std::size_t h = 0; h < 6; ++h) {
        const Matrix q = split_heads(layer.w_q.forward(x), 6)[h],
                     k = split_heads(layer.w_k.forward(x), 6)[h],
                     v = split_heads(layer.w_v.forward(x), 6)[h];
        outputs.push_back(
            attention(turned(q, 0, 500), turned(k, 0, 500), v, causal_mask(7)));
    }
    CHECK(at_once(layer, x) == layer.w_o.forward(merge_heads(outputs)));
    // Its first word has no other to see, and no angle: multi-head attention of that word.
    const MultiHeadAttention plain{layer.w_q, layer.w_k, layer.w_v, layer.w_o, 6};
    const Matrix first = rows_of(x, 0, 1);
    CHECK(rows_of(at_once(layer, x), 0, 1) == plain.forward(first, first, first));
}

TEST_CASE("A cache changes no bit: at once, one by one, in parts", "[grouped]") {
    const Matrix x = random_x(205);
    for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::halves}) {
        GroupedQueryAttention layer = random_layer(2, 206);
        layer.layout = layout;
        const Matrix all = at_once(layer, x);
        for (const std::size_t part : {1u, 2u, 3u, 5u}) {
            GroupedKvCache cache;
            Matrix parts;
            for (std::size_t i = 0; i < 7; i += part) {
                const std::size_t end = std::min<std::size_t>(7, i + part);
                parts = stacked(parts, layer.forward(rows_of(x, i, end), cache));
                CHECK(cache.keys.rows() == end);
            }
            CHECK(parts == all);
            CHECK(cache.keys.cols() == 8);  // two heads of four columns, not six
            CHECK(cache.values.cols() == 8);
        }
    }
}

TEST_CASE("No word sees a later one, and each sees the ones before", "[grouped]") {
    const GroupedQueryAttention layer = random_layer(3, 207);
    Matrix x = random_x(208);
    const Matrix before = at_once(layer, x);
    x(4, 11) += 1;
    const Matrix after = at_once(layer, x);
    CHECK(rows_of(after, 0, 4) == rows_of(before, 0, 4));
    for (std::size_t i = 4; i < 7; ++i)
        CHECK(rows_of(after, i, i + 1) != rows_of(before, i, i + 1));
}

TEST_CASE("W_q and W_k of the other layout, permuted, give the same", "[grouped]") {
    GroupedQueryAttention layer = random_layer(2, 209);
    const Matrix x = random_x(210), all = at_once(layer, x);
    for (auto [map, n] : {std::pair{&layer.w_q, 6u}, std::pair{&layer.w_k, 2u}}) {
        std::vector<Matrix> heads = split_heads(map->weight, n);
        for (Matrix& head : heads) head = matmul(head, halves_permutation(4));
        map->weight = merge_heads(heads);
        Matrix bias(1, map->bias.size());
        bias.set_row(0, map->bias);
        heads = split_heads(bias, n);
        for (Matrix& head : heads) head = matmul(head, halves_permutation(4));
        bias = merge_heads(heads);
        map->bias.assign(bias.values().begin(), bias.values().end());
    }
    CHECK(max_abs_difference(at_once(layer, x), all) > 0.01);
    layer.layout = RotaryLayout::halves;
    CHECK_THAT(at_once(layer, x), IsCloseTo(all, 1e-13));
}

TEST_CASE("The trace of grouped attention has every word's keys", "[grouped]") {
    const GroupedQueryAttention layer = random_layer(2, 211);
    const Matrix x = random_x(212);
    GroupedKvCache cache;
    layer.forward(rows_of(x, 0, 4), cache);
    const GroupedQueryTrace trace = layer.trace(rows_of(x, 4, 7), cache);
    CHECK(shape_text(trace.q) == "3x24");
    CHECK(shape_text(trace.k) == "7x8");
    CHECK(trace.k == cache.keys);
    CHECK(trace.v == cache.values);
    CHECK(trace.v == layer.w_v.forward(x));
    CHECK(trace.heads.size() == 6);
    CHECK(shape_text(trace.heads[5].weights) == "3x7");
    CHECK(trace.heads[0].weights(1, 6) == 0);
    CHECK(trace.heads[0].weights(2, 6) > 0);
    CHECK(trace.output == layer.w_o.forward(trace.concat));
    CHECK(trace.output == rows_of(at_once(layer, x), 4, 7));
}

TEST_CASE("What grouped attention refuses leaves its cache", "[grouped]") {
    const GroupedQueryAttention layer = random_layer(2, 213);
    GroupedKvCache cache{Matrix(2, 12), Matrix(2, 8)};
    CHECK_THROWS_AS(layer.forward(Matrix(3, 24), cache), ShapeError);
    CHECK(cache.keys.rows() == 2);
    cache = {};
    CHECK_THROWS_AS(layer.forward(Matrix(3, 23), cache), ShapeError);
    CHECK(cache.keys.rows() == 0);
}
