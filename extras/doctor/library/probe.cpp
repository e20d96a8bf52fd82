#include "doctor/library/probe.hpp"

#include <locale>
#include <sstream>
#include <stdexcept>

namespace attn::doctor {

std::string Probe::setting(const std::string& key, const std::string& otherwise) const {
    for (const auto& [its_key, value] : settings) {
        if (its_key == key) return value;
    }
    return otherwise;
}

double Probe::number(const std::string& key, double otherwise) const {
    const std::string words = setting(key);
    if (words.empty()) return otherwise;
    std::istringstream stream(words);  // libc++ 14 has no from_chars for double
    stream.imbue(std::locale::classic());
    double value = 0;
    if (!(stream >> value)) {
        throw std::invalid_argument(key + " is \"" + words + "\", which is no number");
    }
    return value;
}

std::size_t Probe::count(const std::string& key, std::size_t otherwise) const {
    return static_cast<std::size_t>(number(key, static_cast<double>(otherwise)));
}

}  // namespace attn::doctor
