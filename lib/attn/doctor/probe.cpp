#include "attn/doctor/probe.hpp"

#include <algorithm>

namespace attn::doctor {

std::string Probe::setting(const std::string& key, const std::string& otherwise) const {
    const auto found =
        std::ranges::find(settings, key, &decltype(settings)::value_type::first);
    return found == settings.end() ? otherwise : found->second;
}

double Probe::number(const std::string& key, double otherwise) const {
    const std::string words = setting(key);
    return words.empty() ? otherwise : std::stod(words);
}

std::size_t Probe::count(const std::string& key, std::size_t otherwise) const {
    return static_cast<std::size_t>(number(key, static_cast<double>(otherwise)));
}

}  // namespace attn::doctor
