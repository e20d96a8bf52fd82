#include "attn/properties/layer_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {
namespace {

using counterexample::after;
using counterexample::at;
using counterexample::difference;
using counterexample::number;
using counterexample::rotated;
using counterexample::when_it_runs;

constexpr double rounding = 1e-12;  // of numbers that are about 1

Matrix random_matrix(std::size_t rows, std::size_t cols) {
    Random generator(20170612);
    return random_normal_matrix(rows, cols, generator);
}

Matrix as_row(const std::vector<double>& numbers) {
    Matrix row(1, numbers.size());
    std::copy(numbers.begin(), numbers.end(), row.row(0).begin());
    return row;
}

double mean_of(std::span<const double> row) {
    double sum = 0;
    for (const double entry : row) sum += entry;
    return sum / static_cast<double>(row.size());
}

double variance_of(std::span<const double> row) {
    const double mean = mean_of(row);
    double sum = 0;
    for (const double entry : row) sum += (entry - mean) * (entry - mean);
    return sum / static_cast<double>(row.size());
}

Counterexample wrong_row(const std::string& what, std::size_t i, double given,
                         double wanted, double tolerance) {
    if (std::abs(given - wanted) <= tolerance) return std::nullopt;
    return "row " + std::to_string(i) + " has a " + what + " of " + number(given) +
           ", and not of " + number(wanted);
}

/// One row each of the variances that a model meets, from tiny to large.
Matrix rows_of_many_spreads() {
    Matrix x = random_matrix(5, 7);
    double spread = 1e-3;
    for (std::size_t i = 0; i < x.rows(); ++i, spread *= 10) {
        for (double& entry : x.row(i)) entry = 3 + spread * entry;
    }
    return x;
}

/// A layer whose attention finds b for every token and whose feed-forward finds c, whatever
/// comes in: their last maps have weights of 0.
EncoderLayer constant_layer(const std::vector<double>& b, const std::vector<double>& c) {
    Random generator(20170612);
    EncoderLayer layer = random_encoder_layer(
        {.d_model = b.size(), .n_heads = 2, .d_ff = 5, .epsilon = 1e-12}, generator);
    layer.attention.w_o = {Matrix(b.size(), b.size()), b};
    layer.feed_forward.second = {Matrix(5, c.size()), c};
    return layer;
}

Matrix plus_everywhere(Matrix x, const std::vector<double>& row) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) += row[j];
    }
    return x;
}

Matrix normed(Matrix x) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double mean = mean_of(x.row(i)), root = std::sqrt(variance_of(x.row(i)));
        for (double& entry : x.row(i)) entry = (entry - mean) / root;
    }
    return x;
}

}  // namespace

Counterexample softmax_gives_shares(const SoftmaxFunction& softmax) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix scores = random_matrix(5, 7);
        for (std::size_t i = 0; i < 5; ++i) {
            const std::vector<double> shares = softmax(scores.row(i));
            if (shares.size() != 7) {
                return "7 scores give " + std::to_string(shares.size()) + " shares";
            }
            for (std::size_t j = 0; j < 7; ++j) {
                if (!(shares[j] >= 0))
                    return at("share", i, j) + " is " + number(shares[j]);
            }
            const double sum = 7 * mean_of(shares);
            if (std::abs(sum - 1) > rounding) {
                return "the shares of row " + std::to_string(i) + " sum to " + number(sum);
            }
        }
        return std::nullopt;
    });
}

Counterexample softmax_ignores_any_constant(const SoftmaxFunction& softmax) {
    return when_it_runs([&]() -> Counterexample {
        const std::vector<double> scores{0, 1, -1, 2, 0.5};  // with c added they stay exact
        const Matrix wanted = as_row(softmax(scores));
        for (const double c : {1.0, -1.0, 20000.0, -20000.0}) {
            std::vector<double> moved = scores;
            for (double& score : moved) score += c;
            const Counterexample found =
                difference("share", as_row(softmax(moved)), wanted, 1, rounding);
            if (found) return after("with " + number(c) + " added to all scores", found);
        }
        return std::nullopt;
    });
}

Counterexample causal_mask_hides_the_future(const CausalMaskFunction& causal) {
    return when_it_runs([&]() -> Counterexample {
        const Mask mask = causal(7, 7);
        for (std::size_t i = 0; i < 7; ++i) {
            for (std::size_t j = 0; j < 7; ++j) {
                if (mask.allows(i, j) == (j <= i)) continue;
                return "token " + std::to_string(i) + (j > i ? " may" : " may not") +
                       " look at token " + std::to_string(j);
            }
        }
        return std::nullopt;
    });
}

