#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/layer_norm.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/softmax_backward.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/rms_norm.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "doctor/library/doctor.hpp"

using namespace attn;

namespace {

/// Right, and to the last digits: so the doctor's reference without switches equals the library's
/// function on every probe of the kind.
void require_equal(const Diagnosis& found) {
    INFO(found);
    CHECK(found.right());
    CHECK(found.precision == "float64");
    CHECK(found.answered == doctor::probes(found.kind).size());
}

/// Layer norm whose variance is the mean of the squares less the square of the mean.
template <class Number>
Matrix one_pass_norm(const Matrix& x, const std::vector<double>& gamma,
                     const std::vector<double>& beta, double epsilon) {
    Matrix y = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        Number sum = 0, squares = 0;
        for (const double value : x.row(i)) {
            sum += static_cast<Number>(value);
            squares += static_cast<Number>(value) * static_cast<Number>(value);
        }
        const Number n = static_cast<Number>(x.cols()), mean = sum / n;
        const Number variance = squares / n - mean * mean;
        const Number root = std::sqrt(variance + static_cast<Number>(epsilon));
        for (std::size_t j = 0; j < x.cols(); ++j) {
            const Number centred = static_cast<Number>(x(i, j)) - mean;
            y(i, j) = static_cast<double>(centred / root) * gamma[j] + beta[j];
        }
    }
    return y;
}

/// Attention as a float computes it. Where a key is masked, masked is added to its score.
Matrix in_float(const Matrix& q, const Matrix& k, const Matrix& v,
                const AttentionMask& mask, float masked) {
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        std::vector<float> score(k.rows(), 0.0f);
        for (std::size_t j = 0; j < k.rows(); ++j) {
            for (std::size_t c = 0; c < q.cols(); ++c) {
                score[j] += static_cast<float>(q(i, c)) * static_cast<float>(k(j, c));
            }
            score[j] /= std::sqrt(static_cast<float>(q.cols()));
            if (!mask.allows(i, j)) score[j] += masked;
        }
        const float top = *std::max_element(score.begin(), score.end());
        float sum = 0;
        for (float& s : score) {
            s = std::isinf(top) ? 0.0f : std::exp(s - top);
            sum += s;
        }
        for (std::size_t j = 0; j < k.rows() && sum > 0; ++j) {
            for (std::size_t c = 0; c < v.cols(); ++c) {
                output(i, c) += static_cast<double>(score[j] / sum) * v(j, c);
            }
        }
    }
    return output;
}

Diagnosis examined(float masked) {
    return examine_attention(
        [=](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            return in_float(q, k, v, mask, masked);
        });
}

}  // namespace

TEST_CASE("doctor: its references equal the library on every probe") {
    require_equal(examine_layer_norm([](const Matrix& x, const std::vector<double>& gamma,
                                        const std::vector<double>& beta, double epsilon) {
        return LayerNorm{gamma, beta, epsilon}.forward(x);
    }));
    require_equal(examine_rms_norm(
        [](const Matrix& x, const std::vector<double>& gamma, double epsilon) {
            return RmsNorm{gamma, epsilon}.forward(x);
        }));
    require_equal(examine_positional_encoding(
        [](std::size_t n, std::size_t d) { return positional_encoding(n, d); }));
    require_equal(
        examine_embedding([](const Matrix& table, const std::vector<std::size_t>& ids) {
            const double root = std::sqrt(static_cast<double>(table.cols()));
            return Embedding{table}.forward(ids) * root +
                   positional_encoding(ids.size(), table.cols());
        }));
    require_equal(examine_attention(attention));
    require_equal(examine_multi_head(
        [](const MultiHeadAttention& layer, const Matrix& q_in, const Matrix& k_in,
           const Matrix& v_in,
           const AttentionMask& mask) { return layer.forward(q_in, k_in, v_in, mask); }));
    require_equal(examine_encoder_layer(
        [](const EncoderLayer& layer, const Matrix& x, const AttentionMask& mask) {
            return layer.forward(x, mask);
        }));
    require_equal(examine_decoder_layer([](const DecoderLayer& layer, const Matrix& y,
                                           const Matrix& memory, const AttentionMask& mask,
                                           const AttentionMask& memory_mask) {
        return layer.forward(y, memory, mask, memory_mask);
    }));
}

