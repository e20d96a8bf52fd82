// What the doctor's wrong ways back compute, by loops over the formula that the name says.
// Without switches a test of functions_test.cpp holds them equal to the library's.
#include "doctor/library/ways_back.hpp"

#include <cmath>
#include <functional>
#include <string>

#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/parameters.hpp"
#include "blocks.hpp"
#include "catch.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/sentences.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

namespace {

struct BackCase {
    Block q = random_block(1, 2, 3, 5, 4);
    Block k = random_block(2, 2, 3, 5, 4);
    Block v = random_block(3, 2, 3, 5, 4);
    Block d_output = random_block(4, 2, 3, 5, 4);
    Block weights = attention_weights(q, k, {}, 4, {});
    Block d_weights = times_transposed(d_output, v);
    AttentionSlopes right = attend_back(q, k, v, {}, d_output, {});

    AttentionSlopes slopes(const Switches& on) const {
        return attend_back(q, k, v, {}, d_output, on);
    }
};

/// Each number times a factor.
std::vector<double> times_each(std::vector<double> values, double factor) {
    for (double& value : values) value *= factor;
    return values;
}

/// Layer norm's way back for one row, with its formula's two means times these, over a divisor.
std::vector<double> norm_row_slopes(const std::vector<double>& normed,
                                    const std::vector<double>& g, double mean_g_times,
                                    double mean_gn_times, double divisor) {
    const double n = static_cast<double>(g.size());
    double mean_g = 0, mean_gn = 0;
    for (std::size_t j = 0; j < g.size(); ++j) {
        mean_g += g[j] / n;
        mean_gn += g[j] * normed[j] / n;
    }
    std::vector<double> d_x;
    for (std::size_t j = 0; j < g.size(); ++j) {
        d_x.push_back((g[j] - mean_g_times * mean_g - mean_gn_times * normed[j] * mean_gn) /
                      divisor);
    }
    return d_x;
}

}  // namespace

TEST_CASE("doctor: softmax's wrong ways back are wrong as their names say") {
    const BackCase c;
    const Block &w = c.weights, &d = c.d_weights;
    const auto require_slopes = [&](SoftmaxBack how, const auto& slope) {
        CHECK(largest_gap(softmax_back(w, d, {.softmax_back = how}).values,
                          at_each_place(w, slope)) < 1e-13);
    };
    const auto average = [&](auto s, auto h, auto i) {
        double sum = 0;
        for (std::size_t l = 0; l < 5; ++l) sum += w(s, h, i, l) * d(s, h, i, l);
        return sum;
    };
    require_slopes(SoftmaxBack::right, [&](auto s, auto h, auto i, auto j) {
        return w(s, h, i, j) * (d(s, h, i, j) - average(s, h, i));
    });
    require_slopes(SoftmaxBack::no_average, [&](auto s, auto h, auto i, auto j) {
        return w(s, h, i, j) * d(s, h, i, j);
    });
    require_slopes(SoftmaxBack::plain_average, [&](auto s, auto h, auto i, auto j) {
        double mean = 0;
        for (std::size_t l = 0; l < 5; ++l) mean += d(s, h, i, l) / 5;
        return w(s, h, i, j) * (d(s, h, i, j) - mean);
    });
    require_slopes(SoftmaxBack::weights_left_out, [&](auto s, auto h, auto i, auto j) {
        return d(s, h, i, j) - average(s, h, i);
    });
    require_slopes(SoftmaxBack::straight_through,
                   [&](auto s, auto h, auto i, auto j) { return d(s, h, i, j); });
    require_slopes(SoftmaxBack::down_the_columns, [&](auto s, auto h, auto i, auto j) {
        double sum = 0;
        for (std::size_t l = 0; l < 5; ++l) sum += w(s, h, l, j) * d(s, h, l, j);
        return w(s, h, i, j) * (d(s, h, i, j) - sum);
    });
    require_slopes(SoftmaxBack::diagonal_only, [&](auto s, auto h, auto i, auto j) {
        return w(s, h, i, j) * (1 - w(s, h, i, j)) * d(s, h, i, j);
    });
}

