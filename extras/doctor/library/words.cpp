#include "doctor/library/words.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace attn::doctor {
namespace {

/// What {name} stands for.
std::string value_of(const std::string& name, const Probe& probe) {
    if (name.starts_with("root_")) {
        const double square = probe.number(name.substr(5));
        return short_number(std::sqrt(square));
    }
    return probe.setting(name, "?");
}

}  // namespace

std::string number_with_digits(double value, int digits) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

std::string short_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    if (std::abs(value) < 5e-7) return "0";
    if (std::abs(value) < 1e10 && value == std::round(value)) {
        return number_with_digits(value, 10);
    }
    return number_with_digits(value, 4);
}

std::string sentence_of(const Mistake& mistake, const Probe& probe) {
    std::string words;
    const std::string& from = mistake.sentence;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::size_t end = from[i] == '{' ? from.find('}', i) : std::string::npos;
        if (end == std::string::npos) {
            words += from[i];
            continue;
        }
        words += value_of(from.substr(i + 1, end - i - 1), probe);
        i = end;
    }
    return words;
}

std::string short_array(const Array& array) {
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    const std::size_t rows =
        array.shape.size() < 2 ? 1 : array.shape[array.shape.size() - 2];
    std::string words;
    for (std::size_t i = 0; cols > 0 && i < array.values.size(); ++i) {
        if (i % cols == 0) {
            words += i == 0 ? "(" : (i / cols) % rows == 0 ? "; (" : " (";
        } else {
            words += ", ";
        }
        words += short_number(array.values[i]);
        if (i % cols == cols - 1) words += ")";
    }
    return words;
}

}  // namespace attn::doctor
