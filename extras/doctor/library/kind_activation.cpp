#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layers.hpp"

namespace attn::doctor {
namespace {

constexpr const char* asked_for[] = {"gelu", "gelu_tanh", "relu"};

Probe ask_activation(std::string name, std::string stage, const char* activation,
                     std::vector<double> x) {
    const std::size_t n = x.size();
    return {.kind = "activation",
            .name = std::move(name),
            .stage = std::move(stage),
            .settings = {{"n", std::to_string(n)}, {"activation", activation}},
            .arrays = {{"x", {.shape = {n}, .values = std::move(x)}}}};
}

std::vector<Probe> activation_probes() {
    std::vector<double> x = {2.6875, -2.6875, 0.0009765625, -20, 20};
    for (double at = -6; at <= 6; at += 0.25) x.push_back(at);
    std::vector<Probe> probes;
    for (const char* activation : asked_for) {
        probes.push_back(ask_activation(activation, "plain", activation, x));
    }
    return probes;
}

std::vector<Probe> activation_small_probes() {
    std::vector<Probe> probes;
    for (const double x : {0.0, 1.0, -1.0, 2.6875}) {
        for (const char* activation : asked_for) {
            probes.push_back(ask_activation("", "small", activation, {x}));
        }
    }
    return probes;
}

Arrays activation_reference(const Probe& probe, const Switches& on) {
    const Curve curve = curve_for(probe.setting("activation"), on);
    Array y = probe.arrays.at("x");
    for (double& value : y.values) value = bent(curve, value);
    return {{"output", y}};
}

}  // namespace

Kind activation_kind() {
    return {"activation", activation_probes(), activation_small_probes(),
            activation_reference, activation_mistakes()};
}

}  // namespace attn::doctor
