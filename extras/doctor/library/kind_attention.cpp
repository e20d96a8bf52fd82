#include "doctor/library/attend.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layer_inputs.hpp"

namespace attn::doctor {
namespace {

/// A mask that is open where rule(i, j) is true.
template <class Rule>
Array mask_where(std::size_t n, std::size_t m, const Rule& rule) {
    Array mask{.shape = {n, m}, .type = NumberType::uint8};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < m; ++j) mask.values.push_back(rule(i, j) ? 1 : 0);
    }
    return mask;
}

struct Inputs {
    Array q, k, v;
};

Probe ask_attention(std::string name, std::string stage, Inputs in, bool causal = false,
                    Array mask = {}) {
    Probe probe{.kind = "attention", .name = std::move(name), .stage = std::move(stage)};
    probe.settings = {{"n_query", std::to_string(in.q.shape[0])},
                      {"n_key", std::to_string(in.k.shape[0])},
                      {"d_k", std::to_string(in.q.shape[1])},
                      {"d_v", std::to_string(in.v.shape[1])},
                      {"causal", causal ? "1" : "0"}};
    probe.arrays = {{"q", std::move(in.q)}, {"k", std::move(in.k)}, {"v", std::move(in.v)}};
    if (!mask.shape.empty()) probe.arrays["mask"] = std::move(mask);
    return probe;
}

Inputs random_inputs(std::uint64_t seed, std::size_t n, std::size_t m, std::size_t d_k,
                     std::size_t d_v, double size = 1) {
    return {random_array(seed, {n, d_k}, size), random_array(seed + 1, {m, d_k}, size),
            random_array(seed + 2, {m, d_v})};
}

/// Scores of about -8, where a fill of -10 is hardly lower.
Inputs near_minus_8() {
    return {{{3, 4}, {2, 2, 2, 2, 2, 2.5, 2, 2, 2, 2, 2, 1.5}},
            {{5, 4}, {-2, -2, -2, -2, -2.5, -2, -2, -2, -2,   -1,
                      -2, -2, -2, -2, -2,   -2, -2, -2, -1.5, -2}},
            random_array(24, {5, 4})};
}

/// Scores of about -16000.
Inputs far_below() {
    return {{{2, 4}, {1, 1, 1, 1, 1, 2, 1, 1}},
            {{3, 4},
             {-8000, -8000, -8000, -8000, -8000, -8000, -8000, -8001, -8002, -8000, -8000,
              -8000}},
            random_array(23, {3, 4})};
}

Inputs square_far_below() {
    Inputs in = far_below();
    in.q = {{3, 4}, {1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2}};
    return in;
}

/// The first key's score is 30000 above the others'.
Inputs far_above() {
    return {{{2, 4}, {1, 1, 1, 1, 1, 2, 1, 1}},
            {{3, 4}, {15000, 15000, 15000, 15000, 1, 0, 0, 0, 0, 1, 2, 0}},
            random_array(23, {3, 4})};
}

Inputs scores_of_2000() {
    return {{{3, 4}, {90, 0, 0, 0, 1, 2, 3, 0, -90, 1, 0, 0}},
            {{3, 4}, {45, 0, 0, 0, 1, 1, 1, 0, 44, 0, 0, 1}},
            random_array(19, {3, 4})};
}

std::vector<Probe> attention_mask_probes() {
    const Inputs square = random_inputs(1, 5, 5, 4, 4);
    const Inputs uneven = random_inputs(7, 3, 6, 4, 3);
    Inputs large = random_inputs(1, 5, 5, 4, 4, 3.5);
    const Array padded = mask_where(5, 5, [](auto, auto j) { return j < 3; });
    const Array holes =
        mask_where(5, 5, [](auto i, auto j) { return (2 * i + j) % 4 < 3; });
    const Array odd = mask_where(3, 6, [](auto i, auto j) { return (i + j) % 3 > 0; });
    const Array near = mask_where(3, 5, [](auto, auto j) { return j < 2 || j == 4; });
    return {ask_attention("causal", "causal", square, true),
            ask_attention("causal, 2 queries of 6", "corner", random_inputs(10, 2, 6, 4, 4),
                          true),
            ask_attention("padding", "padding", square, false, padded),
            ask_attention("square, some masked", "padding", square, false, holes),
            ask_attention("some masked", "padding", uneven, false, odd),
            ask_attention("masked, large scores", "padding", large, false, padded),
            ask_attention("masked, scores near -8", "padding", near_minus_8(), false, near),
            ask_attention("causal, some masked", "both", square, true, holes)};
}