TEST_CASE("doctor: attention's wrong ways back are wrong as their names say") {
    const BackCase c;
    const auto require_root = [&](RootBack how, double factor) {  // the root of d_k is 2
        const AttentionSlopes slopes = c.slopes({.root_back = how});
        CHECK(largest_gap(slopes.q.values, times_each(c.right.q.values, factor)) < 1e-13);
        CHECK(largest_gap(slopes.k.values, times_each(c.right.k.values, factor)) < 1e-13);
        CHECK(slopes.v.values == c.right.v.values);
    };
    require_root(RootBack::forgotten, 2);
    require_root(RootBack::twice, 0.5);
    require_root(RootBack::multiplies, 4);

    const auto require_slopes = [&](ProductBack how, const std::vector<double>& q,
                                    const std::vector<double>& k,
                                    const std::vector<double>& v) {
        const AttentionSlopes slopes = c.slopes({.product_back = how});
        CHECK(largest_gap(slopes.q.values, q) < 1e-13);
        CHECK(largest_gap(slopes.k.values, k) < 1e-13);
        CHECK(largest_gap(slopes.v.values, v) < 1e-13);
    };
    const std::vector<double>&q = c.right.q.values, &k = c.right.k.values,
          &v = c.right.v.values;
    const std::vector<double> zeros(q.size());
    require_slopes(ProductBack::nothing_through_keys, q, zeros, v);
    require_slopes(ProductBack::nothing_through_queries, zeros, k, v);
    require_slopes(ProductBack::nothing_through_values, q, k, zeros);
    require_slopes(ProductBack::queries_and_keys_exchanged, k, q, v);
    const auto summed = [&](const auto& factor, const Block& by) {
        return at_each_place(by, [&](auto s, auto h, auto i, auto col) {
            double sum = 0;
            for (std::size_t l = 0; l < 5; ++l)
                sum += factor(s, h, i, l) * by(s, h, l, col);
            return sum;
        });
    };
    const Block d_scores = softmax_back(c.weights, c.d_weights, {});
    require_slopes(ProductBack::keys_untransposed, q,
                   times_each(summed(d_scores, c.q), 0.5), v);
    require_slopes(ProductBack::values_untransposed, q, k, summed(c.weights, c.d_output));
    const Block scores = times_transposed(c.q, c.k);
    require_slopes(
        ProductBack::values_by_scores, q, k,
        summed([&](auto s, auto h, auto i, auto l) { return scores(s, h, l, i); },
               c.d_output));

    const Block fewer = random_block(1, 2, 3, 2, 4);
    for (const ProductBack how :
         {ProductBack::queries_and_keys_exchanged, ProductBack::keys_untransposed,
          ProductBack::values_untransposed}) {
        CHECK_THROWS_AS(attend_back(fewer, c.k, c.v, {}, fewer, {.product_back = how}),
                        Inapplicable);
    }
    attend_back(fewer, c.k, c.v, {}, fewer,
                {.product_back = ProductBack::values_by_scores});
}