TEST_CASE("doctor: the library's activations are right, each where it was asked for") {
    for (const Activation asked :
         {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
        const Diagnosis found =
            examine_activation(asked, [&](double x) { return activate(asked, x); });
        INFO(found);
        CHECK(found.right());
        CHECK(found.precision == "float64");
        CHECK(found.skipped.size() == 2);
    }
    const Diagnosis other = examine_activation(Activation::gelu_exact, gelu_tanh);
    REQUIRE(other.findings.size() == 1);
    CHECK(other.findings[0].name == "gelu_kind_tanh");
    CHECK(other.findings[0].number == 22);
    CHECK(other.verdict == doctor::Verdict::another_convention);
}

TEST_CASE("doctor: of the library's softmax it knows what its docstring says") {
    const Diagnosis found = examine_softmax(softmax_rows);
    INFO(found);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].name == "nan_row");
    CHECK(found.right());
}

TEST_CASE("doctor: a variance by the mean of squares is found, in both precisions") {
    const auto require_found = [](const Diagnosis& found) {
        INFO(found);
        REQUIRE(found.findings.size() == 1);
        CHECK(found.findings[0].name == "one_pass_variance");
        CHECK(found.verdict == doctor::Verdict::right_but_at_the_edges);
        CHECK(found.example.has_value());
    };
    for (const auto& norm : {one_pass_norm<double>, one_pass_norm<float>}) {
        require_found(examine_layer_norm(norm));
        CHECK(examine_layer_norm(norm, {.accept = {"one_pass_variance"}}).right());
        for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
            require_found(examine_encoder_layer(
                [&](const EncoderLayer& layer, const Matrix& x, const AttentionMask& mask) {
                    if (layer.placement != placement) throw doctor::Skip{};
                    const bool pre = placement == NormPlacement::pre;
                    const auto by = [&](const LayerNorm& of, const Matrix& rows) {
                        return norm(rows, of.gamma, of.beta, of.epsilon);
                    };
                    const Matrix a = pre ? by(layer.norm1, x) : x;
                    const Matrix h = x + layer.attention.forward(a, a, a, mask);
                    const Matrix f = by(pre ? layer.norm2 : layer.norm1, h);
                    const Matrix y = (pre ? h : f) + layer.feed_forward.forward(f);
                    return pre ? y : by(layer.norm2, y);
                }));
        }
    }
}

TEST_CASE("doctor: a way back over rows far from 0 may answer with slopes alone") {
    const Diagnosis found =
        examine_layer_norm_gradient([](const LayerNorm& layer, const Matrix& x,
                                       const Matrix& d_output, LayerNorm& gradient) {
            LayerNormTrace trace = layer.trace(x);
            for (std::size_t i = 0; i < x.rows(); ++i) {
                if (x(i, 0) > 1000) trace.variance[i] *= 4;
            }
            return backward(layer, trace, d_output, gradient);
        });
    INFO(found);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].name == "one_pass_variance");
    REQUIRE(found.example.has_value());
    CHECK(found.example->output == "grad_x");
}

TEST_CASE("doctor: what has no exponential is named where minus infinity masks, too") {
    const auto require_named = [](const Diagnosis& found, const std::string& name) {
        INFO(found);
        REQUIRE(found.findings.size() == 1);
        CHECK(found.findings[0].name == name);
        CHECK(found.alternatives.empty());
        CHECK(found.unexplained.empty());
    };
    const auto divided = [](Matrix scores) {
        for (std::size_t i = 0; i < scores.rows(); ++i) {
            double sum = 0;
            for (const double score : scores.row(i)) sum += score;
            for (double& score : scores.row(i)) score /= sum;
        }
        return scores;
    };
    const auto by = [](const auto& weights_of) {
        return [weights_of](const Matrix& q, const Matrix& k, const Matrix& v,
                            const AttentionMask& mask) {
            const double root = std::sqrt(static_cast<double>(q.cols()));
            return matmul(weights_of(apply_mask(matmul_transpose_b(q, k) / root, mask)), v);
        };
    };
    require_named(examine_softmax(divided), "no_exponential");
    require_named(examine_attention(by(divided)), "no_exponential");
    require_named(examine_attention(by([](const Matrix& scores) { return scores; })),
                  "no_softmax");
    // Without a mask nothing tells the mistake's two settings apart: one name.
    require_named(examine_softmax([&](const Matrix& scores) {
                      if (scores.cols() != 5) throw doctor::Skip{};
                      return divided(scores);
                  }),
                  "no_exponential");
}

