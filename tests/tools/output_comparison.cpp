#include "tools/output_comparison.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace book {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_name_char(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// How many digits text has from position i on.
std::size_t count_digits(std::string_view text, std::size_t i) {
    std::size_t count = 0;
    while (i + count < text.size() && is_digit(text[i + count])) ++count;
    return count;
}

/// A number as it was printed: digits * 10^place, where place is that of the last digit.
struct Number {
    std::string_view text;
    std::string digits = {};
    int sign = 1;
    int decimals = 0;
    int exponent = 0;
    std::string_view exponent_text = {};  // such as e-40, or nothing

    bool has_exponent() const { return !exponent_text.empty(); }

    bool is_count() const { return decimals == 0 && !has_exponent(); }
    bool is_zero() const { return digits.find_first_not_of('0') == std::string::npos; }
    int place() const { return exponent - decimals; }
};

/// How long the exponent (such as e-40) at position i of word is; 0 when there is none.
std::size_t exponent_length(std::string_view word, std::size_t i) {
    if (i >= word.size() || (word[i] != 'e' && word[i] != 'E')) return 0;
    const bool has_sign = i + 1 < word.size() && (word[i + 1] == '-' || word[i + 1] == '+');
    const std::size_t digits = count_digits(word, i + 1 + has_sign);
    const std::size_t end = i + 1 + has_sign + digits;
    // Letters behind an e without a sign: part of a name or a hash, such as 8e12ab.
    const bool goes_on = end < word.size() && is_name_char(word[end]);
    if (digits == 0 || digits > 5 || (goes_on && !has_sign)) return 0;
    return end - i;
}

/// The number that starts at position i of word, if one does.
std::optional<Number> number_at(std::string_view word, std::size_t i) {
    if (i > 0 && (is_name_char(word[i - 1]) || word[i - 1] == '.')) return {};
    const bool is_negative = i < word.size() && word[i] == '-';
    std::size_t end = i + is_negative;
    const std::size_t whole = count_digits(word, end);
    if (whole == 0) return {};
    Number number{.text = {}, .sign = is_negative ? -1 : 1};
    number.digits = word.substr(end, whole);
    end += whole;
    if (end < word.size() && word[end] == '.') {
        const std::size_t decimals = count_digits(word, end + 1);
        number.decimals = static_cast<int>(decimals);
        number.digits += word.substr(end + 1, decimals);
        if (decimals > 0) end += 1 + decimals;
    }
    if (const std::size_t length = exponent_length(word, end)) {
        number.exponent_text = word.substr(end, length);
        const std::size_t skip = word[end + 1] == '+' ? 2 : 1;
        std::from_chars(word.data() + end + skip, word.data() + end + length,
                        number.exponent);
        end += length;
    }
    number.text = word.substr(i, end - i);
    return number;
}

/// Whether the two are at most one unit of the recorded last digit apart. Counted in
/// digits, because in floating point 0.07 - 0.06 is more than 0.01.
bool is_within_one_unit(const Number& recorded, const Number& actual) {
    const int shift = recorded.place() - actual.place();
    if (std::abs(shift) > 1) return false;
    std::string a = recorded.digits + (shift == 1 ? "0" : "");
    std::string b = actual.digits + (shift == -1 ? "0" : "");
    const std::size_t length = std::max(a.size(), b.size());
    a.insert(0, length - a.size(), '0');
    b.insert(0, length - b.size(), '0');

    int difference = 0;
    for (std::size_t i = 0; i < length; ++i) {
        difference =
            10 * difference + recorded.sign * (a[i] - '0') - actual.sign * (b[i] - '0');
        // Two or more apart in one place: the places behind it can only widen the gap.
        if (std::abs(difference) > 100) return false;
    }
    return std::abs(difference) <= (shift == 1 ? 10 : 1);
}

/// Whether the exponents are written by one rule: e-6, e-06 or E-6. They may differ by one.
bool exponents_are_spelled_alike(const Number& recorded, const Number& actual) {
    if (!recorded.has_exponent() || !actual.has_exponent()) return true;
    const auto has_plus = [](const Number& n) { return n.exponent_text[1] == '+'; };
    const auto needed = [](const Number& n) {
        return std::to_string(std::abs(n.exponent)).size();
    };
    const auto written = [](const Number& n) {
        const char sign = n.exponent_text[1];
        return n.exponent_text.size() - (sign == '+' || sign == '-' ? 2 : 1);
    };
    if (recorded.exponent_text[0] != actual.exponent_text[0]) return false;
    const bool both_up = recorded.exponent >= 0 && actual.exponent >= 0;
    if (both_up && has_plus(recorded) != has_plus(actual)) return false;
    return needed(recorded) != needed(actual) || written(recorded) == written(actual);
}

