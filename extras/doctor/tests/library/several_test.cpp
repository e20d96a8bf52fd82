// Several mistakes at once, drawn at random.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "attn/random.hpp"
#include "catch.hpp"
#include "doctor/library/examine.hpp"
#include "doctor/library/words.hpp"
#include "patients.hpp"

namespace attn::doctor {

namespace {

const std::vector<std::string> kinds_with_many = {
    "attention",          "mha",           "layer_norm",    "positional_encoding",
    "embedding",          "encoder_layer", "decoder_layer", "mha_grad",
    "encoder_layer_grad", "gqa",           "llama_layer"};

std::size_t draw(std::size_t n, attn::Random& random) {
    return std::min(n - 1,
                    static_cast<std::size_t>(random.uniform() * static_cast<double>(n)));
}

struct Planted {
    std::vector<std::string> names = {};
    Switches switches = {};
};

/// Whether it gives numbers, and does not crash or give NaN alone.
bool misleads(const Kind& kind, const Switches& switches) {
    const Arrays outputs = expected_from(kind, kind.probes.front(), switches);
    if (outputs.empty()) return false;
    const std::vector<double>& values = outputs.at("output").values;
    return std::any_of(values.begin(), values.end(),
                       [](double value) { return std::isfinite(value); });
}

/// So many of the kind's mistakes that set different switches and do not crash.
Planted plant(const Kind& kind, std::size_t n, attn::Random& random) {
    const std::vector<Mistake> mistakes = kind.mistakes;
    while (true) {
        Planted planted;
        while (planted.names.size() < n) {
            const Mistake& mistake = mistakes[draw(mistakes.size(), random)];
            if (!put_together(planted.switches, mistake.switches)) break;
            planted.names.push_back(mistake.name);
        }
        if (planted.names.size() == n && misleads(kind, planted.switches)) return planted;
    }
}

/// How many of so many patients with n mistakes are not explained by n mistakes or fewer.
std::size_t missed(std::size_t n, std::size_t patients, std::uint64_t seed) {
    attn::Random random(seed);
    std::size_t missed = 0;
    for (std::size_t p = 0; p < patients; ++p) {
        const Kind& kind = kind_named(kinds_with_many[p % kinds_with_many.size()]);
        const Planted planted = plant(kind, n, random);
        const Diagnosis found =
            examine(kind.name, patient(kind, planted.switches), patience);
        if (found.unexplained.empty() && found.findings.size() <= n) continue;
        ++missed;
        std::cout << kind.name << ": missed " << joined(planted.names, " ") << "\n";
    }
    return missed;
}

}  // namespace

TEST_CASE("doctor: two or three mistakes at once are found") {
    CHECK(missed(2, 28, 1) <= 1);
    CHECK(missed(3, 14, 2) <= 1);
}

}  // namespace attn::doctor
