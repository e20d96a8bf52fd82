#include "tools/same_figure.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace book {
namespace {

constexpr double place_tolerance = 0.02;
constexpr int colour_tolerance = 2;

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// A tag, or the words between two tags.
struct Piece {
    std::string tag;    // "rect", "/g"; empty for words
    std::string words;  // without blanks at their ends
    Attributes attributes = {};
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first));
}

/// The attributes in "x='1' y=\"2\"", without those that are not compared.
Attributes attributes_in(std::string_view text) {
    Attributes all;
    std::size_t equals = 0;
    while ((equals = text.find('=')) != std::string_view::npos) {
        const std::size_t open = text.find_first_of("'\"", equals);
        const std::size_t close =
            open == std::string_view::npos ? open : text.find(text[open], open + 1);
        if (close == std::string_view::npos) break;
        const std::string name = trimmed(text.substr(0, equals));
        const std::string value(text.substr(open + 1, close - open - 1));
        const bool is_mix = name == "style" && value.compare(0, 4, "--c:") == 0;
        if (!is_mix) all.emplace_back(name, value);
        text.remove_prefix(close + 1);
    }
    return all;
}

Piece tag_piece(std::string_view inside) {
    if (!inside.empty() && inside.back() == '/') inside.remove_suffix(1);
    const std::size_t end = std::min(inside.find_first_of(" \t\r\n"), inside.size());
    return {std::string(inside.substr(0, end)), "", attributes_in(inside.substr(end))};
}

std::vector<Piece> pieces_of(std::string_view svg) {
    std::vector<Piece> pieces;
    while (!svg.empty()) {
        const std::size_t open = std::min(svg.find('<'), svg.size());
        const std::string words = trimmed(svg.substr(0, open));
        if (!words.empty()) pieces.push_back({"", words});
        const std::size_t close = svg.find('>', open);
        if (close == std::string_view::npos) break;
        pieces.push_back(tag_piece(svg.substr(open + 1, close - open - 1)));
        svg.remove_prefix(close + 1);
    }
    return pieces;
}

bool is_hex(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

/// "#17202c" at the front of text; nothing where there is none.
std::optional<unsigned long> front_colour(std::string_view text) {
    if (text.size() < 7 || text[0] != '#') return {};
    if (!std::all_of(text.begin() + 1, text.begin() + 7, is_hex)) return {};
    if (text.size() > 7 && is_hex(text[7])) return {};
    return std::strtoul(std::string(text.substr(1, 6)).c_str(), nullptr, 16);
}

bool are_alike(unsigned long a, unsigned long b) {
    for (const unsigned shift : {16u, 8u, 0u}) {
        const int x = static_cast<int>((a >> shift) & 0xffu);
        const int y = static_cast<int>((b >> shift) & 0xffu);
        if (std::abs(x - y) > colour_tolerance) return false;
    }
    return true;
}

/// A number at the front of text: its value, and how many signs it takes (0: none is there).
std::pair<double, std::size_t> front_number(std::string_view text) {
    std::size_t length = !text.empty() && text[0] == '-' ? 1 : 0;
    const std::size_t sign = length;
    while (length < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[length])) != 0 ||
            text[length] == '.')) {
        ++length;
    }
    if (length == sign) return {0, 0};
    return {std::strtod(std::string(text.substr(0, length)).c_str(), nullptr), length};
}

/// Whether two values agree but for last digits; a digit behind a letter belongs to a name.
bool agree(std::string_view a, std::string_view b) {
    char before = ' ';
    while (!a.empty() && !b.empty()) {
        const auto colour_a = front_colour(a), colour_b = front_colour(b);
        const auto [value_a, length_a] = front_number(a);
        const auto [value_b, length_b] = front_number(b);
        // In a path, letters part numbers: "h35v-4".
        const bool in_name = before == '_' || before == '-' || before == '#' ||
                             before == 'k' || before == 's';
        if (colour_a && colour_b) {
            if (!are_alike(*colour_a, *colour_b)) return false;
            a.remove_prefix(7);
            b.remove_prefix(7);
        } else if (!in_name && length_a > 0 && length_b > 0) {
            if (std::abs(value_a - value_b) > place_tolerance + 1e-9) return false;
            a.remove_prefix(length_a);
            b.remove_prefix(length_b);
        } else {
            if (a[0] != b[0]) return false;
            before = a[0];
            a.remove_prefix(1);
            b.remove_prefix(1);
            continue;
        }
        before = ' ';
    }
    return a.empty() && b.empty();
}

std::string quoted(const std::string& text) {
    constexpr std::size_t most = 60;
    return "'" + (text.size() > most ? text.substr(0, most) + "…" : text) + "'";
}

std::optional<std::string> attribute_difference(const Attributes& a, const Attributes& b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        if (i >= a.size())
            return "has no " + b[i].first + "; drawn: " + quoted(b[i].second);
        if (i >= b.size()) return "has " + a[i].first + ", which is not drawn";
        if (a[i].first != b[i].first) return "has " + a[i].first + "; drawn: " + b[i].first;
        if (!agree(a[i].second, b[i].second)) {
            return a[i].first + " is " + quoted(a[i].second) +
                   "; drawn: " + quoted(b[i].second);
        }
    }
    return {};
}

std::string name_of(const Piece& piece) {
    return piece.tag.empty() ? "the words " + quoted(piece.words) : "<" + piece.tag + ">";
}

std::optional<std::string> piece_difference(const Piece& a, const Piece& b) {
    if (a.tag != b.tag) return name_of(a) + "; drawn: " + name_of(b);
    const bool is_style = a.tag.empty() && a.words.find("{") != std::string::npos;
    if (is_style ? !agree(a.words, b.words) : a.words != b.words) {
        return name_of(a) + "; drawn: " + quoted(b.words);
    }
    const auto difference = attribute_difference(a.attributes, b.attributes);
    if (difference) return name_of(a) + ": " + *difference;
    return {};
}

}  // namespace

std::optional<std::string> figure_difference(std::string_view committed,
                                             std::string_view drawn) {
    const std::vector<Piece> a = pieces_of(committed), b = pieces_of(drawn);
    std::string words = "the title";
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const auto difference = piece_difference(a[i], b[i]);
        if (difference)
            return "after " + words + ", piece " + std::to_string(i) + ": " + *difference;
        if (a[i].tag.empty() && a[i].words.size() < 60) words = quoted(a[i].words);
    }
    if (a.size() == b.size()) return {};
    return "there are " + std::to_string(a.size()) +
           " pieces; drawn: " + std::to_string(b.size());
}

}  // namespace book
