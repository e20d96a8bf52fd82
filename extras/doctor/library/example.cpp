#include "doctor/library/steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "doctor/library/compare.hpp"

namespace attn::doctor {
namespace {

constexpr std::size_t most_asked = 24;

/// How much a person has to follow: masks and biases first, then numbers.
std::pair<int, std::size_t> what_to_follow(const Probe& probe) {
    const int masks = (probe.setting("causal") == "1" ? 1 : 0) +
                      (probe.has("mask") ? 1 : 0) + (probe.has("padding") ? 1 : 0) +
                      (probe.setting("bias") == "1" ? 1 : 0);
    std::size_t numbers = 0;
    for (const auto& [name, array] : probe.arrays) {
        numbers += array.values.size();
        for (const double value : array.values) numbers += std::abs(value) > 90 ? 100U : 0U;
    }
    return {masks, numbers};
}

using Found = std::function<Arrays(const Probe&)>;

/// What a program may be able to do or not.
std::string abilities(const Probe& probe) {
    std::string words;
    for (const char* key : {"causal", "bias", "norm", "activation", "self_attention"}) {
        words += probe.setting(key) + " ";
    }
    return words + (probe.has("mask") || probe.has("padding") ? "masked" : "");
}

/// What a program must be able to do for this probe. All of it must have been answered somewhere,
/// not in one probe: none asks for all of it.
std::set<std::string> demands(const Probe& probe) {
    std::set<std::string> all = {probe.has("q_norm.weight") ? "norms" : "no norms"};
    for (const char* key : {"layout", "base"}) all.insert(key + probe.setting(key));
    for (const char* key : {"window", "soft_cap"}) {
        all.insert(key + std::string(probe.number(key) > 0 ? "" : " none"));
    }
    for (const char* key : {"n_past", "first"}) {
        if (probe.count(key) > 0) all.insert(key);
    }
    const std::size_t n_heads = probe.count("n_heads");
    if (n_heads > 1) all.insert("heads");
    if (probe.count("n_kv_heads", n_heads) < n_heads) all.insert("groups");
    return all;
}

std::vector<Probe> worth_asking(const Kind& kind, const std::vector<Answered>& answered,
                                const Found& found) {
    std::set<std::string> able;
    for (const Answered& answer : answered) {
        able.insert(abilities(answer.probe));
        able.merge(demands(answer.probe));
    }
    std::vector<Probe> probes = kind.small_probes;
    std::erase_if(probes, [&](const Probe& probe) {
        const auto needs = demands(probe);
        return !able.contains(abilities(probe)) ||
               !std::includes(able.begin(), able.end(), needs.begin(), needs.end());
    });
    if (found) {
        std::erase_if(probes, [&](const Probe& probe) {
            const Arrays wrong = found(probe);
            return wrong.empty() || distance(wrong, kind.reference(probe, {})) <= 0.01;
        });
    }
    std::stable_sort(probes.begin(), probes.end(), [&](const Probe& a, const Probe& b) {
        return what_to_follow(a) < what_to_follow(b);
    });
    // Some of each: where nothing explains the answers, some may be right.
    std::vector<Probe> picked;
    std::map<std::pair<std::string, std::set<std::string>>, std::size_t> taken;
    for (const Probe& probe : probes) {
        if (picked.size() < most_asked && taken[{abilities(probe), demands(probe)}]++ < 4) {
            picked.push_back(probe);
        }
    }
    for (std::size_t i = 0; i < picked.size(); ++i)
        picked[i].name = "small " + std::to_string(i);
    return picked;
}

}  // namespace

std::optional<Example> smallest_example(const Kind& kind, const Command& command,
                                        const std::vector<Answered>& answered,
                                        const Found& found, double tolerance) {
    const std::vector<Probe> probes = worth_asking(kind, answered, found);
    if (probes.empty()) return {};
    std::vector<Answer> answers = command(probes);
    answers.resize(probes.size());
    tolerance = std::max(tolerance, 1e-3);
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const Arrays right = kind.reference(probes[i], {});
        for (auto& [name, yours] : answers[i].outputs) {
            const auto expected = right.find(name);
            if (expected == right.end() ||
                yours.values.size() != expected->second.values.size()) {
                continue;
            }
            yours.shape = expected->second.shape;
            const Probe asked = as_answered(probes[i], answers[i].outputs);
            const Array wanted = kind.reference(asked, {}).at(name);
            if (distance(yours, wanted) <= tolerance) continue;
            bool same = false;
            if (found) {
                Arrays wrong = found(asked);
                same = distance(yours, wrong[name]) <= tolerance;
            }
            return Example{asked, name, wanted, yours, same};
        }
    }
    return {};
}

}  // namespace attn::doctor
