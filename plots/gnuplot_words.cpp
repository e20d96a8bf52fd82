#include "plots/gnuplot_words.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "support/text/utf8.hpp"

namespace attn::plots {

std::string gnuplot_string(const std::string& text) {
    std::string safe = "\"";
    for (const char c : clean_utf8(text)) {
        if (c == '"') {
            safe += "\\042";
        } else if (c == '\\') {
            safe += "\\134";
        } else if (c == '`') {
            safe += "\\140";
        } else {
            safe += c;
        }
    }
    return safe + '"';
}

std::string gnuplot_tick(const std::string& text) {
    std::string doubled;
    for (const char c : text) {
        if (c == '%') doubled += c;
        doubled += c;
    }
    return gnuplot_string(doubled);
}

std::string gnuplot_path(const std::string& path) {
    if (path.find_first_of("\n\r") != std::string::npos || path.find('\0') != path.npos) {
        throw std::invalid_argument("the path '" + clean_utf8(path) +
                                    "' holds a line break; draw into a folder without one");
    }
    std::string quoted = "'";
    for (const char c : path) {
        if (c == '\'') quoted += '\'';
        quoted += c;
    }
    return quoted + "'";
}

std::string gnuplot_comment(const std::string& text) {
    std::string plain;
    for (const char c : clean_utf8(text)) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '_' || c == '.' || c == ',' ||
                              c == '=' || c == '-' || c == '+' || (c & 0x80) != 0;
        plain += is_plain ? c : ' ';
    }
    return plain;
}

std::string gnuplot_number(double value, int digits) {
    if (!std::isfinite(value)) return "NaN";
    std::array<char, 32> buffer;
    const auto end =
        digits > 0 ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits)
                   : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

}  // namespace attn::plots
