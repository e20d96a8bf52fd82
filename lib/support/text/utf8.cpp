#include "support/text/utf8.hpp"

#include <array>

namespace attn {
namespace {

constexpr char32_t replacement = 0xFFFD;

struct Decoded {
    char32_t code;
    std::size_t bytes;
};

/// The code point at the front of text, which is not empty. A byte that starts no valid
/// sequence (cut off, overlong, a surrogate, past U+10FFFF) counts as one replacement.
Decoded decode_front(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return {replacement, 1};
    char32_t code = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u) return {replacement, 1};
        code = (code << 6) | (byte(i) & 0x3Fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (overlong || surrogate || code > 0x10FFFF) return {replacement, 1};
    return {code, length};
}

bool is_control(char32_t code) {
    const bool line_end = code == 0x2028 || code == 0x2029;
    const bool turns_direction =
        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool not_xml = code == 0xFFFE || code == 0xFFFF;
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || line_end || turns_direction ||
           not_xml;
}

struct Range {
    char32_t first, last;
};

template <std::size_t n>
bool is_in(char32_t code, const std::array<Range, n>& ranges) {
    for (const Range& range : ranges) {
        if (code >= range.first && code <= range.last) return true;
    }
    return false;
}

// What is wide in Unicode 14's EastAsianWidth.txt; in the large blocks gaps are filled.
constexpr std::array<Range, 52> wide{
    {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
     {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
     {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
     {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
     {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
     {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
     {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
     {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
     {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
     {0x3041, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
     {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
     {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F202}, {0x1F210, 0x1F23B},
     {0x1F240, 0x1F248}, {0x1F250, 0x1F251}, {0x1F260, 0x1F265}, {0x1F300, 0x1FAFF}}};

// Marks that stand on the letter before them, vowels and finals of Hangul in pieces, and
// signs without a width.
constexpr std::array<Range, 6> without_width{{{0x0300, 0x036F},
                                              {0x1160, 0x11FF},
                                              {0x200B, 0x200F},
                                              {0x2060, 0x2064},
                                              {0x20D0, 0x20FF},
                                              {0xFE00, 0xFE0F}}};

std::size_t width_of(char32_t code) {
    if (is_in(code, without_width)) return 0;
    return is_in(code, wide) || (code >= 0x20000 && code <= 0x3FFFD) ? 2 : 1;
}

/// Calls use(code, its bytes) for each code point of text, what is not allowed replaced.
template <class Use>
void for_each_clean(std::string_view text, Use use) {
    while (!text.empty()) {
        const auto [code, bytes] = decode_front(text);
        if (code == replacement || is_control(code)) {
            use(replacement, std::string_view("\xEF\xBF\xBD"));
        } else {
            use(code, text.substr(0, bytes));
        }
        text.remove_prefix(bytes);
    }
}

/// The Hangul syllable of a and b, where they join; else 0.
char32_t syllable_of(char32_t a, char32_t b) {
    constexpr char32_t first_syllable = 0xAC00, last_syllable = 0xD7A3;
    constexpr char32_t n_vowels = 21, n_finals = 28;  // a missing final counts as one
    if (a >= 0x1100 && a <= 0x1112 && b >= 0x1161 && b <= 0x1175)
        return first_syllable + ((a - 0x1100) * n_vowels + (b - 0x1161)) * n_finals;
    const bool is_open =
        a >= first_syllable && a <= last_syllable && (a - first_syllable) % n_finals == 0;
    return is_open && b >= 0x11A8 && b <= 0x11C2 ? a + (b - 0x11A7) : 0;
}

}  // namespace

std::string clean_utf8(std::string_view text) {
    std::string clean;
    for_each_clean(text, [&](char32_t, std::string_view bytes) { clean += bytes; });
    return clean;
}

std::size_t valid_utf8_bytes(std::string_view text) {
    std::size_t valid = 0;
    while (valid < text.size()) {
        const auto [code, bytes] = decode_front(text.substr(valid));
        if (code == replacement && bytes == 1) break;  // U+FFFD itself has three bytes
        valid += bytes;
    }
    return valid;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for_each_clean(text, [&](char32_t code, std::string_view) { width += width_of(code); });
    return width;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
    if (columns == 0) return "";
    if (display_width(text) <= columns) return clean_utf8(text);
    std::string cut;
    std::size_t width = 1;  // the ellipsis
    bool full = false;
    for_each_clean(text, [&](char32_t code, std::string_view bytes) {
        full = full || width + width_of(code) > columns;
        if (full) return;
        width += width_of(code);
        cut += bytes;
    });
    return cut + "…";
}

std::string utf8_of(char32_t code) {
    const auto last = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) return {static_cast<char>(0xC0 | code >> 6), last(code)};
    if (code < 0x10000) {
        return {static_cast<char>(0xE0 | code >> 12), last(code >> 6), last(code)};
    }
    return {static_cast<char>(0xF0 | code >> 18), last(code >> 12), last(code >> 6),
            last(code)};
}

std::string with_hangul_composed(std::string_view text) {
    std::string composed;
    char32_t last = 0;
    while (!text.empty()) {
        const auto [code, bytes] = decode_front(text);
        const char32_t syllable = syllable_of(last, code);
        if (syllable == 0) {
            composed += text.substr(0, bytes);
        } else {  // as UTF-8 it has three bytes, and so has what it replaces
            composed.replace(composed.size() - 3, 3, utf8_of(syllable));
        }
        last = syllable == 0 ? code : syllable;
        text.remove_prefix(bytes);
    }
    return composed;
}

std::string plain_sentence(std::string_view text) {
    std::string plain;
    const std::string composed = with_hangul_composed(text);
    for (text = composed; !text.empty();) {
        const auto [code, bytes] = decode_front(text);
        const bool is_blank = code == 0xA0 || code == 0x1680 || code == 0x202F ||
                              code == 0x205F || code == 0x3000 ||
                              (code >= 0x2000 && code <= 0x200A);
        const bool has_no_width =
            code == 0x200B || code == 0x2060 || code == 0xFEFF || code == 0xAD;
        if (is_blank) {
            plain += ' ';
        } else if (!has_no_width) {
            plain += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return plain;
}

}  // namespace attn
