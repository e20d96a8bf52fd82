#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layer_inputs.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

struct NormInputs {
    Array x = {};
    Array weight = {};
    Array bias = {};
};

/// bias empty: RMS norm has none.
Probe norm_probe(std::string name, std::string stage, NormInputs in, double epsilon) {
    Probe probe{.name = std::move(name), .stage = std::move(stage)};
    probe.settings = {{"batch", std::to_string(in.x.shape[0])},
                      {"n", std::to_string(in.x.shape[1])},
                      {"d_model", std::to_string(in.x.shape[2])},
                      {"eps", short_number(epsilon)}};
    probe.arrays = {{"x", std::move(in.x)}, {"weight", std::move(in.weight)}};
    probe.kind = in.bias.shape.empty() ? "rms_norm" : "layer_norm";
    if (!in.bias.shape.empty()) probe.arrays["bias"] = std::move(in.bias);
    return probe;
}

NormInputs with_weights(Array x, bool has_bias) {
    const std::size_t d = x.shape[2];
    NormInputs in{.x = std::move(x), .weight = random_array(80, {d})};
    for (double& gamma : in.weight.values) gamma = static_cast<float>(gamma + 2);
    if (has_bias) in.bias = random_array(81, {d});
    return in;
}

/// Around a mean, in quarters: exact in float32.
Array around(double mean, std::uint64_t seed, std::vector<std::size_t> shape) {
    Array x = random_array(seed, std::move(shape));
    for (double& value : x.values) value = mean + static_cast<int>(value * 4) / 4.0;
    return x;
}

std::vector<Probe> norm_probes(bool has_bias) {
    const auto ask = [&](const char* name, const char* stage, Array x,
                         double epsilon = 1e-5) {
        return norm_probe(name, stage, with_weights(std::move(x), has_bias), epsilon);
    };
    std::vector<Probe> probes = {
        ask("ordinary rows", "plain", around(1, 82, {2, 4, 6})),
        ask("2 columns", "plain", random_array(84, {3, 3, 2})),
        ask("nearly constant rows", "plain", random_array(83, {2, 3, 6}, 0.004)),
        ask("epsilon 0.1", "plain", around(1, 82, {2, 4, 6}), 0.1),
        ask("epsilon 0.1, nearly constant rows", "plain",
            random_array(88, {2, 3, 6}, 0.004), 0.1),
        ask("512 columns", "plain", random_array(85, {2, 3, 512}, 2)),
        ask("one word", "edge", random_array(86, {2, 1, 6})),
        ask("a row of zeros", "edge", {{2, 1, 3}, {0, 0, 0, 1, 2, 4}}),
        ask("a mean of 64", "edge", around(64, 87, {2, 3, 6})),
    };
    probes.insert(probes.begin() + 1, asked_again(probes[0]));
    if (!has_bias) {  // RMS norm subtracts no mean, and may have a very small epsilon
        probes.push_back(
            ask("nearly zero rows", "plain", random_array(89, {2, 3, 6}, 1e-5)));
        return probes;
    }
    for (const double mean : {1e4, 1e9}) {
        Array x = {{1, 2, 4}, {0, 1, 3, 0, 2, -1, 0, 2}};
        for (double& value : x.values) value += mean;
        const bool is_far = mean > 1e4;
        probes.push_back(ask(is_far ? "a mean of 1000000000" : "a mean of 10000",
                             is_far ? "offset, float64" : "offset", x));
    }
    return probes;
}

std::vector<Probe> norm_small_probes(bool has_bias) {
    std::vector<Probe> probes;
    const std::size_t sizes[][3] = {{1, 1, 2}, {1, 2, 2}, {2, 2, 2}, {2, 2, 3}};
    for (const auto& [sentences, n, d] : sizes) {
        for (const double unit : {1.0, 1.0 / 1024}) {
            NormInputs in{.x = small_array(90 + sentences * n * d, {sentences, n, d})};
            for (std::size_t i = 0; i < in.x.values.size(); ++i) {
                in.x.values[i] = (in.x.values[i] + static_cast<double>(i % d)) * unit;
            }
            for (std::size_t j = 0; j < d; ++j) {
                in.weight.values.push_back(2 + static_cast<double>(j));
                in.bias.values.push_back(3 - static_cast<double>(j));
            }
            in.weight.shape = {d};
            if (has_bias) in.bias.shape = {d};
            probes.push_back(norm_probe("", "small", std::move(in), 1e-5));
        }
    }
    return probes;
}

Arrays layer_norm_reference(const Probe& probe, const Switches& on) {
    const Block x = as_block(probe.arrays.at("x"));
    return {{"output",
             as_array(normalize(x, probe.arrays.at("weight").values,
                                probe.arrays.at("bias").values, probe.number("eps"), on),
                      3)}};
}

Arrays rms_norm_reference(const Probe& probe, const Switches& on) {
    const Block x = as_block(probe.arrays.at("x"));
    return {{"output", as_array(normalize_by_size(x, probe.arrays.at("weight").values,
                                                  probe.number("eps"), on),
                                3)}};
}

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> lone_layer_norm_mistakes() {
    return joined({layer_norm_mistakes(),
                   {
        {"one_word_as_is", {.one_word_as_it_is = true},
         "A sentence of one word passes through as it is.",
         10, 0, "jadore801120, until 2018", Level::edge},
                    gamma_plus_1()}});
}

/// A lone norm may be meant to have no gamma; in a layer somebody learned one.
std::vector<Mistake> lone_rms_norm_mistakes() {
    return joined({without(rms_norm_mistakes(), {"no_gamma"}),
                   {
        {"no_gamma", {.affine = Affine::none},
         "gamma (weight) is not used, as with nn.RMSNorm(elementwise_affine=False). Weights "
         "that learned one need it.", 10, 0, "nanochat (on purpose)", Level::convention}}});
}

// clang-format on

}  // namespace

Kind layer_norm_kind() {
    return {"layer_norm", norm_probes(true), norm_small_probes(true), layer_norm_reference,
            lone_layer_norm_mistakes()};
}

Kind rms_norm_kind() {
    return {"rms_norm", norm_probes(false), norm_small_probes(false), rms_norm_reference,
            lone_rms_norm_mistakes()};
}

}  // namespace attn::doctor
