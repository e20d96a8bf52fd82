#include "doctor/library/attend.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

constexpr double infinity = Switches::infinity;

Probe softmax_probe(std::string name, std::string stage, Array scores) {
    return {.kind = "softmax",
            .name = std::move(name),
            .stage = std::move(stage),
            .settings = {{"rows", std::to_string(scores.shape[0])},
                         {"cols", std::to_string(scores.shape[1])}},
            .arrays = {{"scores", std::move(scores)}}};
}

std::vector<Probe> softmax_probes() {
    return {
        softmax_probe("4 x 5", "plain", random_array(70, {4, 5})),
        softmax_probe("3 x 3", "plain", random_array(71, {3, 3}, 2)),
        softmax_probe("one column", "plain", random_array(72, {3, 1})),
        softmax_probe("some -inf", "plain", {{2, 3}, {0, 1, -infinity, -infinity, 2, 0.5}}),
        softmax_probe("scores of 1000", "edge", {{2, 3}, {1000, 999, 0, 0, 1, 2}}),
        softmax_probe("scores of -20000", "edge",
                      {{2, 3}, {-20000, -20001, -20003, 0, 1, 2}}),
        softmax_probe("scores of -245000", "edge",
                      {{2, 3}, {-245000, -245001, -245003, 0, 1, 2}}),
        softmax_probe("all -inf", "edge",
                      {{2, 3}, {-infinity, -infinity, -infinity, 0, 1, 2}}),
    };
}

std::vector<Probe> softmax_small_probes() {
    std::vector<Probe> probes;
    for (const Array& scores : {
             Array{{1, 2}, {0, 1}},
             Array{{2, 2}, {0, 1, 2, 0}},
             Array{{2, 3}, {0, 1, 0, 2, 0, 1}},
             Array{{1, 2}, {1000, 999}},
             Array{{1, 2}, {-20000, -20001}},
             Array{{1, 2}, {-60000, -60001}},
             Array{{1, 2}, {-infinity, -infinity}},
             Array{{2, 2}, {2000, 2000, 0, 1}},
         }) {
        probes.push_back(softmax_probe("small", "small", scores));
    }
    return probes;
}

Arrays softmax_reference(const Probe& probe, const Switches& on) {
    return {{"output", as_array(weigh(as_block(probe.arrays.at("scores")), on), 2)}};
}

}  // namespace

Kind softmax_kind() {
    const std::vector<Mistake> mistakes = judged(
        without(softmax_mistakes(), {"no_softmax", "running_max_zeros"}), "nan_row",
        Level::harmless,
        "A row of nothing but minus infinities is NaN, as the formula gives, and as ours and "
        "torch.softmax do. Inside attention zeros belong there.");
    return {"softmax", softmax_probes(), softmax_small_probes(), softmax_reference,
            mistakes};
}

}  // namespace attn::doctor
