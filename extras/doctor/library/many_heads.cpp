#include "doctor/library/many_heads.hpp"

#include <algorithm>
#include <utility>

#include "doctor/library/kind.hpp"
#include "doctor/library/layers.hpp"

namespace attn::doctor {
namespace {

/// Rows from first on, every step-th group of n side by side, until d_model are there.
Projection rows_of(const Array& weight, const Array* bias, std::size_t first, std::size_t n,
                   std::size_t step) {
    const std::size_t d = weight.shape[1];
    Projection part{.weight = Block(1, 1, d, d)};
    for (std::size_t row = 0; row < d; ++row) {
        const std::size_t from = first + (row / n) * step + row % n;
        std::copy_n(weight.values.begin() + static_cast<std::ptrdiff_t>(from * d), d,
                    part.weight.values.begin() + static_cast<std::ptrdiff_t>(row * d));
        if (bias != nullptr) part.bias.push_back(bias->values[from]);
    }
    return part;
}

/// Block b of the [3d x d] numbers, read as [d x 3d].
Projection columns_of(const Array& weight, const Array* bias, std::size_t b) {
    const std::size_t d = weight.shape[1];
    Projection part = rows_of(weight, bias, b * d, d, d);
    for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j) {
            part.weight(0, 0, j, i) = weight.values[i * 3 * d + b * d + j];
        }
    }
    return part;
}

/// Block b of the [3d x d] numbers, turned to [d x 3d] and then read as [3d x d].
Projection rows_of_turned(const Array& weight, const Array* bias, std::size_t b) {
    const std::size_t d = weight.shape[1];
    Projection part = rows_of(weight, bias, b * d, d, d);
    for (std::size_t at = 0; at < d * d; ++at) {
        const std::size_t from = b * d * d + at;
        part.weight.values[at] = weight.values[(from % (3 * d)) * d + from / (3 * d)];
    }
    return part;
}

/// At which place of in_proj_weight the blocks of q, k and v are looked for.
std::vector<std::size_t> order_of(Blocks blocks) {
    switch (blocks) {
        case Blocks::qvk:
            return {0, 2, 1};
        case Blocks::kqv:
            return {1, 0, 2};
        case Blocks::vkq:
            return {2, 1, 0};
        case Blocks::kvq:
            return {2, 0, 1};
        case Blocks::vqk:
            return {1, 2, 0};
        default:
            return {0, 1, 2};
    }
}

Projection in_block(const Array& weight, const Array* bias, std::size_t b,
                    std::size_t n_heads, Blocks blocks) {
    const std::size_t d = weight.shape[1];
    if (blocks == Blocks::columns) return columns_of(weight, bias, b);
    if (blocks == Blocks::rows) return rows_of_turned(weight, bias, b);
    if (blocks == Blocks::per_head) {
        const std::size_t d_k = d / n_heads;
        return rows_of(weight, bias, b * d_k, d_k, 3 * d_k);
    }
    return rows_of(weight, bias, order_of(blocks)[b] * d, d, d);
}

void leave_out_biases(HeadWeights& w, Biases biases) {
    const bool none_in = biases == Biases::none || biases == Biases::no_in;
    if (none_in || biases == Biases::no_query) w.query.bias.clear();
    if (none_in) w.key.bias.clear();
    if (none_in || biases == Biases::no_value) w.value.bias.clear();
    if (biases == Biases::none || biases == Biases::no_output) w.output.bias.clear();
}

Block sentences_for_words(const Block& x) {
    return filled(x.rows, 1, x.sentences, x.cols,
                  [&](auto i, auto, auto s, auto j) { return x(s, 0, i, j); });
}

Block with_what_is_around(Block y, const Block& query, Around around) {
    if (around == Around::residual || around == Around::residual_and_norm)
        y = sum(y, query);
    if (around == Around::norm || around == Around::residual_and_norm) {
        y = normalize(y, {}, {}, 1e-5, {});
    }
    return y;
}

}  // namespace