Counterexample causal_mask_continues(const CausalMaskFunction& causal) {
    return when_it_runs([&]() -> Counterexample {
        const Mask whole = causal(7, 7);
        for (const std::size_t asked : {1u, 2u, 5u}) {
            const Mask part = causal(asked, 7);
            for (std::size_t i = 0; i < asked; ++i) {
                for (std::size_t j = 0; j < 7; ++j) {
                    if (part.allows(i, j) == whole.allows(i + 7 - asked, j)) continue;
                    return "of 7 tokens, token " + std::to_string(i + 7 - asked) +
                           (part.allows(i, j) ? " may" : " may not") + " look at token " +
                           std::to_string(j) + " when the last " + std::to_string(asked) +
                           " are asked alone, and in the whole sentence it is otherwise";
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample splitting_keeps_tokens_apart(const HeadFunctions& heads) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix before = random_matrix(5, 6);
        for (std::size_t token = 0; token < 5; ++token) {
            Matrix other = before;
            for (double& entry : other.row(token)) entry += 1;
            const auto was = heads.split(before, 2), is = heads.split(other, 2);
            for (std::size_t h = 0; h < 2; ++h) {
                for (std::size_t i = 0; i < 5; ++i) {
                    if (i == token) continue;
                    const auto old_row = was.at(h).row(i), new_row = is.at(h).row(i);
                    if (std::equal(old_row.begin(), old_row.end(), new_row.begin(),
                                   new_row.end()))
                        continue;
                    return "token " + std::to_string(token) + " was changed, and row " +
                           std::to_string(i) + " of head " + std::to_string(h) +
                           " changed with it";
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample splitting_takes_columns(const HeadFunctions& heads) {
    return when_it_runs([&]() -> Counterexample {
        Matrix numbered(5, 6);
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = 0; j < 6; ++j) numbered(i, j) = static_cast<double>(j);
        }
        const auto parts = heads.split(numbered, 3);
        for (std::size_t h = 0; h < 3; ++h) {
            Matrix wanted(5, 2, 2.0 * static_cast<double>(h));
            for (std::size_t i = 0; i < 5; ++i) wanted(i, 1) += 1;
            const std::string what = "with columns that hold their own number, head " +
                                     std::to_string(h) + "'s entry";
            if (auto found = difference(what, parts.at(h), wanted, 5, 0)) return found;
        }
        return std::nullopt;
    });
}

Counterexample merging_undoes_splitting(const HeadFunctions& heads) {
    return when_it_runs([&] {
        const Matrix m = random_matrix(5, 6);
        return difference("split into 3 heads and merged, entry",
                          heads.merge(heads.split(m, 3)), m, 5, 0);
    });
}

Counterexample encoding_sees_distances(const EncodingFunction& encoding) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix rows = encoding(50, 16);
        const Matrix products = matmul_transpose_b(rows, rows);
        for (std::size_t i = 0; i < 50; ++i) {
            for (std::size_t j = i; j < 50; ++j) {
                if (std::abs(products(i, j) - products(0, j - i)) <= 1e-10) continue;
                return at("the product of positions", i, j) + " is " +
                       number(products(i, j)) + ", and that of 0 and " +
                       std::to_string(j - i) + " is " + number(products(0, j - i));
            }
        }
        return std::nullopt;
    });
}

Counterexample encoding_has_the_papers_waves(const EncodingFunction& encoding) {
    return when_it_runs([&]() -> Counterexample {
        for (const std::size_t d_model : {128u, 6u, 4u}) {
            const Matrix rows = encoding(50, d_model);
            const Matrix products = matmul_transpose_b(rows, rows);
            for (std::size_t distance = 0; distance < 50; ++distance) {
                double wanted = 0;
                for (std::size_t column = 0; column < d_model; column += 2) {
                    const double share =
                        static_cast<double>(column) / static_cast<double>(d_model);
                    wanted +=
                        std::cos(static_cast<double>(distance) / std::pow(10000.0, share));
                }
                if (std::abs(products(0, distance) - wanted) <= 1e-10) continue;
                return "for d_model = " + std::to_string(d_model) +
                       " the product of positions " + std::to_string(distance) +
                       " apart is " + number(products(0, distance)) + ", and should be " +
                       number(wanted);
            }
        }
        return std::nullopt;
    });
}

Counterexample encoding_takes_turns(const EncodingFunction& encoding) {
    return when_it_runs([&] {
        Matrix wanted(1, 6);
        for (const std::size_t cosine : {1u, 3u, 5u}) wanted(0, cosine) = 1;
        return difference("entry", encoding(1, 6), wanted, 1, 0);
    });
}

Counterexample norm_gives_mean_0(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix y = norm(rows_of_many_spreads(), 1e-5);
        for (std::size_t i = 0; i < y.rows(); ++i) {
            if (auto found = wrong_row("mean", i, mean_of(y.row(i)), 0, 1e-9)) return found;
        }
        return std::nullopt;
    });
}

Counterexample norm_gives_variance_1(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        for (const std::size_t width : {2u, 7u, 512u}) {
            const Matrix y = norm(random_matrix(3, width), 0);
            for (std::size_t i = 0; i < y.rows(); ++i) {
                const auto found = wrong_row("variance", i, variance_of(y.row(i)), 1, 1e-9);
                if (found)
                    return after("with " + std::to_string(width) + " columns", found);
            }
        }
        return std::nullopt;
    });
}

