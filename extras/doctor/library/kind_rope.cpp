#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/positions.hpp"

namespace attn::doctor {
namespace {

constexpr const char* layouts[] = {"interleaved", "halves"};

Probe ask_turn(std::string name, std::string stage, Array x, const std::string& layout,
               std::size_t first = 0, const std::string& base = "10000") {
    Probe probe{.kind = "rope", .name = std::move(name), .stage = std::move(stage)};
    const std::vector<std::size_t> n = x.shape;
    probe.settings = {{"batch", std::to_string(n[0])},
                      {"n", std::to_string(n[1])},
                      {"d_k", std::to_string(n[2])},
                      {"layout", layout},
                      {"base", base},
                      {"first", std::to_string(first)}};
    Array positions{.shape = {n[1]}, .type = NumberType::int64};
    for (std::size_t i = 0; i < n[1]; ++i) {
        positions.values.push_back(static_cast<double>(first + i));
    }
    probe.arrays = {{"x", std::move(x)}, {"positions", std::move(positions)}};
    return probe;
}

std::vector<Probe> rope_probes() {
    std::vector<Probe> probes;
    for (const std::string layout : layouts) {
        const Array x = random_array(300, {2, 5, 8});
        const std::vector<Probe> more = {
            ask_turn(layout + ", d_k 8", "plain", x, layout),
            ask_turn(layout + ", d_k 2", "plain", random_array(301, {1, 5, 2}), layout),
            ask_turn(layout + ", base 500000", "plain", x, layout, 0, "500000"),
            ask_turn(layout + ", one row at 7", "causal", random_array(302, {2, 1, 8}),
                     layout, 7),
            ask_turn(layout + ", 3 rows from 4", "causal", random_array(303, {2, 3, 8}),
                     layout, 4),
            ask_turn(layout + ", 3 rows from 300", "long", random_array(304, {1, 3, 8}),
                     layout, 300),
        };
        probes.insert(probes.end(), more.begin(), more.end());
    }
    return probes;
}

std::vector<Probe> rope_small_probes() {
    std::vector<Probe> probes;
    for (const char* layout : layouts) {
        for (const std::size_t d : {2U, 4U}) {
            for (const std::size_t n : {1U, 2U}) {
                for (const std::size_t first : {0U, 1U, 2U}) {
                    probes.push_back(ask_turn(
                        "", "small", small_array(10 * d + n, {1, n, d}), layout, first));
                }
            }
        }
    }
    return probes;
}

Arrays rope_reference(const Probe& probe, const Switches& on) {
    return {{"output",
             as_array(turned(as_block(probe.arrays.at("x")), turning_of(probe), on), 3)}};
}

}  // namespace

Kind rope_kind() {
    return {"rope", rope_probes(), rope_small_probes(), rope_reference, turn_mistakes()};
}

}  // namespace attn::doctor
