// All kinds of properties but those of attention: right functions break none, wrong ones some.
// More wrong ones are in chapter 20's gallery.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "attn/activation.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/properties/part_properties.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

/// The names of the properties that a function breaks, in a line.
template <class Properties, class Function>
std::string broken_by(const Properties& properties, const Function& function) {
    std::string names;
    for (const auto& property : properties) {
        const Counterexample found = property.check(function);
        if (!found) continue;
        CHECK(found->size() > 15);
        names += (names.empty() ? "" : ", ") + property.name;
    }
    return names;
}

std::vector<double> right_softmax(std::span<const double> scores) {
    return softmax(scores);
}

Matrix right_norm(const Matrix& x, double epsilon) {
    return LayerNorm{.epsilon = epsilon}.forward(x);
}

Matrix right_layer(const EncoderLayer& layer, const Matrix& x) {
    return layer.forward(x);
}

AttentionMask right_causal(std::size_t n_query, std::size_t n_key) {
    return causal_mask(n_query, n_key, CausalAlignment::last_sees_last);
}

Matrix right_encoding(std::size_t n, std::size_t d_model) {
    return positional_encoding(n, d_model);
}

const HeadFunctions right_heads{split_heads, merge_heads};

}  // namespace

TEST_CASE("What the book teaches has every property of its kind", "[layer_properties]") {
    CHECK(broken_by(softmax_properties(), SoftmaxFunction(right_softmax)).empty());
    CHECK(broken_by(causal_mask_properties(), CausalMaskFunction(right_causal)).empty());
    CHECK(broken_by(head_properties(), right_heads).empty());
    CHECK(broken_by(encoding_properties(), EncodingFunction(right_encoding)).empty());
    CHECK(broken_by(norm_properties(), NormFunction(right_norm)).empty());
    CHECK(broken_by(gelu_properties(), ActivationFunction(gelu_exact)).empty());
    CHECK(broken_by(dropout_properties(), DropoutFunction(dropout)).empty());
    CHECK(broken_by(layer_properties(), LayerFunction(right_layer)).empty());
}

TEST_CASE("Wrong softmaxes are found", "[layer_properties]") {
    const auto broken = [](const SoftmaxFunction& f) {
        return broken_by(softmax_properties(), f);
    };
    CHECK(broken([](std::span<const double> s) { return softmax_naive(s); }) ==
          "ignores any constant");  // 20000 is past the largest power
    CHECK(broken([](std::span<const double> s) {
              auto weights = softmax(s);
              for (double& weight : weights) weight *= 2;
              return weights;
          }) == "gives weights");
    CHECK(broken([](std::span<const double> s) {
              auto weights = softmax(s);
              weights.pop_back();
              return weights;
          }) == "gives weights");
    CHECK(broken([](std::span<const double>) {
              return std::vector<double>(7, std::numeric_limits<double>::quiet_NaN());
          }) == "gives weights, ignores any constant");
    CHECK_THAT(*softmax_ignores_any_constant([](std::span<const double> s) {
        auto weights = softmax(s);
        if (s[0] > 100) std::swap(weights[3], weights[4]);
        return weights;
    }),
               ContainsText("weight (0, 3) is"));
}

TEST_CASE("Wrong causal masks are found", "[layer_properties]") {
    const auto broken = [](const CausalMaskFunction& f) {
        return broken_by(causal_mask_properties(), f);
    };
    CHECK(broken([](std::size_t n_query, std::size_t n_key) {
              return open_mask(n_query, n_key);
          }) == "hides the future");
    CHECK_THAT(*causal_mask_hides_the_future([](std::size_t n_query, std::size_t n_key) {
        return closed_mask(n_query, n_key);
    }),
               ContainsText("token 0 may not attend to token 0"));
    CHECK_THAT(*causal_mask_continues([](std::size_t n_query, std::size_t n_key) {
        return AttentionMask::where(n_query, n_key, std::greater_equal<>());
    }),
               ContainsText("token 6 may not attend to token 1"));
}