HeadWeights head_weights(const Arrays& arrays, const std::string& prefix,
                         std::size_t n_heads, const Switches& on) {
    const auto array = [&](const char* name) {
        const auto found = arrays.find(prefix + name);
        return found == arrays.end() ? nullptr : &found->second;
    };
    const Array& in = *array("in_proj_weight");
    const Array* bias = array("in_proj_bias");
    HeadWeights w;
    w.query = in_block(in, bias, 0, n_heads, on.blocks);
    w.key = in_block(in, bias, 1, n_heads, on.blocks);
    w.value = in_block(in, bias, 2, n_heads, on.blocks);
    w.output.weight = as_block(*array("out_proj.weight"));
    if (const Array* out = array("out_proj.bias")) w.output.bias = out->values;
    if (on.transposed == Transposed::in || on.transposed == Transposed::all) {
        for (Projection* p : {&w.query, &w.key, &w.value})
            p->weight = transposed(p->weight);
    }
    if (on.transposed == Transposed::out || on.transposed == Transposed::all) {
        w.output.weight = transposed(w.output.weight);
    }
    leave_out_biases(w, on.biases);
    return w;
}

Block linear(const Block& x, const Projection& by) {
    Block y = times_transposed(x, by.weight);
    if (by.bias.empty()) return y;
    for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] += by.bias[i % y.cols];
    return y;
}

Block split_heads(const Block& x, std::size_t n_heads, const Switches& on) {
    const std::size_t d = x.cols / n_heads;
    if (on.split == Heads::reshaped) {
        Block y(x.sentences, n_heads, x.rows, d);
        y.values = x.values;
        return y;
    }
    const bool every = on.split == Heads::interleaved;
    return filled(x.sentences, n_heads, x.rows, d, [&](auto s, auto h, auto i, auto c) {
        return x(s, 0, i, every ? c * n_heads + h : h * d + c);
    });
}

Block merge_heads(const Block& x, const Switches& on) {
    Block y(x.sentences, 1, x.rows, x.heads * x.cols);
    const std::size_t n = x.rows, d = x.cols, heads = x.heads;
    for (std::size_t s = 0; s < x.sentences; ++s) {
        for (std::size_t h = 0; h < heads; ++h) {
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t c = 0; c < d; ++c) {
                    std::size_t to = y.place(s, 0, i, h * d + c);
                    if (on.merge == Heads::reshaped) to = x.place(s, h, i, c);
                    if (on.merge == Heads::interleaved)
                        to = y.place(s, 0, i, c * heads + h);
                    if (on.merge == Heads::reversed) {
                        to = y.place(s, 0, i, (heads - 1 - h) * d + c);
                    }
                    if (on.merge == Heads::sentences_swapped) {
                        to = ((h * x.sentences + s) * n + i) * d + c;
                    }
                    if (on.merge == Heads::transposed)
                        to = ((s * heads + h) * d + c) * n + i;
                    y.values[to] = x(s, h, i, c);
                }
            }
        }
    }
    return y;
}

Block many_heads(const Block& query, const Block& key, const Block& value,
                 const HeadWeights& w, std::size_t n_heads, const Masking& masking,
                 const Switches& on) {
    if (on.sentences_for_words) {
        if (!query.same_shape(key) || masking.padding != nullptr) throw Inapplicable{};
        Switches rest = on;
        rest.sentences_for_words = false;
        return sentences_for_words(
            many_heads(sentences_for_words(query), sentences_for_words(key),
                       sentences_for_words(value), w, n_heads, masking, rest));
    }
    if (on.split == Heads::whole && n_heads > 1) {  // one, scaled as a head of many
        Switches rest = on;
        rest.model_of_heads /= static_cast<double>(n_heads);
        return many_heads(query, key, value, w, 1, masking, rest);
    }
    const Projections p = on.projections;
    const Block q = p == Projections::no_query ? query : linear(query, w.query);
    const Block k = p == Projections::no_key         ? key
                    : p == Projections::key_by_query ? linear(key, w.query)
                                                     : linear(key, w.key);
    const Block v = p == Projections::no_value ? value : linear(value, w.value);
    const Block heads = attend(split_heads(q, n_heads, on), split_heads(k, n_heads, on),
                               split_heads(v, n_heads, on), masking, query.cols, on);
    Block y = merge_heads(heads, on);
    if (p != Projections::no_output) y = linear(y, w.output);
    return with_what_is_around(std::move(y), query, on.around);
}

}  // namespace attn::doctor
