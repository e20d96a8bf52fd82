#include <algorithm>
#include <exception>
#include <utility>

#include "attn/parameters.hpp"
#include "doctor/library/doctor.hpp"
#include "doctor/library/sentences.hpp"

namespace attn {
namespace {

using doctor::Answer;
using doctor::Array;
using doctor::Arrays;
using doctor::Probe;

/// A function of one probe as a command; what it throws is an answer, too.
doctor::Command one_by_one(std::function<Arrays(const Probe&)> answer_to) {
    return [answer_to = std::move(answer_to)](const std::vector<Probe>& probes) {
        std::vector<Answer> answers;
        for (const Probe& probe : probes) {
            Answer answer;
            try {
                answer.outputs = answer_to(probe);
                answer.what =
                    answer.outputs.empty() ? Answer::What::skipped : Answer::What::given;
            } catch (const doctor::Skip&) {
                answer.what = Answer::What::skipped;
            } catch (const std::exception& error) {
                answer = {.what = Answer::What::error,
                          .words = "threw \"" + std::string(error.what()) + "\""};
            }
            answers.push_back(std::move(answer));
        }
        return answers;
    };
}

/// The same for a function that gives one sentence's output.
doctor::Command sentence_by_sentence(
    const std::function<Matrix(const Probe& probe, std::size_t sentence)>& answer_to) {
    return one_by_one([answer_to](const Probe& probe) {
        std::vector<Matrix> outputs;
        for (std::size_t s = 0; s < probe.count("batch", 1); ++s) {
            outputs.push_back(answer_to(probe, s));
        }
        return Arrays{{"output", doctor::stacked_up(outputs)}};
    });
}

Array as_array(const Matrix& m) {
    return {.shape = {m.rows(), m.cols()},
            .values = {m.values().begin(), m.values().end()}};
}

}  // namespace

Diagnosis examine_softmax(const std::function<Matrix(const Matrix&)>& softmax,
                          const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& probe) {
        return Arrays{{"output", as_array(softmax(doctor::matrix(probe, "scores")))}};
    };
    return doctor::examine("softmax", one_by_one(answer_to), options);
}

Diagnosis examine_activation(Activation asked, const std::function<double(double)>& f,
                             const DoctorOptions& options) {
    const std::string name = asked == Activation::relu         ? "relu"
                             : asked == Activation::gelu_exact ? "gelu"
                                                               : "gelu_tanh";
    const auto answer_to = [&](const Probe& probe) {
        if (probe.setting("activation") != name) return Arrays{};
        Array y = probe.arrays.at("x");
        for (double& value : y.values) value = f(value);
        return Arrays{{"output", y}};
    };
    return doctor::examine("activation", one_by_one(answer_to), options);
}

Diagnosis examine_layer_norm(
    const std::function<Matrix(const Matrix&, const std::vector<double>&,
                               const std::vector<double>&, double)>& norm,
    const DoctorOptions& options) {
    return doctor::examine(
        "layer_norm", sentence_by_sentence([&](const Probe& p, std::size_t s) {
            return norm(doctor::matrix(p, "x", s), p.arrays.at("weight").values,
                        p.arrays.at("bias").values, p.number("eps"));
        }),
        options);
}

Diagnosis examine_rms_norm(
    const std::function<Matrix(const Matrix&, const std::vector<double>&, double)>& norm,
    const DoctorOptions& options) {
    return doctor::examine("rms_norm",
                           sentence_by_sentence([&](const Probe& p, std::size_t s) {
                               return norm(doctor::matrix(p, "x", s),
                                           p.arrays.at("weight").values, p.number("eps"));
                           }),
                           options);
}

Diagnosis examine_positional_encoding(
    const std::function<Matrix(std::size_t, std::size_t)>& encoding,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        return Arrays{{"output", as_array(encoding(p.count("n"), p.count("d_model")))}};
    };
    return doctor::examine("positional_encoding", one_by_one(answer_to), options);
}

Diagnosis examine_embedding(
    const std::function<Matrix(const Matrix&, const std::vector<std::size_t>&)>& embedding,
    const DoctorOptions& options) {
    return doctor::examine(
        "embedding", sentence_by_sentence([&](const Probe& p, std::size_t s) {
            return embedding(doctor::matrix(p, "table"), doctor::ids(p, s));
        }),
        options);
}

Diagnosis examine_attention(
    const std::function<Matrix(const Matrix&, const Matrix&, const Matrix&,
                               const AttentionMask&)>& attention,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        return Arrays{
            {"output", as_array(attention(doctor::matrix(p, "q"), doctor::matrix(p, "k"),
                                          doctor::matrix(p, "v"), doctor::mask(p)))}};
    };
    return doctor::examine("attention", one_by_one(answer_to), options);
}

Diagnosis examine_multi_head(
    const std::function<Matrix(const MultiHeadAttention&, const Matrix&, const Matrix&,
                               const Matrix&, const AttentionMask&)>& multi_head,
    const DoctorOptions& options) {
    return doctor::examine("mha", sentence_by_sentence([&](const Probe& p, std::size_t s) {
                               return multi_head(
                                   doctor::heads(p, ""), doctor::matrix(p, "query", s),
                                   doctor::matrix(p, "key", s),
                                   doctor::matrix(p, "value", s), doctor::mask(p, s));
                           }),
                           options);
}

