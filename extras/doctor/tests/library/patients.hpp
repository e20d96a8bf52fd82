/// Programs with known mistakes, for tests of the doctor: the kind's own reference, with switches
/// set and in float32.
#pragma once

#include <cmath>
#include <vector>

#include "doctor/library/compare.hpp"
#include "doctor/library/examine.hpp"
#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// Answers with a kind's reference with these switches, each number rounded to float32 and off by
/// about as much again.
inline Command patient(const Kind& kind, const Switches& switches) {
    return [&kind, switches](const std::vector<Probe>& probes) {
        std::vector<Answer> answers;
        for (const Probe& probe : probes) {
            Answer answer{.what = Answer::What::given,
                          .outputs = expected_from(kind, probe, switches)};
            if (answer.outputs.empty()) answer.what = Answer::What::skipped;
            for (auto& [name, array] : answer.outputs) {
                for (double& value : array.values) {
                    value = static_cast<float>(value) * (1 + 1e-6);
                }
            }
            answers.push_back(answer);
        }
        return answers;
    };
}

/// What is found must not depend on a processor's speed.
inline const Options patience{.seconds = 300};

inline std::vector<std::string> names_of(const std::vector<Finding>& findings) {
    std::vector<std::string> names;
    for (const Finding& finding : findings) names.push_back(finding.name);
    return names;
}

}  // namespace attn::doctor
