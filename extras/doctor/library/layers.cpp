#include "doctor/library/layers.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "doctor/library/kind.hpp"
#include "doctor/library/many_heads.hpp"

namespace attn::doctor {
namespace {

using Norm = std::function<Block(const Block&)>;

/// What stands between two residual sums.
///
/// x      what it is of: normed rows (pre-norm), or the rows as they are
/// as_is  the rows as they are
using Sublayer = std::function<Block(const Block& x, const Block& as_is)>;

bool is_missing(Norms norms, std::size_t k) {
    return norms == Norms::none || (norms == Norms::no_first && k == 0) ||
           (norms == Norms::no_second && k == 1) || (norms == Norms::no_third && k == 2);
}

/// n norms of which the k-th is normed(x, k).
std::vector<Norm> norms_of(std::size_t n, const Switches& on,
                           const std::function<Block(const Block&, std::size_t)>& normed) {
    std::vector<Norm> norms;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t of = k;
        if (on.norms == Norms::first_twice) of = 0;
        if (on.norms == Norms::second_twice && k == 2) of = 1;
        if (on.norms == Norms::exchanged && k < 2) of = 1 - k;
        if (is_missing(on.norms, k)) {
            norms.push_back([](const Block& x) { return x; });
        } else {
            norms.push_back([normed, of](const Block& x) { return normed(x, of); });
        }
    }
    return norms;
}

std::vector<Norm> layer_norms_of(const Arrays& w, std::size_t n, double epsilon,
                                 const Switches& on) {
    return norms_of(n, on, [&w, &on, epsilon](const Block& x, std::size_t k) {
        const std::string name = "norm" + std::to_string(k + 1);
        return normalize(x, w.at(name + ".weight").values, w.at(name + ".bias").values,
                         epsilon, on);
    });
}

bool is_pre(bool asked, std::size_t k, NormPlace place) {
    switch (place) {
        case NormPlace::exchanged:
            return !asked;
        case NormPlace::always_post:
        case NormPlace::inside:
            return false;
        case NormPlace::always_pre:
        case NormPlace::queries_only:
            return true;
        case NormPlace::mixed_pre_post:
            return k == 0;
        case NormPlace::mixed_post_pre:
            return k > 0;
        default:
            return asked;
    }
}

/// Nothing is passed around a sublayer whose residual sum is missing.
bool has_sum(Residual residual, std::size_t k) {
    return residual != Residual::none && !(residual == Residual::no_first && k == 0) &&
           !(residual == Residual::no_second && k == 1) &&
           !(residual == Residual::no_third && k == 2);
}

/// Sublayers in a row, each with its sum and its norm.
Block stacked(const Block& input, const std::vector<Sublayer>& parts,
              const std::vector<Norm>& norms, bool is_pre_norm, const Switches& on) {
    Block x = input;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const bool pre = is_pre(is_pre_norm, k, on.norm_place);
        const Block normed = pre ? norms[k](x) : x;
        Block y = parts[k](normed, x);
        if (on.norm_place == NormPlace::inside) y = norms[k](y);
        if (has_sum(on.residual, k)) {
            const bool is_doubled = on.residual == Residual::first_doubled && k == 0;
            y = sum(y, is_doubled                            ? y
                       : on.residual == Residual::of_normed  ? normed
                       : on.residual == Residual::from_input ? input
                                                             : x);
        }
        x = pre || on.norm_place == NormPlace::inside ? std::move(y) : norms[k](y);
    }
    return on.norm_place == NormPlace::sandwich && is_pre_norm ? norms.back()(x) : x;
}

Sublayer self_attention(const HeadWeights& w, std::size_t n_heads, const Masking& masking,
                        const Switches& on) {
    return [&w, n_heads, masking, &on](const Block& x, const Block& as_is) {
        const Block& keys = on.norm_place == NormPlace::queries_only ? as_is : x;
        return many_heads(x, keys, keys, w, n_heads, masking, on);
    };
}

/// Attention of the words written to the words read.
///
/// found  what self-attention gave, before the sum: somebody's queries
Sublayer cross_attention(const HeadWeights& w, std::size_t n_heads, const Block& memory,
                         const Array* padding, const Block& found, const Switches& on) {
    return [&w, n_heads, &memory, padding, &found, &on](const Block& x, const Block&) {
        const bool own_keys =
            on.memory == Memory::own_keys || on.memory == Memory::own_both;
        const bool own_values =
            on.memory == Memory::own_values || on.memory == Memory::own_both;
        const bool is_masked = padding != nullptr && on.given != Given::ignored;
        const bool needs_same_length = own_keys != own_values || (own_keys && is_masked);
        if (needs_same_length && x.rows != memory.rows) throw Inapplicable{};
        Masking masking{.causal = on.memory == Memory::causal, .padding = padding};
        const bool is_elsewhere =
            on.memory_padding == MemoryPadding::on_own_only && memory.rows == x.rows;
        if (is_elsewhere) masking.padding = nullptr;
        const bool takes_other = on.cross == CrossOrder::queries_before_sum ||
                                 on.cross == CrossOrder::queries_of_input;
        const Block& query = takes_other ? found : x;
        return many_heads(query, own_keys ? x : memory, own_values ? x : memory, w, n_heads,
                          masking, on);
    };
}

}  // namespace

