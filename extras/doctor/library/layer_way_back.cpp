#include "doctor/library/layers.hpp"
#include "doctor/library/ways_back.hpp"

namespace attn::doctor {
namespace {

/// A way back through one encoder layer, which collects the weights' slopes on its way.
class LayerWayBack {
public:
    LayerWayBack(const Arrays& weights, const LayerSettings& settings,
                 const Masking& masking, const Switches& on)
        : w_(weights),
          settings_(settings),
          masking_(masking),
          on_(on),
          heads_(head_weights(weights, "self_attn.", settings.n_heads, {})) {}

    Arrays pre(const Block& x, const Block& d_y) {
        const Block normed1 = norm(x, "norm1");
        const Block s = sum(x, attention(normed1));
        const Block normed2 = norm(s, "norm2");
        const Block d_normed = feed_forward_back(normed2, d_y);
        Block d_s = with_straight_way(d_y, norm_back(s, d_normed, "norm2"), 1);
        if (on_.straight_back == StraightBack::through_norm) {
            d_s = doctor::norm_back(s, w_.at("norm2.weight").values, settings_.epsilon,
                                    sum(d_normed, d_y), true, on_)
                      .x;
        }
        return with_x(
            with_straight_way(d_s, norm_back(x, attention_back(normed1, d_s), "norm1"), 0));
    }

    Arrays post(const Block& x, const Block& d_y) {
        const Block s = sum(x, attention(x));
        const Block h = norm(s, "norm1");
        const Block t = sum(h, feed_forward(h, w_, settings_, {}));
        const Block d_t = norm_back(t, d_y, "norm2");
        const Block d_h = with_straight_way(d_t, feed_forward_back(h, d_t), 1);
        const Block d_s = norm_back(s, d_h, "norm1");
        return with_x(with_straight_way(d_s, attention_back(x, d_s), 0));
    }

private:
    Block norm(const Block& x, const std::string& name) const {
        return normalize(x, w_.at(name + ".weight").values, w_.at(name + ".bias").values,
                         settings_.epsilon, {});
    }

    Block attention(const Block& x) const {
        return many_heads(x, x, x, heads_, settings_.n_heads, masking_, {});
    }

    /// Of the k-th sum.
    Block with_straight_way(const Block& straight, const Block& around, int k) const {
        const StraightBack how = on_.straight_back;
        const bool is_dropped =
            how == StraightBack::dropped ||
            how == (k == 0 ? StraightBack::no_first : StraightBack::no_second);
        return is_dropped ? around : sum(straight, around);
    }

    Block norm_back(const Block& x, const Block& d_y, const std::string& name) {
        Switches by_row = on_;
        by_row.adding = Adding::right;  // what is added wrongly is added over sentences
        NormSlopes slopes = doctor::norm_back(x, w_.at(name + ".weight").values,
                                              settings_.epsilon, d_y, true, by_row);
        slopes_[name + ".weight"] = {{x.cols}, std::move(slopes.gamma)};
        slopes_[name + ".bias"] = {{x.cols}, std::move(slopes.beta)};
        return slopes.x;
    }

    Block feed_forward_back(const Block& x, const Block& d_y) {
        const Projection first{as_block(w_.at("linear1.weight")),
                               w_.at("linear1.bias").values};
        const Block second = as_block(w_.at("linear2.weight"));
        const Curve curve = curve_for(settings_.activation, {});
        const Block hidden = linear(x, first);
        Block activated = hidden;
        for (double& value : activated.values) value = bent(curve, value);
        Block d_hidden = times_transposed(d_y, transposed(second));
        for (std::size_t i = 0; i < hidden.values.size(); ++i) {
            if (on_.curve_back == CurveBack::skipped) continue;
            const bool at_output = on_.curve_back == CurveBack::at_output;
            d_hidden.values[i] *=
                slope_of(curve, at_output ? activated.values[i] : hidden.values[i]);
        }
        slopes_["linear2.weight"] = weight_back(d_y, activated, on_);
        slopes_["linear2.bias"] = bias_back(d_y, on_);
        slopes_["linear1.weight"] = weight_back(d_hidden, x, on_);
        slopes_["linear1.bias"] = bias_back(d_hidden, on_);
        return times_transposed(d_hidden, transposed(first.weight));
    }

    Block attention_back(const Block& x, const Block& d_y) {
        Arrays slopes =
            many_heads_back(x, x, x, heads_, settings_.n_heads, masking_, d_y, on_);
        const bool has_bias = !heads_.output.bias.empty();
        for (const char* name :
             {"in_proj_weight", "out_proj.weight", "in_proj_bias", "out_proj.bias"}) {
            if (!has_bias && std::string(name).ends_with("bias")) continue;
            slopes_["self_attn." + std::string(name)] = slopes.at(name);
        }
        return as_block(slopes.at("x"));
    }

    Arrays with_x(const Block& d_x) {
        slopes_["x"] = as_array(d_x, 3);
        return std::move(slopes_);
    }

    const Arrays& w_;
    const LayerSettings& settings_;
    const Masking& masking_;
    const Switches& on_;
    HeadWeights heads_;
    Arrays slopes_ = {};
};

}  // namespace

Arrays encoder_layer_back(const Block& x, const Arrays& weights,
                          const LayerSettings& settings, const Masking& masking,
                          const Block& d_output, const Switches& on) {
    LayerWayBack way(weights, settings, masking, on);
    return settings.is_pre_norm ? way.pre(x, d_output) : way.post(x, d_output);
}

}  // namespace attn::doctor
