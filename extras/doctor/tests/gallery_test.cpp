// The 24 mistakes of chapter 20 as patients: the functions of chapters/mistakes, as they are, and what
// the doctor says of each.

#include <algorithm>
#include <iterator>

#include "attn/layer_norm.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/parameters.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/mistakes/attention.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/mistakes/own_attention.hpp"
#include "chapters/mistakes/positions.hpp"
#include "chapters/mistakes/sublayers.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "doctor/library/doctor.hpp"
#include "doctor/tests/library/patients.hpp"

namespace attn::chapters::ch20 {

using doctor::names_of;

namespace {

/// It is named, alone, with its number in the gallery.
void require_named(const Diagnosis& found, const std::string& name, int number) {
    INFO(found);
    CHECK(names_of(found.findings) == std::vector{name});
    CHECK(found.unexplained.empty());
    CHECK(found.exit_code() == 1);
    if (!found.findings.empty()) CHECK(found.findings[0].number == number);
}

using Mutant = AttentionTrace(const Matrix&, const Matrix&, const Matrix&,
                              const AttentionMask&);

AttentionMask open_mask(std::size_t n, std::size_t m) {
    return AttentionMask::where(n, m, [](std::size_t, std::size_t) { return true; });
}

Diagnosis examine_mutant(Mutant& mutant) {
    return examine_attention(
        [&](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            const bool is_open = mask.fits_any_size();
            // Where nothing is masked there is no mask to turn round.
            if (is_open && mutant == mistakes::mask_inverted) return attention(q, k, v);
            if (!is_open && mutant == mistakes::mask_on_rows && q.rows() != k.rows()) {
                throw doctor::Skip{};
            }
            if (is_open && mutant == mistakes::mask_on_rows) return attention(q, k, v);
            return mutant(q, k, v, is_open ? open_mask(q.rows(), k.rows()) : mask).output;
        });
}

using Split = std::vector<Matrix>(const Matrix&, std::size_t);
using Merge = Matrix(const std::vector<Matrix>&);

Diagnosis examine_heads(Split& split, Merge& merge) {
    return examine_multi_head([&](const MultiHeadAttention& layer, const Matrix& q_in,
                                  const Matrix& k_in, const Matrix& v_in,
                                  const AttentionMask& mask) {
        const auto q = split(layer.w_q.forward(q_in), layer.n_heads);
        const auto k = split(layer.w_k.forward(k_in), layer.n_heads);
        const auto v = split(layer.w_v.forward(v_in), layer.n_heads);
        std::vector<Matrix> heads;
        for (std::size_t h = 0; h < layer.n_heads; ++h) {
            heads.push_back(attention(q[h], k[h], v[h], mask));
        }
        return layer.w_o.forward(merge(heads));
    });
}

using Norm = Matrix(const Matrix&, double);

Diagnosis examine_norm(Norm& norm) {
    return examine_layer_norm([&](const Matrix& x, const std::vector<double>& gamma,
                                  const std::vector<double>& beta, double epsilon) {
        Matrix y = norm(x, epsilon);
        for (std::size_t i = 0; i < y.rows(); ++i) {
            for (std::size_t j = 0; j < y.cols(); ++j)
                y(i, j) = y(i, j) * gamma[j] + beta[j];
        }
        return y;
    });
}

using WrongLayer = Matrix(const EncoderLayer&, const Matrix&);

/// A post-norm layer without masks, which is what the two mutants are.
Diagnosis examine_wrong_layer(WrongLayer& layer_of) {
    return examine_encoder_layer(
        [&](const EncoderLayer& layer, const Matrix& x, const AttentionMask& mask) {
            if (layer.placement == NormPlacement::pre || !mask.fits_any_size()) {
                throw doctor::Skip{};
            }
            return layer_of(layer, x);
        });
}

}  // namespace

TEST_CASE("doctor: names chapter 20's mistakes in attention") {
    require_named(examine_mutant(mistakes::no_exponential), "no_exponential", 2);
    require_named(examine_mutant(mistakes::scaled_by_the_model), "scale_model_2", 3);
    require_named(examine_mutant(mistakes::scaled_twice), "scale_twice", 4);
    require_named(examine_mutant(mistakes::not_scaled), "no_scale", 5);
    require_named(examine_mutant(mistakes::mask_inverted), "masks_inverted_joined", 7);
    require_named(examine_mutant(mistakes::mask_after_softmax), "mask_after_softmax", 8);
    require_named(examine_mutant(mistakes::mask_on_rows), "masks_transposed", 9);
    require_named(examine_mutant(mistakes::fill_too_small), "add_10", 10);
    require_named(examine_mutant(mistakes::clipped_after_the_mask), "clip_after_mask", 11);
    require_named(examine_mutant(mistakes::nan_where_all_is_masked), "nan_row", 12);
    require_named(examine_mutant(mistakes::each_block_by_itself), "online_blocks_4", 24);
}

TEST_CASE("doctor: softmax down the columns also gives NaN where a column is masked") {
    const Diagnosis found = examine_mutant(mistakes::softmax_down_the_columns);
    INFO(found);
    CHECK(names_of(found.findings) == std::vector<std::string>{"softmax_axis", "nan_row"});
    CHECK(found.findings[0].number == 1);
}

TEST_CASE("doctor: names chapter 20's wrong corner of the causal mask") {
    const auto attention_of = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                 const AttentionMask& mask) {
        const bool is_corner = !mask.fits_any_size() && q.rows() < k.rows() &&
                               !mask.allows(0, k.rows() - 1) &&
                               mask.allows(1, k.rows() - 1);
        return attention(q, k, v,
                         is_corner && q.rows() == 2 && k.rows() == 6
                             ? mistakes::causal_from_the_wrong_corner(q.rows(), k.rows())
                             : mask);
    };
    const Diagnosis found = examine_attention(attention_of);
    require_named(found, "causal_corner", 13);
    // PyTorch's is_causal is one.
    CHECK(found.verdict == doctor::Verdict::another_convention);
}