TEST_CASE("Wrong heads are found", "[layer_properties]") {
    HeadFunctions mutant = right_heads;
    mutant.split = [](const Matrix& m, std::size_t n_heads) {  // every second column
        std::vector<Matrix> heads(n_heads, Matrix(m.rows(), m.cols() / n_heads));
        for (std::size_t i = 0; i < m.rows(); ++i) {
            for (std::size_t j = 0; j < m.cols(); ++j)
                heads[j % n_heads](i, j / n_heads) = m(i, j);
        }
        return heads;
    };
    CHECK(broken_by(head_properties(), mutant) ==
          "takes columns, merging undoes splitting");
    mutant.split = [](const Matrix& m, std::size_t n_heads) {  // one head turned over
        std::vector<Matrix> heads = split_heads(m, n_heads);
        const Matrix before = heads[0];
        for (std::size_t i = 0; i < m.rows(); ++i)
            heads[0].set_row(i, before.row(m.rows() - 1 - i));
        return heads;
    };
    CHECK(broken_by(head_properties(), mutant) ==
          "keeps tokens apart, merging undoes splitting");
    mutant.split = [](const Matrix&, std::size_t) { return std::vector<Matrix>(); };
    CHECK_THAT(*splitting_takes_columns(mutant), ContainsText("it threw: "));
    mutant = right_heads;
    mutant.merge = [](const std::vector<Matrix>& heads) {  // a millionth too large
        return merge_heads(heads) * 1.000001;
    };
    CHECK(broken_by(head_properties(), mutant) == "merging undoes splitting");
}

TEST_CASE("Wrong encodings are found", "[layer_properties]") {
    const auto broken = [](const EncodingFunction& f) {
        return broken_by(encoding_properties(), f);
    };
    CHECK(broken([](std::size_t n, std::size_t d) {
              return positional_encoding(n, d, 500);
          }) == "has the paper's waves");
    CHECK(broken([](std::size_t n, std::size_t d) {
              Matrix m = positional_encoding(n, d);
              for (std::size_t i = 0; i < n; ++i) {
                  for (double& entry : m.row(i)) entry *= 1 + static_cast<double>(i);
              }
              return m;
          }) == "depends on distance only, has the paper's waves");
}

TEST_CASE("Wrong norms are found", "[layer_properties]") {
    const auto broken = [](const NormFunction& f) {
        return broken_by(norm_properties(), f);
    };
    CHECK(broken([](const Matrix& x, double epsilon) {
              return right_norm(x, epsilon) + Matrix(x.rows(), x.cols(), 0.5);
          }) == "gives mean 0");
    CHECK(broken([](const Matrix& x, double) { return right_norm(x, 1e-12); }) ==
          "adds epsilon to the variance");
    CHECK(broken([](const Matrix& x, double) { return x; }) ==
          "gives mean 0, gives variance 1, ignores shift and scale, adds epsilon to the "
          "variance");
}

TEST_CASE("Wrong GELUs are found", "[layer_properties]") {
    CHECK_THAT(*gelu_is_x_times_the_area(gelu_tanh), ContainsText("at 2.700000 it is"));
    CHECK(broken_by(gelu_properties(), ActivationFunction([](double x) {
                        return x < 0 ? 0.1 * x : x;
                    })) == "is x times the area, differs from its mirror by x");
}

TEST_CASE("Wrong dropouts are found", "[layer_properties]") {
    const auto broken = [](const DropoutFunction& f) {
        return broken_by(dropout_properties(), f);
    };
    CHECK(broken([](const Matrix& x, double p, Mode mode, Random& generator) {
              const double kept = mode == Mode::training ? 1 - p : 1;
              return dropout(x, p, mode, generator) * kept;
          }) == "keeps the mean");
    CHECK(broken([](const Matrix& x, double p, Mode mode, Random&) {
              Random same(1);
              return dropout(x, p, mode, same);
          }) == "draws new entries");
}

TEST_CASE("Wrong layers are found", "[layer_properties]") {
    const auto broken = [](const LayerFunction& f) {
        return broken_by(layer_properties(), f);
    };
    CHECK(broken([](const EncoderLayer& layer, const Matrix& x) {  // no second residual
              const Matrix found =
                  layer.norm1.forward(x + layer.attention.forward(x, x, x));
              return layer.norm2.forward(layer.feed_forward.forward(found));
          }) == "adds the attention output, adds the feed-forward output");
    CHECK(broken([](const EncoderLayer& layer, const Matrix& x) {  // knows positions
              return layer.forward(x + positional_encoding(x.rows(), x.cols()));
          }) ==
          "adds the attention output, adds the feed-forward output, commutes with "
          "permutation");
}