std::vector<Probe> attention_edge_probes() {
    const Array one_closed = mask_where(3, 5, [](auto i, auto) { return i != 1; });
    const Array not_first = mask_where(2, 3, [](auto, auto j) { return j > 0; });
    const Array some =
        mask_where(2, 3, [](auto i, auto j) { return j == 0 || j == 1 + i; });
    const Array holes =
        mask_where(3, 3, [](auto i, auto j) { return j + 1 != i + 2 * (i == 0); });
    return {ask_attention("scores of 2000", "edge", scores_of_2000()),
            ask_attention("a row of masked keys", "edge", random_inputs(20, 3, 5, 4, 4),
                          false, one_closed),
            ask_attention("scores of -16000", "edge", far_below()),
            ask_attention("masked, 30000 above", "edge", far_above(), false, not_first),
            ask_attention("scores of -16000, masked", "edge", far_below(), false, some),
            ask_attention("square, scores of -16000, masked", "edge", square_far_below(),
                          false, holes)};
}

std::vector<Probe> attention_probes() {
    std::vector<Probe> probes = {
        ask_attention("square", "plain", random_inputs(1, 5, 5, 4, 4)),
        ask_attention("d_k 9", "plain", random_inputs(16, 4, 4, 9, 9)),
        ask_attention("3 queries, 6 keys", "cross", random_inputs(7, 3, 6, 4, 3)),
        ask_attention("7 keys", "long", random_inputs(13, 3, 7, 4, 4)),
        ask_attention("130 keys", "long", random_inputs(13, 3, 130, 4, 4)),
    };
    for (Probe& probe : attention_mask_probes()) probes.push_back(std::move(probe));
    for (Probe& probe : attention_edge_probes()) probes.push_back(std::move(probe));
    probes.insert(probes.begin() + 1, asked_again(probes[0]));
    return probes;
}

std::vector<Probe> attention_small_probes() {
    std::vector<Probe> probes;
    const auto add = [&](std::size_t n, std::size_t m, std::size_t d, std::uint64_t seed) {
        const Inputs in = {small_array(seed, {n, d}), small_array(seed + 1, {m, d}),
                           small_array(seed + 2, {m, 1})};
        const Array last = mask_where(n, m, [m](auto, auto j) { return j + 1 < m; });
        const Array first_row = mask_where(n, m, [](auto i, auto) { return i > 0; });
        probes.push_back(ask_attention("", "small", in));
        probes.push_back(ask_attention("", "small", in, true));
        if (m > 1) probes.push_back(ask_attention("", "small", in, false, last));
        probes.push_back(ask_attention("", "small", in, false, first_row));
    };
    const std::size_t sizes[][3] = {{1, 1, 1}, {1, 2, 1}, {2, 2, 1}, {1, 2, 4},
                                    {2, 2, 4}, {2, 3, 2}, {3, 3, 4}, {2, 6, 4}};
    for (const auto& [n, m, d] : sizes) {
        for (std::uint64_t seed = 0; seed < 9; seed += 3) add(n, m, d, 7 + seed);
    }
    for (const double score : {-20000.0, 1000.0}) {
        probes.push_back(ask_attention(
            "", "small", {{{1, 1}, {1}}, {{2, 1}, {score, score - 1}}, {{2, 1}, {1, 2}}}));
    }
    return probes;
}

Arrays attention_reference(const Probe& probe, const Switches& on) {
    const Block q = as_block(probe.arrays.at("q"));
    return {{"output",
             as_array(attend(q, as_block(probe.arrays.at("k")),
                             as_block(probe.arrays.at("v")), masking_of(probe), q.cols, on),
                      2)}};
}

std::vector<Mistake> attention_mistakes() {
    return joined({score_mistakes(), without(mask_mistakes(), {"mask_rows_open"}),
                   lone_head_mistakes()});
}

}  // namespace

Kind attention_kind() {
    return {"attention", attention_probes(), attention_small_probes(), attention_reference,
            attention_mistakes()};
}

}  // namespace attn::doctor