bool numbers_agree(const Number& recorded, const Number& actual) {
    if (recorded.text == actual.text) return true;
    if (recorded.is_count()) return false;
    if (recorded.decimals != actual.decimals) return false;
    if (recorded.has_exponent() != actual.has_exponent()) return false;
    if (!exponents_are_spelled_alike(recorded, actual)) return false;
    if (recorded.has_exponent() && recorded.is_zero()) return actual.is_zero();
    return is_within_one_unit(recorded, actual);
}

/// How many characters the measured number ("~271.3") at position i takes; 0 for none.
std::size_t measured_length(std::string_view word, std::size_t i) {
    if (word[i] != '~') return 0;
    const std::optional<Number> number = number_at(word, i + 1);
    return number ? 1 + number->text.size() : 0;
}

bool words_agree(std::string_view recorded, std::string_view actual) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < recorded.size() && j < actual.size()) {
        const std::size_t measured = measured_length(recorded, i);
        const std::size_t measured_now = measured_length(actual, j);
        const std::optional<Number> a = number_at(recorded, i);
        const std::optional<Number> b = number_at(actual, j);
        if (measured > 0 && measured_now > 0) {
            i += measured;
            j += measured_now;
        } else if (a && b && numbers_agree(*a, *b)) {
            i += a->text.size();
            j += b->text.size();
        } else if (!a && !b && recorded[i] == actual[j]) {
            ++i;
            ++j;
        } else {
            return false;
        }
    }
    return i == recorded.size() && j == actual.size();
}

bool is_unit_of_time(std::string_view word) {
    return word == "s" || word == "ms" || word == "µs" || word == "ns";
}

/// text with each U+2212 written as "-".
std::string with_plain_minus(std::string_view text) {
    const std::string_view minus = "\xE2\x88\x92";
    std::string plain(text);
    for (std::size_t at = plain.find(minus); at != std::string::npos;
         at = plain.find(minus, at)) {
        plain.replace(at, minus.size(), "-");
    }
    return plain;
}

/// text with what stands in each "~(...)" of a line left out.
std::string without_found_words(std::string text) {
    for (std::size_t at = text.find("~("); at != std::string::npos;
         at = text.find("~(", at + 2)) {
        const std::size_t end = text.find_first_of(")\n", at);
        if (end != std::string::npos && text[end] == ')') text.erase(at + 2, end - at - 2);
    }
    return text;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream words(line);
    std::vector<std::string> found;
    for (std::string word; words >> word;) found.push_back(word);
    return found;
}

/// What stands between the line breaks: a text that ends in one has an empty last line.
std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream lines(text + "\n");
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) found.push_back(line);
    return found;
}

/// The first word that differs, in words; nothing when the lines agree.
std::optional<std::string> line_difference(const std::string& recorded,
                                           const std::string& actual) {
    const std::vector<std::string> a = words_of(recorded);
    const std::vector<std::string> b = words_of(actual);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (words_agree(a[i], b[i])) continue;
        const bool is_measured = i > 0 && a[i - 1].front() == '~';
        if (is_measured && is_unit_of_time(a[i]) && is_unit_of_time(b[i])) continue;
        return "recorded " + a[i] + ", printed " + b[i];
    }
    if (a.size() == b.size()) return {};
    return "recorded " + std::to_string(a.size()) + " words, printed " +
           std::to_string(b.size());
}

}  // namespace

std::optional<std::string> output_difference(std::string_view recorded,
                                             std::string_view actual) {
    const std::vector<std::string> a =
        lines_of(without_found_words(with_plain_minus(recorded)));
    const std::vector<std::string> b =
        lines_of(without_found_words(with_plain_minus(actual)));
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (const auto difference = line_difference(a[i], b[i])) {
            return "line " + std::to_string(i + 1) + ": " + *difference +
                   "\n  recorded: " + a[i] + "\n  printed:  " + b[i];
        }
    }
    if (a.size() == b.size()) return {};
    const std::size_t first = std::min(a.size(), b.size());
    return "line " + std::to_string(first + 1) + ": " +
           (a.size() > b.size()
                ? "recorded, but the output ends before it:\n  " + a[first]
                : "printed, but the recording ends before it:\n  " + b[first]);
}

}  // namespace book
