#include "chapters/properties/part_properties.hpp"

#include <cmath>

namespace attn {
namespace {

using counterexample::after;
using counterexample::difference;
using counterexample::mean_of;
using counterexample::random_matrix;
using counterexample::rotated;
using counterexample::variance_of;
using counterexample::when_it_runs;
using counterexample::wrong_row;

/// A layer whose attention gives b for every token and whose feed-forward network gives c,
/// whatever x is: the weights of their last linear layers are 0.
EncoderLayer constant_layer(const std::vector<double>& b, const std::vector<double>& c) {
    Random generator(20170612);
    EncoderLayer layer = random_encoder_layer(
        {.d_model = b.size(), .n_heads = 2, .d_ff = 5, .epsilon = 1e-12}, generator);
    layer.attention.w_o = {Matrix(b.size(), b.size()), b};
    layer.feed_forward.second = {Matrix(5, c.size()), c};
    return layer;
}

/// x with row added to each of its rows.
Matrix plus_everywhere(Matrix x, const std::vector<double>& row) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) += row[j];
    }
    return x;
}

/// Layer norm without epsilon, gamma and beta, by itself.
Matrix normalized(Matrix x) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double mean = mean_of(x.row(i)), root = std::sqrt(variance_of(x.row(i)));
        for (double& entry : x.row(i)) entry = (entry - mean) / root;
    }
    return x;
}

}  // namespace

Counterexample layer_passes_on_normalized_rows(const LayerFunction& forward) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(20170612);
        const EncoderLayer layer = random_encoder_layer(
            {.d_model = 6, .n_heads = 2, .d_ff = 5, .epsilon = 1e-12}, generator);
        const Matrix x = 3 * random_matrix(5, 6);
        const Matrix y = forward(layer, x);
        if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
        for (std::size_t i = 0; i < y.rows(); ++i) {
            if (auto found = wrong_row("mean", i, mean_of(y.row(i)), 0, 1e-9)) return found;
            const auto found = wrong_row("variance", i, variance_of(y.row(i)), 1, 1e-9);
            if (found) return found;
        }
        return std::nullopt;
    });
}

Counterexample layer_adds_the_attention_output(const LayerFunction& forward) {
    return when_it_runs([&] {
        const std::vector<double> b{2, -1, 0, 3, 0.5, 0}, nothing(6, 0.0);
        const Matrix x = random_matrix(5, 6);
        return after(
            "when attention adds the same to every row and the feed-forward network nothing",
            difference("entry", forward(constant_layer(b, nothing), x),
                       normalized(plus_everywhere(x, b)), 5, 1e-9));
    });
}

Counterexample layer_adds_the_feed_forward_output(const LayerFunction& forward) {
    return when_it_runs([&] {
        const std::vector<double> c{2, -1, 0, 3, 0.5, 0}, nothing(6, 0.0);
        const Matrix x = random_matrix(5, 6);
        return after(
            "when attention adds nothing and the feed-forward network the same to every row",
            difference("entry", forward(constant_layer(nothing, c), x),
                       normalized(plus_everywhere(normalized(x), c)), 5, 1e-9));
    });
}

Counterexample layer_commutes_with_permutation(const LayerFunction& forward) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(20170612);
        const EncoderLayer layer =
            random_encoder_layer({.d_model = 6, .n_heads = 2, .d_ff = 5}, generator);
        const Matrix x = random_matrix(5, 6);
        const Matrix y = forward(layer, x);
        if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
        return after(
            "with the tokens in another order",
            difference("entry", forward(layer, rotated(x, 1)), rotated(y, 1), 5, 1e-9));
    });
}

std::vector<Property<LayerFunction>> layer_properties() {
    return {{"passes on normalized rows", layer_passes_on_normalized_rows},
            {"adds the attention output", layer_adds_the_attention_output},
            {"adds the feed-forward output", layer_adds_the_feed_forward_output},
            {"commutes with permutation", layer_commutes_with_permutation}};
}

}  // namespace attn