Counterexample norm_ignores_shift_and_scale(const NormFunction& norm) {
    return when_it_runs([&] {
        const Matrix x = random_matrix(5, 7);
        const Matrix moved = plus_everywhere(scale(x, 10), std::vector<double>(7, 3.0));
        return after("with 10 x + 3 for x",
                     difference("entry", norm(moved, 0), norm(x, 0), 5, 1e-9));
    });
}

Counterexample norm_adds_epsilon_to_the_variance(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix x = rows_of_many_spreads();
        for (const double epsilon : {1e-5, 1e-2, 1.0}) {
            const Matrix y = norm(x, epsilon);
            for (std::size_t i = 0; i < y.rows(); ++i) {
                const double v = variance_of(x.row(i));
                const auto found = wrong_row("variance", i, variance_of(y.row(i)),
                                             v / (v + epsilon), 1e-9);
                if (found) return after("with epsilon " + number(epsilon), found);
            }
        }
        return std::nullopt;
    });
}

Counterexample gelu_is_x_times_the_area(const ActivationFunction& gelu) {
    return when_it_runs([&]() -> Counterexample {
        // Strips of 0.01 from 0 to x, each by Simpson's rule; to the left of 0 lies 1/2.
        const auto bell = [](double x) {
            return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
        };
        double area = 0.5, worst = 1e-9;
        Counterexample found;
        for (int strip = 0; strip <= 500; ++strip) {
            const double x = strip * 0.01;
            for (const double side : {x, -x}) {
                const double wanted = side * (side < 0 ? 1 - area : area);
                const double gap = std::abs(gelu(side) - wanted);
                if (gap <= worst) continue;  // false for NaN
                worst = gap;
                found = "at " + number(side) + " it is " + number(gelu(side)) +
                        ", and x times the area is " + number(wanted);
            }
            area += 0.01 / 6 * (bell(x) + 4 * bell(x + 0.005) + bell(x + 0.01));
        }
        return found;
    });
}

Counterexample gelu_differs_from_its_mirror_by_x(const ActivationFunction& gelu) {
    return when_it_runs([&]() -> Counterexample {
        for (int step = 0; step <= 80; ++step) {
            const double x = step * 0.1, gap = gelu(x) - gelu(-x);
            if (std::abs(gap - x) <= rounding) continue;
            return "at " + number(x) + " and its mirror the results differ by " +
                   number(gap);
        }
        return std::nullopt;
    });
}

Counterexample dropout_rests_in_evaluation(const DropoutFunction& dropout) {
    return when_it_runs([&] {
        Random generator(1);
        const Matrix x = random_matrix(5, 7);
        return difference("in evaluation entry",
                          dropout(x, 0.5, Mode::evaluation, generator), x, 5, 0);
    });
}

Counterexample dropout_keeps_the_mean(const DropoutFunction& dropout) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(1);
        const std::size_t n = 20000;
        for (const double p : {0.1, 0.5}) {
            const Matrix y = dropout(Matrix(n, 1, 1.0), p, Mode::training, generator);
            double mean = 0;
            for (std::size_t i = 0; i < n; ++i) mean += y(i, 0) / static_cast<double>(n);
            if (std::abs(mean - 1) < 0.04) continue;  // more than five standard errors
            return "with p = " + number(p) + " the mean of many ones is " + number(mean);
        }
        return std::nullopt;
    });
}