Block feed_forward(const Block& x, const Arrays& w, const LayerSettings& settings,
                   const Switches& on) {
    const FeedForwardBias b = on.feed_forward_bias;
    const bool first = b == FeedForwardBias::both || b == FeedForwardBias::no_second;
    const bool second = b == FeedForwardBias::both || b == FeedForwardBias::no_first;
    const Curve curve = curve_for(settings.activation, on);
    const auto bend = [&](Block& y) {
        for (double& value : y.values) value = bent(curve, value);
    };
    const std::vector<double> none;
    Block y = linear(
        x, {as_block(w.at("linear1.weight")), first ? w.at("linear1.bias").values : none});
    if (on.curve_place != CurvePlace::late) bend(y);
    y = linear(
        y, {as_block(w.at("linear2.weight")), second ? w.at("linear2.bias").values : none});
    if (on.curve_place != CurvePlace::between) bend(y);
    return y;
}

Block encoder_layer(const Block& x, const Arrays& weights, const LayerSettings& settings,
                    const Masking& masking, const Switches& on) {
    const HeadWeights heads = head_weights(weights, "self_attn.", settings.n_heads, on);
    const auto last = [&](const Block& a, const Block&) {
        return feed_forward(a, weights, settings, on);
    };
    return stacked(x, {self_attention(heads, settings.n_heads, masking, on), last},
                   layer_norms_of(weights, 2, settings.epsilon, on), settings.is_pre_norm,
                   on);
}

Block decoder_layer(const Block& x, const Block& memory, const Arrays& weights,
                    const LayerSettings& settings, const Array* memory_padding,
                    const Switches& on) {
    const bool shares = on.cross == CrossOrder::shared_weights;
    const HeadWeights own = head_weights(weights, "self_attn.", settings.n_heads, on);
    const HeadWeights across = head_weights(
        weights, shares ? "self_attn." : "multihead_attn.", settings.n_heads, on);
    const bool on_own = on.memory_padding != MemoryPadding::right && memory.rows == x.rows;
    const Masking causal{.causal = true, .padding = on_own ? memory_padding : nullptr};
    Block found;
    const Sublayer self = self_attention(own, settings.n_heads, causal, on);
    std::vector<Sublayer> parts = {
        [&](const Block& a, const Block& as_is) {
            Block y = self(a, as_is);
            found = on.cross == CrossOrder::queries_of_input ? a : y;
            return y;
        },
        cross_attention(across, settings.n_heads, memory, memory_padding, found, on),
        [&](const Block& a, const Block&) {
            return feed_forward(a, weights, settings, on);
        }};
    std::vector<Norm> norms = layer_norms_of(weights, 3, settings.epsilon, on);
    if (on.cross == CrossOrder::cross_first) std::swap(parts[0], parts[1]);
    if (on.cross == CrossOrder::no_cross || on.cross == CrossOrder::no_self) {
        const auto k = on.cross == CrossOrder::no_self ? 0 : 1;
        parts.erase(parts.begin() + k);
        norms.erase(norms.begin() + k);
    }
    return stacked(x, parts, norms, settings.is_pre_norm, on);
}

Block gated_feed_forward(const Block& x, const Arrays& weights, const std::string& prefix,
                         const std::string& activation, const Switches& on) {
    const auto product = [&](const Block& of, const std::string& name) {
        return times_transposed(of, as_block(weights.at(prefix + name + "_proj.weight")));
    };
    const Curve curve = curve_for(activation, on);
    Block y = product(x, "gate"), up = product(x, "up");
    if (on.gate == Gate::exchanged) std::swap(y, up);
    for (std::size_t i = 0; i < y.values.size(); ++i) {
        const double g = y.values[i], u = up.values[i];
        double out = bent(curve, g) * u;
        if (on.gate == Gate::after_product) out = bent(curve, g * u);
        if (on.gate == Gate::no_up) out = bent(curve, g);
        if (on.gate == Gate::no_curve) out = g * u;
        if (on.gate == Gate::sum) out = bent(curve, g) + u;
        if (on.gate == Gate::both_curved) out = bent(curve, g) * bent(curve, u);
        y.values[i] = out;
    }
    return product(y, "down");
}

Block llama_layer(const Block& x, const Probe& probe, const Switches& on) {
    const Block past = past_of(probe);
    const std::vector<Norm> norms = norms_of(2, on, [&](const Block& of, std::size_t k) {
        const char* name =
            k == 0 ? "input_layernorm.weight" : "post_attention_layernorm.weight";
        return normalize_by_size(of, probe.arrays.at(name).values, probe.number("eps"), on);
    });
    const bool normed_first = is_pre(true, 0, on.norm_place) && past.rows > 0;
    const Block kept = normed_first ? norms[0](past) : past;
    const auto attention = [&](const Block& rows, const Block&) {
        return grouped_attention(rows, kept, probe, "self_attn.", on);
    };
    const auto network = [&](const Block& rows, const Block&) {
        return gated_feed_forward(rows, probe.arrays, "mlp.", probe.setting("activation"),
                                  on);
    };
    return stacked(x, {attention, network}, norms, true, on);
}

}  // namespace attn::doctor