TEST_CASE("doctor: a function that throws is reported, and the others' answers count") {
    const Diagnosis found = examine_attention(
        [](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            if (q.rows() != k.rows()) throw std::runtime_error("square only");
            return attention(q, k, v, mask);
        });
    CHECK(found.verdict == doctor::Verdict::right_where_it_ran);
    CHECK(found.exit_code() == 2);
    REQUIRE(!found.troubles.empty());
    CHECK(found.troubles[0].words == "threw \"square only\"");
    CHECK(found.agree == found.answered);
}

TEST_CASE("doctor: a sentence of another shape than the first is reported") {
    for (const Matrix& other : {Matrix(), Matrix(9, 6)}) {
        std::size_t calls = 0;
        const Diagnosis found = examine_layer_norm([&](const Matrix& x,
                                                       const std::vector<double>& gamma,
                                                       const std::vector<double>& beta,
                                                       double epsilon) {
            return ++calls % 2 == 0 ? other : LayerNorm{gamma, beta, epsilon}.forward(x);
        });
        INFO(found);
        CHECK(found.verdict == doctor::Verdict::no_verdict);
        REQUIRE(!found.troubles.empty());
        CHECK(found.troubles[0].words ==
              "threw \"one sentence is 4x6, another is " + shape_text(other) +
                  "; a probe's sentences must be equal in shape\"");
    }
}

TEST_CASE("doctor: its ways back equal the library's on every probe") {
    require_equal(
        examine_softmax_gradient([](const Matrix& scores, const Matrix& d_weights) {
            return softmax_rows_backward(softmax_rows(scores), d_weights);
        }));
    require_equal(
        examine_layer_norm_gradient([](const LayerNorm& layer, const Matrix& x,
                                       const Matrix& d_output, LayerNorm& gradient) {
            return backward(layer, layer.trace(x), d_output, gradient);
        }));
    require_equal(
        examine_attention_gradient([](const Matrix& q, const Matrix& k, const Matrix& v,
                                      const AttentionMask& mask, const Matrix& d_output) {
            const AttentionTrace trace = scaled_dot_product_attention(q, k, v, mask);
            const AttentionGradient slopes =
                scaled_dot_product_attention_backward(q, k, v, trace, d_output);
            return InputSlopes{slopes.q, slopes.k, slopes.v};
        }));
    require_equal(examine_multi_head_gradient(
        [](const MultiHeadAttention& layer, const Matrix& q_in, const Matrix& k_in,
           const Matrix& v_in, const AttentionMask& mask, const Matrix& d_output,
           MultiHeadAttention& gradient) {
            const MultiHeadTrace trace = layer.trace(q_in, k_in, v_in, mask);
            const MultiHeadGradient slopes =
                backward(layer, q_in, k_in, v_in, trace, d_output, gradient);
            return InputSlopes{slopes.q_in, slopes.k_in, slopes.v_in};
        }));
    require_equal(examine_encoder_layer_gradient(
        [](const EncoderLayer& layer, const Matrix& x, const AttentionMask& mask,
           const Matrix& d_output, EncoderLayer& gradient) {
            return backward(layer, layer.trace(x, mask), d_output, gradient);
        }));
}

// float32 keeps three decimals of a score of 16000: what it gives there is right to few digits.
TEST_CASE("doctor: attention in float32 is right at the edges too") {
    const Diagnosis found = examined(-INFINITY);
    CHECK(found.right());
    CHECK(found.precision == "float32");
}

TEST_CASE("doctor: adding -10000 to a score in float32 has its name") {
    const Diagnosis found = examined(-10000.0f);
    CHECK(found.verdict == doctor::Verdict::right_but_at_the_edges);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings.front().name == "add_1e4");
}