TEST_CASE("doctor: layer norm's wrong ways back are wrong as their names say") {
    // Rows (0, 2, 4) and (4, 0, 2): mean 2, variance 8/3, and an epsilon that makes sigma 2.
    const Block x = block_of(2, 3, {0, 2, 4, 4, 0, 2});
    const std::vector<double> gamma = {2, 3, 5}, normed[] = {{-1, 0, 1}, {1, -1, 0}};
    const Block d_y = block_of(2, 3, {1, 10, 100, -7, 4, 2});
    const double epsilon = 4 - 8 / 3.0;
    const auto back = [&](const Switches& on) {
        return norm_back(x, gamma, epsilon, d_y, true, on);
    };
    const auto require_x = [&](NormBack how, double mean_g, double mean_gn, double divisor,
                               bool by_gamma = true) {
        std::vector<double> wanted;
        for (std::size_t i = 0; i < 2; ++i) {
            std::vector<double> g;
            for (std::size_t j = 0; j < 3; ++j) {
                g.push_back(d_y(0, 0, i, j) * (by_gamma ? gamma[j] : 1));
            }
            for (const double d : norm_row_slopes(normed[i], g, mean_g, mean_gn, divisor)) {
                wanted.push_back(d);
            }
        }
        CHECK(largest_gap(back({.norm_back = how}).x.values, wanted) < 1e-12);
    };
    require_x(NormBack::right, 1, 1, 2);
    require_x(NormBack::no_means, 0, 0, 2);
    require_x(NormBack::no_mean, 0, 1, 2);
    require_x(NormBack::no_mean_of_product, 1, 0, 2);
    require_x(NormBack::product_added, 1, -1, 2);
    require_x(NormBack::sum_of_product, 1, 3, 2);
    require_x(NormBack::product_over_d_less_1, 1, 1.5, 2);
    require_x(NormBack::product_by_x, 1, 4, 2);
    require_x(NormBack::no_sigma, 1, 1, 1);
    require_x(NormBack::variance_for_sigma, 1, 1, 4);
    require_x(NormBack::no_gamma, 1, 1, 2, false);

    const auto require_weights = [&](const Switches& on, const std::vector<double>& d_gamma,
                                     const std::vector<double>& d_beta) {
        CHECK(largest_gap(back(on).gamma, d_gamma) < 1e-12);
        CHECK(largest_gap(back(on).beta, d_beta) < 1e-12);
    };
    const std::vector<double> sums = {-6, 14, 102};
    require_weights({}, {-1 - 7, -4, 100}, sums);
    require_weights({.gamma_back = GammaBack::by_input}, {-28, 20, 404}, sums);
    require_weights({.gamma_back = GammaBack::by_output}, {-16, -12, 500}, sums);
    require_weights({.gamma_back = GammaBack::zero}, {0, 0, 0}, sums);
    require_weights({.adding = Adding::last_only}, {-7, -4, 0}, {-7, 4, 2});
    require_weights({.adding = Adding::mean}, {-4, -2, 50}, {-3, 7, 51});
}

TEST_CASE(
    "doctor: RMS norm's ways back are its measured slopes, or wrong as their names say") {
    const Block x = block_of(1, 3, {1, -2, 4}), d_y = block_of(1, 3, {3, 1, -2});
    const std::vector<double> gamma = {2, 3, 5};
    const double epsilon = 2;  // the mean square is 7: the root is 3
    const auto back = [&](NormBack how) {
        return norm_back(x, gamma, epsilon, d_y, false, {.norm_back = how});
    };
    const auto loss = [&](const Block& at) {
        const Block y = normalize_by_size(at, gamma, epsilon, {});
        double sum = 0;
        for (std::size_t j = 0; j < 3; ++j) sum += y.values[j] * d_y.values[j];
        return sum;
    };
    const double step = 1e-5;
    std::vector<double> measured;
    for (std::size_t j = 0; j < 3; ++j) {
        Block up = x, down = x;
        up.values[j] += step;
        down.values[j] -= step;
        measured.push_back((loss(up) - loss(down)) / (2 * step));
    }
    CHECK(largest_gap(back(NormBack::right).x.values, measured) < 1e-8);
    CHECK(largest_gap(back(NormBack::right).gamma, {1, -2 / 3.0, -8 / 3.0}) < 1e-12);

    const std::vector<double> g = {6, 3, -10}, normed = {1 / 3.0, -2 / 3.0, 4 / 3.0};
    CHECK(largest_gap(back(NormBack::no_mean_of_product).x.values,
                      norm_row_slopes(normed, g, 0, 0, 3)) < 1e-12);
    CHECK(largest_gap(back(NormBack::gamma_outside_product).x.values,  // (3 - 2 - 8) / 9
                      {(6 + 7 / 27.0) / 3, (3 - 14 / 27.0) / 3, (-10 + 28 / 27.0) / 3}) <
          1e-12);
    CHECK(largest_gap(back(NormBack::gamma_in_product).x.values,  // (6 - 6 - 40) / 9
                      {(3 + 40 / 27.0) / 3, (1 - 80 / 27.0) / 3, (-2 + 160 / 27.0) / 3}) <
          1e-12);
    CHECK(largest_gap(back(NormBack::mean_too).x.values,
                      norm_row_slopes(normed, g, 1, 1, 3)) < 1e-12);
}

