/// Questions of the kind softmax, and the program that answers them in its own way.
#pragma once

#include <string>
#include <vector>

#include "doctor/library/probe.hpp"
#include "tools/places.hpp"

inline std::vector<attn::doctor::Probe> questions(std::size_t count) {
    std::vector<attn::doctor::Probe> all;
    for (std::size_t i = 0; i < count; ++i) {
        const double score = static_cast<double>(i);
        all.push_back({.kind = "softmax",
                       .name = "question " + std::to_string(i + 1),
                       .settings = {{"rows", "1"}, {"cols", "2"}},
                       .arrays = {{"scores", {{1, 2}, {score, 0}}}}});
    }
    return all;
}

inline std::vector<std::string> patient(const std::string& behaviour) {
    return {(book::build_folder() / "extras/doctor/tests/doctor_patient").string(),
            behaviour};
}