TEST_CASE("A norm's variance is checked to a billionth, each row by itself",
          "[layer_properties]") {
    const auto stretched = [](double factor) {
        return [factor](const Matrix& x, double epsilon) {
            return right_norm(x, epsilon) * factor;
        };
    };
    CHECK_FALSE(norm_gives_variance_1(stretched(1 + 1e-12)));
    CHECK(norm_gives_variance_1(stretched(1 + 1e-8)));
    const auto only_last_row = [](const Matrix& x, double epsilon) {
        Matrix y = right_norm(x, epsilon);
        for (double& entry : y.row(y.rows() - 1)) entry *= 1.5;
        return y;
    };
    CHECK_THAT(*norm_gives_variance_1(only_last_row),
               ContainsText("row 2 has a variance of 2.250000, and not of 1.000000"));
}

TEST_CASE("A layer's rows are checked for their mean and for their variance",
          "[layer_properties]") {
    const auto moved = [](double factor, double shift) {
        return [=](const EncoderLayer& layer, const Matrix& x) {
            return layer.forward(x) * factor + Matrix(x.rows(), x.cols(), shift);
        };
    };
    CHECK_FALSE(layer_passes_on_normalized_rows(moved(1, 0)));
    CHECK_THAT(*layer_passes_on_normalized_rows(moved(1, 0.5)),
               ContainsText("row 0 has a mean of 0.500000"));
    CHECK_THAT(*layer_passes_on_normalized_rows(moved(2, 0)),
               ContainsText("row 0 has a variance of 4.000000"));
}

TEST_CASE("A result of another shape breaks every property of a norm or a layer",
          "[layer_properties]") {
    const auto nothing = [](const Matrix&, double) { return Matrix(); };
    const auto first_row = [](const Matrix& x, double epsilon) {
        return select_rows(right_norm(x, epsilon), {0});
    };
    const std::string all =
        "gives mean 0, gives variance 1, ignores shift and scale, adds epsilon to the "
        "variance";
    CHECK(broken_by(norm_properties(), NormFunction(nothing)) == all);
    CHECK(broken_by(norm_properties(), NormFunction(first_row)) == all);
    CHECK(norm_gives_mean_0(nothing) == "the result is 0x0, and should be 5x7");
    const LayerFunction no_layer = [](const EncoderLayer&, const Matrix&) {
        return Matrix();
    };
    CHECK(broken_by(layer_properties(), no_layer) ==
          "passes on normalized rows, adds the attention output, adds the feed-forward "
          "output, commutes with permutation");
}

TEST_CASE("More than was asked for is found", "[layer_properties]") {
    HeadFunctions one_more = right_heads;
    one_more.split = [](const Matrix& m, std::size_t n_heads) {
        std::vector<Matrix> heads = split_heads(m, n_heads);
        heads.emplace_back();
        return heads;
    };
    one_more.merge = [](std::vector<Matrix> heads) {
        heads.pop_back();
        return merge_heads(heads);
    };
    CHECK(broken_by(head_properties(), one_more) == "takes columns");
    const EncodingFunction wider = [](std::size_t n, std::size_t d_model) {
        const Matrix m = positional_encoding(n, d_model);
        if (n == 1) return m;
        Matrix result(n, d_model + 1);
        for (std::size_t i = 0; i < n; ++i) {
            std::copy_n(m.row(i).begin(), d_model, result.row(i).begin());
        }
        return result;
    };
    CHECK(broken_by(encoding_properties(), wider) ==
          "depends on distance only, has the paper's waves");
    const CausalMaskFunction larger = [](std::size_t n_query, std::size_t n_key) {
        return AttentionMask::where(n_query + 1, n_key, [=](std::size_t i, std::size_t j) {
            return j + n_query <= i + n_key;
        });
    };
    CHECK(broken_by(causal_mask_properties(), larger) ==
          "hides the future, continues a sentence");
    const DropoutFunction longer = [](const Matrix& x, double p, Mode mode,
                                      Random& generator) {
        if (mode == Mode::evaluation) return x;
        return dropout(Matrix(x.rows() + 1, x.cols(), 1.0), p, mode, generator);
    };
    CHECK(broken_by(dropout_properties(), longer) == "keeps the mean");
}
