/// Does a picture still belong to the script that drew it?
///
/// The hash is that of plots/svg.hpp. It stands here once more because the library plots needs
/// Boost, and the tools work without it; the test of the committed figures compares the two.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace book {

/// A number that changes when a byte of text does: FNV-1a with 64 bits.
inline std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3u;
    }
    return hash;
}

/// The hash of a figure's script as its SVG carries it: 16 hexadecimal digits.
inline std::string script_hash(std::string_view script) {
    std::string digits(16, '0');
    std::uint64_t hash = fnv1a(script);
    for (std::size_t i = 16; i-- > 0; hash /= 16) digits[i] = "0123456789abcdef"[hash % 16];
    return digits;
}

/// The attribute data-script="..." of an SVG's root element; nothing when there is none.
inline std::optional<std::string> script_hash_of_svg(std::string_view svg) {
    const std::size_t root = svg.find("<svg");
    if (root == std::string_view::npos) return {};
    svg = svg.substr(root, svg.find('>', root) - root);
    const std::string_view name = " data-script=\"";
    const std::size_t at = svg.find(name);
    if (at == std::string_view::npos) return {};
    svg.remove_prefix(at + name.size());
    return std::string(svg.substr(0, svg.find('"')));
}

}  // namespace book
