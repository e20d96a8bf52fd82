#include "support/files/json_reader.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "support/text/utf8.hpp"

namespace attn {
namespace {

constexpr std::size_t most_names = 100'000;
constexpr std::string_view escape_letters = "\"\\/bfnrt";
constexpr std::string_view escaped_signs = "\"\\/\b\f\n\r\t";

}  // namespace

std::size_t JsonReader::place() {
    place_ = std::min(text_.find_first_not_of(" \t\r\n", place_), text_.size());
    return place_;
}

bool JsonReader::next_is(char sign) {
    if (place() == text_.size() || text_[place_] != sign) return false;
    ++place_;
    return true;
}

void JsonReader::expect(char sign) {
    if (!next_is(sign)) fail_here(std::string("'") + sign + "'");
}

void JsonReader::require_new(const std::string& name, std::size_t place,
                             std::set<std::string>& names) {
    if (!names.insert(name).second) {
        throw JsonError(place,
                        "the name '" + cut_to_width(name, 80) + "' for the second time");
    }
    if (names.size() > most_names) {
        throw JsonError(place, "more than " + std::to_string(most_names) + " names");
    }
}

std::string JsonReader::string() {
    const std::size_t begin = place();
    if (!next_is('"')) fail_here("a string in quotes");
    std::string text;
    while (true) {
        const std::size_t end = text_.find_first_of("\"\\", place_);
        if (end == text_.npos) throw JsonError(begin, "this string does not end");
        const std::string_view plain = text_.substr(place_, end - place_);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            if (static_cast<unsigned char>(plain[i]) >= 0x20) continue;
            throw JsonError(place_ + i, "a control character in a string");
        }
        const std::size_t valid = valid_utf8_bytes(plain);
        if (valid < plain.size()) throw JsonError(place_ + valid, "invalid UTF-8");
        text += plain;
        place_ = end + 1;
        if (text_[end] == '"') return text;
        text += escaped();
    }
}

/// What an escape stands for; its backslash has been read.
std::string JsonReader::escaped() {
    const std::size_t begin = place_ - 1;
    const char letter = place_ < text_.size() ? text_[place_] : ' ';
    ++place_;
    const std::size_t known = escape_letters.find(letter);
    if (known != escape_letters.npos) return {escaped_signs[known]};
    if (letter != 'u') throw JsonError(begin, "an unknown escape");
    char32_t code = four_hex_digits();
    // Above U+FFFF a character is two escapes, its surrogates: ten bits each.
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(place_, 2) == "\\u") {
        place_ += 2;
        const char32_t low = four_hex_digits();
        const bool is_low = low >= 0xDC00 && low < 0xE000;
        code = is_low ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xD800;
    }
    if (code >= 0xD800 && code < 0xE000) {
        throw JsonError(begin, "half of a character (a surrogate without its other half)");
    }
    return utf8_of(code);
}

char32_t JsonReader::four_hex_digits() {
    const std::string_view digits = text_.substr(std::min(place_, text_.size()), 4);
    unsigned code = 0;
    const char* end = digits.data() + digits.size();
    if (digits.size() < 4 || std::from_chars(digits.data(), end, code, 16).ptr != end) {
        throw JsonError(place_, "an escape \\u needs four digits from 0 to F");
    }
    place_ += 4;
    return code;
}

std::size_t JsonReader::whole_number() {
    const std::string_view rest = text_.substr(place());
    std::size_t number = 0;
    const char* end = rest.data() + rest.size();
    const auto read = std::from_chars(rest.data(), end, number);
    if (read.ec == std::errc::result_out_of_range) {
        throw JsonError(place_, "this number is too large");
    }
    const auto digits = static_cast<std::size_t>(read.ptr - rest.data());
    const bool goes_on = read.ptr != end &&
                         std::string_view(".eE").find(*read.ptr) != std::string_view::npos;
    if (digits == 0 || goes_on || (digits > 1 && rest[0] == '0')) {
        fail_here("a whole number that is not negative");
    }
    place_ += digits;
    return number;
}

void JsonReader::expect_end() {
    place_ = std::min(text_.find_first_not_of(' ', place_), text_.size());
    if (place_ < text_.size()) fail_here("nothing but spaces");
}

void JsonReader::fail_here(const std::string& wanted) {
    const std::string found = place_ == text_.size()
                                  ? "the end"
                                  : "'" + clean_utf8(text_.substr(place_, 20)) + "'";
    throw JsonError(place_, "wanted " + wanted + ", found " + found);
}

std::string json_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const std::size_t known = escaped_signs.find(c);
        if (c != '/' && known != escaped_signs.npos) {
            quoted += {'\\', escape_letters[known]};
        } else if (byte < 0x20) {
            quoted += {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

}  // namespace attn