Counterexample dropout_draws_anew(const DropoutFunction& dropout) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(1);
        const Matrix x(10, 10, 1.0);
        const Matrix first = dropout(x, 0.5, Mode::training, generator);
        if (first != dropout(x, 0.5, Mode::training, generator)) return std::nullopt;
        return "two calls in training leave out the same entries";
    });
}

Counterexample layer_hands_on_normed_rows(const LayerFunction& forward) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(20170612);
        const EncoderLayer layer = random_encoder_layer(
            {.d_model = 6, .n_heads = 2, .d_ff = 5, .epsilon = 1e-12}, generator);
        const Matrix y = forward(layer, scale(random_matrix(5, 6), 3));
        for (std::size_t i = 0; i < y.rows(); ++i) {
            if (auto found = wrong_row("mean", i, mean_of(y.row(i)), 0, 1e-9)) return found;
            const auto found = wrong_row("variance", i, variance_of(y.row(i)), 1, 1e-9);
            if (found) return found;
        }
        return std::nullopt;
    });
}

Counterexample layer_keeps_what_attention_found(const LayerFunction& forward) {
    return when_it_runs([&] {
        const std::vector<double> b{2, -1, 0, 3, 0.5, 0}, nothing(6, 0.0);
        const Matrix x = random_matrix(5, 6);
        return after("when attention finds the same for all and the feed-forward nothing",
                     difference("entry", forward(constant_layer(b, nothing), x),
                                normed(plus_everywhere(x, b)), 5, 1e-9));
    });
}

Counterexample layer_adds_what_feed_forward_found(const LayerFunction& forward) {
    return when_it_runs([&] {
        const std::vector<double> c{2, -1, 0, 3, 0.5, 0}, nothing(6, 0.0);
        const Matrix x = random_matrix(5, 6);
        return after("when attention finds nothing and the feed-forward the same for all",
                     difference("entry", forward(constant_layer(nothing, c), x),
                                normed(plus_everywhere(normed(x), c)), 5, 1e-9));
    });
}

Counterexample layer_commutes_with_permutation(const LayerFunction& forward) {
    return when_it_runs([&] {
        Random generator(20170612);
        const EncoderLayer layer =
            random_encoder_layer({.d_model = 6, .n_heads = 2, .d_ff = 5}, generator);
        const Matrix x = random_matrix(5, 6);
        return after("with the tokens in another order",
                     difference("entry", forward(layer, rotated(x, 1)),
                                rotated(forward(layer, x), 1), 5, 1e-9));
    });
}

std::vector<PropertyOf<SoftmaxFunction>> softmax_properties() {
    return {{"gives shares", softmax_gives_shares},
            {"ignores any constant", softmax_ignores_any_constant}};
}

std::vector<PropertyOf<CausalMaskFunction>> causal_mask_properties() {
    return {{"hides the future", causal_mask_hides_the_future},
            {"continues a sentence", causal_mask_continues}};
}

std::vector<PropertyOf<HeadFunctions>> head_properties() {
    return {{"keeps tokens apart", splitting_keeps_tokens_apart},
            {"takes columns", splitting_takes_columns},
            {"merging undoes splitting", merging_undoes_splitting}};
}

std::vector<PropertyOf<EncodingFunction>> encoding_properties() {
    return {{"sees distances", encoding_sees_distances},
            {"has the paper's waves", encoding_has_the_papers_waves},
            {"sine and cosine take turns", encoding_takes_turns}};
}

std::vector<PropertyOf<NormFunction>> norm_properties() {
    return {{"gives mean 0", norm_gives_mean_0},
            {"gives variance 1", norm_gives_variance_1},
            {"ignores shift and scale", norm_ignores_shift_and_scale},
            {"adds epsilon to the variance", norm_adds_epsilon_to_the_variance}};
}

std::vector<PropertyOf<ActivationFunction>> gelu_properties() {
    return {{"is x times the area", gelu_is_x_times_the_area},
            {"differs from its mirror by x", gelu_differs_from_its_mirror_by_x}};
}

std::vector<PropertyOf<DropoutFunction>> dropout_properties() {
    return {{"rests in evaluation", dropout_rests_in_evaluation},
            {"keeps the mean", dropout_keeps_the_mean},
            {"draws anew", dropout_draws_anew}};
}

std::vector<PropertyOf<LayerFunction>> layer_properties() {
    return {{"hands on normed rows", layer_hands_on_normed_rows},
            {"keeps what attention found", layer_keeps_what_attention_found},
            {"adds what feed-forward found", layer_adds_what_feed_forward_found},
            {"commutes with permutation", layer_commutes_with_permutation}};
}

}  // namespace attn
