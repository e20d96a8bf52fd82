#include "chapters/printing/show.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "support/text/print.hpp"

namespace attn::chapters {

std::string vector_text(std::span<const double> v) {
    std::string text = "(";
    for (const double value : v) {
        text += (text.size() > 1 ? ", " : "") + exact_text(value);
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
    return scientific_text(value, 3);
}

std::string scientific_text(double value, int decimals) {
    if (value == 0.0 || !std::isfinite(value)) return number_text(value, 0);
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::scientific, decimals);
    std::string text(buffer.data(), end.ptr);
    const std::size_t sign = text.find('e') + 1;  // to_chars writes e+05, we write e5
    const std::size_t first = text.find_first_not_of('0', sign + 1);
    text.erase(sign + 1, std::min(first, text.size() - 1) - (sign + 1));
    if (text[sign] == '+') text.erase(sign, 1);
    return text;
}

std::string measured_text(double value) {
    return "~" + (value < 0.01 ? scientific_text(value, 1) : number_text(value, 2));
}

std::string share_text(double share) {
    if (share == 0.0 || share == 1.0) return number_text(share, 0);
    return std::abs(share) < 1e-4 ? scientific_text(share, 3) : number_text(share, 4);
}

}  // namespace attn::chapters