TEST_CASE("doctor: weights' slopes that are added wrongly are what their names say") {
    Block x(2, 1, 2, 2), d_y(2, 1, 2, 3);
    x.values = {1, 2, 3, 4, 5, 6, 7, 8};
    d_y.values = {1, 0, 2, 0, 1, 0, 1, 1, 0, 0, 0, 3};
    // d_y^T x of the first sentence, and of the second
    const std::vector<double> first = {1, 2, 3, 4, 2, 4}, second = {5, 6, 5, 6, 21, 24};
    const std::vector<double> sums = {6, 8, 8, 10, 23, 28};
    const auto weight = [&](const Switches& on) { return weight_back(d_y, x, on); };
    CHECK(weight({}).shape == std::vector<std::size_t>{3, 2});
    CHECK(weight({}).values == sums);
    CHECK(weight({.adding = Adding::last_only}).values == second);
    CHECK(weight({.adding = Adding::mean}).values == times_each(sums, 0.5));
    const Array turned = weight({.weight_back = WeightBack::transposed});
    CHECK(turned.shape == std::vector<std::size_t>{2, 3});
    CHECK(turned.values == std::vector<double>{6, 8, 23, 8, 10, 28});
    CHECK(bias_back(d_y, {}).values == std::vector<double>{2, 2, 5});
    CHECK(bias_back(d_y, {.adding = Adding::last_only}).values ==
          std::vector<double>{1, 1, 3});
    CHECK(bias_back(d_y, {.adding = Adding::mean}).values ==
          std::vector<double>{1, 1, 2.5});
}

TEST_CASE("doctor: ways back past a projection are wrong as their names say") {
    const Probe& probe = probe_named("mha_grad", "self, biases");
    const HeadWeights weights = head_weights(probe.arrays, "", 3, {});
    const auto slopes_with = [&](const HeadWeights& w, const Switches& on) {
        const Block x = as_block(probe.arrays.at("query"));
        return many_heads_back(x, x, x, w, 3, {}, as_block(probe.arrays.at("grad_output")),
                               on);
    };
    const Arrays right = slopes_with(weights, {});
    const std::vector<double>&q = right.at("query").values, &k = right.at("key").values,
          &v = right.at("value").values;
    std::vector<double> all = q;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += k[i] + v[i];
    const auto of_words = [&](InputBack how) {
        return slopes_with(weights, {.input_back = how}).at("x").values;
    };
    CHECK(largest_gap(of_words(InputBack::right), all) < 1e-13);
    CHECK(of_words(InputBack::values_only) == v);
    CHECK(of_words(InputBack::queries_only) == q);

    // The slopes of what goes into W_o meet W_o alone: past it they meet the identity.
    HeadWeights other = weights;
    const auto require_as_with_other = [&](OutputBack how) {
        const Arrays wrong = slopes_with(weights, {.output_back = how});
        const Arrays wanted = slopes_with(other, {});
        for (const char* name : {"query", "key", "value", "in_proj_weight"}) {
            CHECK(largest_gap(wrong.at(name).values, wanted.at(name).values) < 1e-12);
        }
    };
    other.output.weight = transposed(weights.output.weight);
    require_as_with_other(OutputBack::untransposed);
    other.output.weight.values =
        at_each_place(weights.output.weight,
                      [](auto, auto, auto i, auto j) { return i == j ? 1.0 : 0.0; });
    require_as_with_other(OutputBack::skipped);

    // Before W_q, W_k and W_v: all words' slopes add up to those of the biases.
    const Arrays skipped = slopes_with(weights, {.input_back = InputBack::skipped});
    std::vector<double> sums;
    for (const char* name : {"query", "key", "value"}) {
        std::vector<double> sum(12);
        const std::vector<double>& rows = skipped.at(name).values;
        for (std::size_t i = 0; i < rows.size(); ++i) sum[i % 12] += rows[i];
        sums.insert(sums.end(), sum.begin(), sum.end());
    }
    CHECK(largest_gap(sums, right.at("in_proj_bias").values) < 1e-12);
}

