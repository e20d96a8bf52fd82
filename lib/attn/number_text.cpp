#include "attn/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"

namespace attn {

std::string number_text(double value, int decimals) {
    require<std::domain_error>(decimals >= 0 && decimals <= 100, "number_text: ", decimals,
                               " decimals; give 0 to 100");
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    std::array<char, 512> buffer;  // 309 digits, a point, 100 decimals, a sign
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    if (is_zero && text.front() == '-') text.erase(0, 1);
    return text;
}

std::string exact_text(double value) {
    if (std::isnan(value)) return "nan";
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

}  // namespace attn