TEST_CASE("doctor: names chapter 20's running maximum") {
    const Diagnosis found = examine_softmax([](const Matrix& scores) {
        Matrix weights = scores;
        for (std::size_t i = 0; i < scores.rows(); ++i) {
            weights.set_row(i, mistakes::running_maximum_from_a_number(scores.row(i)));
        }
        return weights;
    });
    require_named(found, "running_max", 6);
}

TEST_CASE("doctor: names chapter 20's mistakes in heads") {
    require_named(examine_heads(mistakes::split_by_reshaping, mistakes::merge_by_reshaping),
                  "split_reshape", 14);
    require_named(examine_heads(split_heads, mistakes::merge_last_head_first),
                  "merge_order", 15);
    CHECK(examine_heads(split_heads, merge_heads).right());
}

TEST_CASE("doctor: names chapter 20's mistakes in positions") {
    require_named(examine_positional_encoding(mistakes::exponent_doubled),
                  "exponent_doubled", 16);
    require_named(examine_positional_encoding(mistakes::halves_for_interleaved), "halves",
                  17);
}

TEST_CASE("doctor: names chapter 20's mistakes in sublayers") {
    require_named(examine_norm(mistakes::norm_with_unbiased_variance), "unbiased_variance",
                  18);
    require_named(examine_norm(mistakes::norm_with_epsilon_outside), "epsilon_outside", 19);
    require_named(examine_wrong_layer(mistakes::norm_before), "norm_place", 20);
    require_named(examine_wrong_layer(mistakes::residual_from_the_input), "residual", 21);
    require_named(
        examine_activation(Activation::gelu_exact, mistakes::gelu_of_the_wrong_kind),
        "gelu_kind_tanh", 22);
}