TEST_CASE("doctor: a layer's wrong ways back are wrong as their names say") {
    const auto slope = [](double x) { return slope_of(Curve::gelu, x); };
    using Feed = std::function<double(double hidden, double activated)>;
    // The way back of a sentence, past what is straight or not, with these slopes of the curve.
    const auto require_slopes = [&](const std::string& norm, const Switches& on, bool first,
                                    bool second, const Feed& curve) {
        const Probe& probe = probe_named("encoder_layer_grad", norm + ", gelu");
        const attn::EncoderLayer l = encoder_layer_of(probe);
        attn::EncoderLayer sums = attn::zeros_like(l);
        const auto past = [](const attn::Matrix& d, const attn::Matrix& around, bool is) {
            return is ? d + around : around;
        };
        const auto feed_back = [&](const attn::Matrix& h, const attn::Matrix& d) {
            const attn::FeedForwardTrace t = l.feed_forward.trace(h);
            attn::Matrix d_hidden = attn::backward(l.feed_forward.second, t.activated, d,
                                                   sums.feed_forward.second);
            for (std::size_t i = 0; i < d_hidden.values().size(); ++i) {
                d_hidden.values()[i] *=
                    curve(t.hidden.values()[i], t.activated.values()[i]);
            }
            return attn::backward(l.feed_forward.first, h, d_hidden,
                                  sums.feed_forward.first);
        };
        std::vector<double> d_x;
        for (std::size_t s = 0; s < probe.count("batch"); ++s) {
            const attn::Matrix x = matrix(probe, "x", s);
            const attn::Matrix d_y = matrix(probe, "grad_output", s);
            const attn::EncoderLayerTrace t = l.trace(x, mask(probe, s));
            attn::Matrix d;
            if (norm == "post") {
                d = attn::backward(l.norm2, t.norm2, d_y, sums.norm2);
                d = past(d, feed_back(t.norm1.output, d), second);
                d = attn::backward(l.norm1, t.norm1, d, sums.norm1);
                d = past(
                    d,
                    self_attention_backward(l.attention, x, t.attention, d, sums.attention),
                    first);
            } else {
                d = past(d_y,
                         attn::backward(l.norm2, t.norm2, feed_back(t.norm2.output, d_y),
                                        sums.norm2),
                         second);
                d = past(
                    d,
                    attn::backward(l.norm1, t.norm1,
                                   self_attention_backward(l.attention, t.norm1.output,
                                                           t.attention, d, sums.attention),
                                   sums.norm1),
                    first);
            }
            d_x.insert(d_x.end(), d.values().begin(), d.values().end());
        }
        const Arrays given = kind_named(probe.kind).reference(probe, on);
        CHECK(largest_gap(given.at("grad_x").values, d_x) < 1e-12);
        CHECK(largest_gap(given.at("grad_linear1.bias").values,
                          sums.feed_forward.first.bias) < 1e-12);
        CHECK(largest_gap(given.at("grad_norm1.weight").values, sums.norm1.gamma) < 1e-12);
    };
    for (const char* norm : {"post", "pre"}) {
        const Feed right = [&](double hidden, double) { return slope(hidden); };
        require_slopes(norm, {}, true, true, right);
        require_slopes(norm, {.straight_back = StraightBack::dropped}, false, false, right);
        require_slopes(norm, {.straight_back = StraightBack::no_first}, false, true, right);
        require_slopes(norm, {.straight_back = StraightBack::no_second}, true, false,
                       right);
        require_slopes(norm, {.curve_back = CurveBack::skipped}, true, true,
                       [](double, double) { return 1; });
        require_slopes(norm, {.curve_back = CurveBack::at_output}, true, true,
                       [&](double, double activated) { return slope(activated); });
    }
}

}  // namespace attn::doctor
