#include "attn/doctor/probe.hpp"

#include <algorithm>

namespace attn::doctor {

std::string Probe::setting(const std::string& key, const std::string& otherwise) const {
    for (const auto& [its_key, value] : settings) {
        if (its_key == key) return value;
    }
    return otherwise;
}

double Probe::number(const std::string& key, double otherwise) const {
    const std::string words = setting(key);
    return words.empty() ? otherwise : std::stod(words);
}

std::size_t Probe::count(const std::string& key, std::size_t otherwise) const {
    return static_cast<std::size_t>(number(key, static_cast<double>(otherwise)));
}

}  // namespace attn::doctor