TEST_CASE("doctor: names chapter 20's dropout that was left on") {
    Random generator(1);
    const Diagnosis found =
        examine_layer_norm([&](const Matrix& x, const std::vector<double>& gamma,
                               const std::vector<double>& beta, double epsilon) {
            const Matrix y = LayerNorm{gamma, beta, epsilon}.forward(x);
            return mistakes::dropout_left_on(y, 0.1, Mode::evaluation, generator);
        });
    require_named(found, "dropout_on", 23);
}

TEST_CASE("doctor: names chapter 14's wrong ways back") {
    using WayBack = AttentionGradient(const Matrix&, const Matrix&, const Matrix&,
                                      const AttentionTrace&, const Matrix&);
    const auto examine_way = [](WayBack& way) {
        return examine_attention_gradient([&](const Matrix& q, const Matrix& k,
                                              const Matrix& v, const AttentionMask& mask,
                                              const Matrix& d_output) {
            const AttentionTrace trace = scaled_dot_product_attention(q, k, v, mask);
            const AttentionGradient slopes = way(q, k, v, trace, d_output);
            return InputSlopes{slopes.q, slopes.k, slopes.v};
        });
    };
    require_named(examine_way(mistakes::root_forgotten), "no_root", 0);
    require_named(examine_way(mistakes::average_forgotten), "no_average", 0);
    require_named(examine_way(mistakes::keys_forgotten), "no_keys", 0);
    require_named(
        examine_layer_norm_gradient([](const LayerNorm& layer, const Matrix& x,
                                       const Matrix& d_output, LayerNorm& gradient) {
            return mistakes::norm_without_means(layer, layer.trace(x), d_output, gradient);
        }),
        "no_means", 0);
    require_named(
        examine_layer_norm_gradient([](const LayerNorm& layer, const Matrix& x,
                                       const Matrix& d_output, LayerNorm& gradient) {
            Matrix d_x(x.rows(), x.cols());
            for (std::size_t i = 0; i < x.rows(); ++i) {  // = for +=, row after row
                const Matrix row = select_rows(x, {i});
                gradient = zeros_like(layer);
                const Matrix d_row =
                    backward(layer, layer.trace(row), select_rows(d_output, {i}), gradient);
                d_x.set_row(i, d_row.row(0));
            }
            return d_x;
        }),
        "last_place", 0);
}

TEST_CASE("doctor: names chapter 14's residual sums without a way back") {
    mistakes::WayBack way = mistakes::right_way_back();
    const auto examine_way = [&] {
        return examine_encoder_layer_gradient(
            [&](const EncoderLayer& layer, const Matrix& x, const AttentionMask& mask,
                const Matrix& d_output, EncoderLayer& gradient) {
                if (layer.placement == NormPlacement::post) throw doctor::Skip{};
                return mistakes::backward(way, layer, layer.trace(x, mask), d_output,
                                          gradient);
            });
    };
    CHECK(examine_way().right());
    way.has_straight_way = false;
    require_named(examine_way(), "no_straight_way", 0);
}

TEST_CASE("doctor: names both mistakes of chapter 20's own attention") {
    const Diagnosis found = examine_attention(
        [](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            std::vector<int> blocked(q.rows() * k.rows());
            for (std::size_t i = 0; i < q.rows(); ++i) {
                for (std::size_t j = 0; j < k.rows(); ++j) {
                    blocked[i * k.rows() + j] = mask.allows(i, j) ? 0 : 1;
                }
            }
            Matrix y(q.rows(), v.cols());
            mistakes::somebodys_attention(q.values().data(), k.values().data(),
                                          v.values().data(), blocked.data(), q.rows(),
                                          k.rows(), q.cols(), v.cols(), y.values().data());
            return y;
        });
    INFO(found);
    CHECK(names_of(found.findings) == std::vector<std::string>{"no_max", "add_1e4"});
}

}  // namespace attn::chapters::ch20
