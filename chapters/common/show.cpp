#include "chapters/common/show.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "attn/print.hpp"
#include "plots/table.hpp"

namespace attn::chapters {

std::string vector_text(std::span<const double> v) {
    std::string text = "(";
    for (const double value : v) {
        text += (text.size() > 1 ? ", " : "") + plots::exact_text(value);
    }
    return text + ")";
}

std::string number_or_noise(double value, int decimals) {
    if (value != 0.0 && std::abs(value) < 1e-12) return "below 1e-12";
    return number_text(value, decimals);
}

std::string number_or_power(double value, int decimals) {
    const double size = std::abs(value);
    const bool fits = size >= std::pow(10.0, -decimals) && size < 1e7;
    if (fits || value == 0.0 || !std::isfinite(value)) return number_text(value, decimals);
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::scientific, 3);
    return {text.data(), end.ptr};
}

}  // namespace attn::chapters
