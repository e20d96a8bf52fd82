#include "tools/reference_masks.hpp"

#include <algorithm>
#include <limits>

#include "attn/mask_conventions.hpp"

namespace reference {
namespace {

using attn::AttentionMask;
using attn::Matrix;
using attn::NpyArray;

bool holds_biases(const NpyArray& array) {
    return array.type != attn::NpyType::boolean &&
           std::any_of(array.values.begin(), array.values.end(), [](double x) {
               return x != 0 && x != -std::numeric_limits<double>::infinity();
           });
}

/// Both closed and added up; where one has a mask for all heads, for each.
HeadMasks both(const HeadMasks& a, const HeadMasks& b) {
    HeadMasks heads;
    for (std::size_t h = 0; h < std::max(a.size(), b.size()); ++h)
        heads.push_back(a[a.size() == 1 ? 0 : h] & b[b.size() == 1 ? 0 : h]);
    return heads;
}

attn::EncoderLayerTrace traced_layer(const attn::EncoderLayer& layer, const Matrix& x,
                                     const HeadMasks& masks) {
    if (masks.size() == 1) return layer.trace(x, masks[0]);
    const bool is_post = layer.placement == attn::NormPlacement::post;
    attn::EncoderLayerTrace t;
    t.placement = layer.placement;
    t.input = x;
    if (!is_post) t.norm1 = layer.norm1.trace(x);
    const Matrix& read = is_post ? x : t.norm1.output;
    t.attention = traced(layer.attention, read, read, read, masks);
    t.attention_sum = x + t.attention.output;
    (is_post ? t.norm1 : t.norm2) =
        (is_post ? layer.norm1 : layer.norm2).trace(t.attention_sum);
    const Matrix& thought_of = (is_post ? t.norm1 : t.norm2).output;
    t.feed_forward = layer.feed_forward.trace(thought_of);
    t.feed_forward_sum =
        (is_post ? t.norm1.output : t.attention_sum) + t.feed_forward.output;
    if (is_post) t.norm2 = layer.norm2.trace(t.feed_forward_sum);
    t.output = is_post ? t.norm2.output : t.feed_forward_sum;
    return t;
}

}  // namespace

attn::MultiHeadTrace traced(const attn::MultiHeadAttention& layer, const Matrix& q_in,
                            const Matrix& k_in, const Matrix& v_in,
                            const HeadMasks& masks) {
    attn::MultiHeadTrace trace = layer.trace(q_in, k_in, v_in, masks[0]);
    if (masks.size() == 1) return trace;
    std::vector<Matrix> outputs;
    for (std::size_t h = 0; h < masks.size(); ++h) {
        trace.heads[h] = layer.trace(q_in, k_in, v_in, masks[h]).heads[h];
        outputs.push_back(trace.heads[h].output);
    }
    trace.concat = attn::merge_heads(outputs);
    trace.output = layer.w_o.forward(trace.concat);
    return trace;
}

attn::EncoderTrace traced(const attn::Encoder& encoder, const Matrix& x,
                          const HeadMasks& masks) {
    if (masks.size() == 1) return encoder.trace(x, masks[0]);
    attn::EncoderTrace t;
    t.output = x;
    for (const attn::EncoderLayer& layer : encoder.layers) {
        t.layers.push_back(traced_layer(layer, t.output, masks));
        t.output = t.layers.back().output;
    }
    if (encoder.final_norm) {
        t.final_norm = encoder.final_norm->trace(t.output);
        t.output = t.final_norm->output;
    }
    return t;
}

CaseMasks::CaseMasks(const Case& given)
    : given_(given), allowed_(optional_slot(given.masks, "allowed")) {
    for (const auto& [name, array] : given.masks) {
        if (name == "allowed") continue;
        NpyArray by_query_and_key = array;
        if (name == "key_padding_mask" || name == "src_key_padding_mask") {
            Shape& shape =
                by_query_and_key.shape;  // [batch x key]: the same for all queries
            shape.insert(shape.end() - 1, 1);
        } else if (name != "additive" && name != "attn_mask" && name != "src_mask") {
            refuse(given, "the mask " + name + " is not known");
        }
        torch_.push_back(by_query_and_key);
        has_biases_ = has_biases_ || holds_biases(array);
    }
    is_causal_ = given.number("is_causal", 0) != 0 && given.masks.empty();
}

std::vector<CaseMasks::Source> CaseMasks::sources() const {
    std::vector<Source> all;
    if (!torch_.empty() || allowed_ == nullptr) all.push_back(Source::torch);
    if (allowed_ != nullptr && !has_biases_) all.push_back(Source::allowed);
    return all;
}

HeadMasks CaseMasks::masks(Source source, const Shape& batch, std::size_t index,
                           std::size_t n_query, std::size_t n_key,
                           std::size_t n_heads) const {
    const Item item{batch, index, n_query, n_key, n_heads};
    HeadMasks all{AttentionMask()};
    if (is_causal_) {
        all = {attn::causal_mask(n_query, n_key, attn::CausalAlignment::first_sees_first)};
    }
    if (allowed_ != nullptr && (source == Source::allowed || has_biases_)) {
        all = both(all, masks_of(item, *allowed_, attn::mask_from_allowed));
    }
    if (source == Source::allowed) return all;
    for (const NpyArray& array : torch_) {
        all = both(all, masks_of(item, array, [&](const Matrix& m) {
                       return array.type == attn::NpyType::boolean
                                  ? attn::mask_from_blocked(m)
                                  : attn::mask_from_additive(m);
                   }));
    }
    return all;
}

HeadMasks CaseMasks::masks_of(const Item& of, const NpyArray& array,
                              const Convention& convention) const {
    const Shape own = batch_of(array);
    Shape with_heads = of.batch;
    with_heads.push_back(of.n_heads);
    const bool in_one = own == Shape{count(with_heads)} && own != of.batch;
    const bool is_per_head = of.n_heads > 1 && (in_one || own.size() == with_heads.size());
    if (!is_per_head) {
        if (stretched(given_, own, of.batch) != of.batch) {
            refuse(given_, "a mask has another batch than the inputs");
        }
        return {
            convention(repeated(item(array, of.batch, of.index), of.n_query, of.n_key))};
    }
    HeadMasks heads;
    for (std::size_t h = 0; h < of.n_heads; ++h) {
        const Matrix m = item(array, in_one ? own : with_heads, of.index * of.n_heads + h);
        heads.push_back(convention(repeated(m, of.n_query, of.n_key)));
    }
    return heads;
}

}  // namespace reference