Diagnosis examine_encoder_layer(
    const std::function<Matrix(const EncoderLayer&, const Matrix&, const AttentionMask&)>&
        encoder_layer,
    const DoctorOptions& options) {
    return doctor::examine(
        "encoder_layer", sentence_by_sentence([&](const Probe& p, std::size_t s) {
            return encoder_layer(doctor::encoder_layer_of(p), doctor::matrix(p, "x", s),
                                 doctor::mask(p, s));
        }),
        options);
}

Diagnosis examine_decoder_layer(
    const std::function<Matrix(const DecoderLayer&, const Matrix&, const Matrix&,
                               const AttentionMask&, const AttentionMask&)>& decoder_layer,
    const DoctorOptions& options) {
    return doctor::examine(
        "decoder_layer", sentence_by_sentence([&](const Probe& p, std::size_t s) {
            return decoder_layer(doctor::decoder_layer_of(p), doctor::matrix(p, "x", s),
                                 doctor::matrix(p, "memory", s), causal_mask(p.count("n")),
                                 doctor::memory_mask(p, s));
        }),
        options);
}

Diagnosis examine_softmax_gradient(
    const std::function<Matrix(const Matrix&, const Matrix&)>& backward,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        return Arrays{
            {"grad_scores", as_array(backward(doctor::matrix(p, "scores"),
                                              doctor::matrix(p, "grad_output")))}};
    };
    return doctor::examine("softmax_grad", one_by_one(answer_to), options);
}

Diagnosis examine_layer_norm_gradient(
    const std::function<Matrix(const LayerNorm&, const Matrix&, const Matrix&, LayerNorm&)>&
        backward,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        const LayerNorm layer{p.arrays.at("weight").values, p.arrays.at("bias").values,
                              p.number("eps")};
        LayerNorm gradient = zeros_like(layer);
        std::vector<Matrix> d_x;
        for (std::size_t s = 0; s < p.count("batch"); ++s) {
            d_x.push_back(backward(layer, doctor::matrix(p, "x", s),
                                   doctor::matrix(p, "grad_output", s), gradient));
        }
        return Arrays{{"grad_x", doctor::stacked_up(d_x)},
                      {"grad_weight", {{gradient.gamma.size()}, gradient.gamma}},
                      {"grad_bias", {{gradient.beta.size()}, gradient.beta}}};
    };
    return doctor::examine("layer_norm_grad", one_by_one(answer_to), options);
}

Diagnosis examine_attention_gradient(
    const std::function<InputSlopes(const Matrix&, const Matrix&, const Matrix&,
                                    const AttentionMask&, const Matrix&)>& backward,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        const InputSlopes slopes =
            backward(doctor::matrix(p, "q"), doctor::matrix(p, "k"), doctor::matrix(p, "v"),
                     doctor::mask(p), doctor::matrix(p, "grad_output"));
        return Arrays{{"grad_q", as_array(slopes.q)},
                      {"grad_k", as_array(slopes.k)},
                      {"grad_v", as_array(slopes.v)}};
    };
    return doctor::examine("attention_grad", one_by_one(answer_to), options);
}

Diagnosis examine_multi_head_gradient(
    const std::function<InputSlopes(const MultiHeadAttention&, const Matrix&, const Matrix&,
                                    const Matrix&, const AttentionMask&, const Matrix&,
                                    MultiHeadAttention&)>& backward,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        const MultiHeadAttention layer = doctor::heads(p, "");
        MultiHeadAttention gradient = zeros_like(layer);
        std::vector<Matrix> d_q, d_k, d_v;
        for (std::size_t s = 0; s < p.count("batch"); ++s) {
            InputSlopes slopes =
                backward(layer, doctor::matrix(p, "query", s), doctor::matrix(p, "key", s),
                         doctor::matrix(p, "value", s), doctor::mask(p, s),
                         doctor::matrix(p, "grad_output", s), gradient);
            d_q.push_back(std::move(slopes.q));
            d_k.push_back(std::move(slopes.k));
            d_v.push_back(std::move(slopes.v));
        }
        Arrays slopes = doctor::slopes_in(parameters(gradient));
        slopes["grad_query"] = doctor::stacked_up(d_q);
        slopes["grad_key"] = doctor::stacked_up(d_k);
        slopes["grad_value"] = doctor::stacked_up(d_v);
        return slopes;
    };
    return doctor::examine("mha_grad", one_by_one(answer_to), options);
}

Diagnosis examine_encoder_layer_gradient(
    const std::function<Matrix(const EncoderLayer&, const Matrix&, const AttentionMask&,
                               const Matrix&, EncoderLayer&)>& backward,
    const DoctorOptions& options) {
    const auto answer_to = [&](const Probe& p) {
        const EncoderLayer layer = doctor::encoder_layer_of(p);
        EncoderLayer gradient = zeros_like(layer);
        std::vector<Matrix> d_x;
        for (std::size_t s = 0; s < p.count("batch"); ++s) {
            d_x.push_back(backward(layer, doctor::matrix(p, "x", s), doctor::mask(p, s),
                                   doctor::matrix(p, "grad_output", s), gradient));
        }
        Arrays slopes = doctor::slopes_in(parameters(gradient));
        slopes["grad_x"] = doctor::stacked_up(d_x);
        return slopes;
    };
    return doctor::examine("encoder_layer_grad", one_by_one(answer_to), options);
}

}  // namespace attn
