#include "tools/markdown.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <stdexcept>

namespace book {
namespace {

constexpr std::size_t none = std::string_view::npos;

std::size_t count_leading(std::string_view text, char sign) {
    return std::min(text.find_first_not_of(sign), text.size());
}

bool closes(std::string_view line, const Fence& fence) {
    const std::string_view signs = trim(line);
    return signs.size() >= fence.length && count_leading(signs, fence.sign) == signs.size();
}

/// The value of name="value" in an HTML tag, if it has one.
std::optional<std::string> attribute_of(std::string_view tag, std::string_view name) {
    const std::string start = " " + std::string(name) + "=\"";
    const std::size_t at = tag.find(start);
    if (at == none) return {};
    tag.remove_prefix(at + start.size());
    return std::string(tag.substr(0, tag.find('"')));
}

/// The position behind the bracket that closes the one at position open.
std::size_t after_closing(std::string_view line, std::size_t open, char opening,
                          char closing) {
    int depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
        if (line[i] == opening) ++depth;
        if (line[i] == closing && --depth == 0) return i + 1;
    }
    return none;
}

/// The target in "(target "title")", without the parentheses and the title.
std::string target_of(std::string_view inside) {
    const std::vector<std::string_view> words = split_words(inside);
    if (words.empty()) return "";
    std::string target(words[0]);
    if (target.starts_with('<') && target.ends_with('>')) {
        return target.substr(1, target.size() - 2);
    }
    return target;
}

void add_markdown_links(std::string_view text, std::vector<Link>& links) {
    for (std::size_t i = text.find('['); i != none; i = text.find('[', i + 1)) {
        const std::size_t end = after_closing(text, i, '[', ']');
        if (end == none || end >= text.size() || text[end] != '(') continue;
        const std::size_t last = after_closing(text, end, '(', ')');
        if (last == none) continue;
        links.push_back({target_of(text.substr(end + 1, last - end - 2)),
                         std::string(text.substr(i + 1, end - i - 2)),
                         i > 0 && text[i - 1] == '!'});
    }
}

void add_html_links(std::string_view text, std::vector<Link>& links) {
    for (std::size_t i = text.find('<'); i != none; i = text.find('<', i + 1)) {
        const std::string_view tag = text.substr(i, text.find('>', i) - i);
        if (tag.starts_with("<a ")) {
            if (const auto target = attribute_of(tag, "href")) {
                links.push_back({*target, ""});
            }
        } else if (tag.starts_with("<img ")) {
            links.push_back({attribute_of(tag, "src").value_or(""),
                             attribute_of(tag, "alt").value_or(""), true});
        }
    }
}

/// Whether GitHub keeps the sign in a heading's name. Of the signs beyond ASCII it keeps
/// letters (Hangul, Greek) and drops punctuation, arrows, mathematical signs and emoji.
bool stays_in_anchor(std::string_view sign) {
    const auto byte = static_cast<unsigned char>(sign[0]);
    if (byte < 0x80) return std::isalnum(byte) != 0 || byte == '-' || byte == '_';
    const bool is_latin_sign = byte == 0xC2 || sign == "×" || sign == "÷";
    const bool is_symbol = byte == 0xE2 && sign < "\xE2\xB0\x80";       // U+2000 to U+2BFF
    const bool is_punctuation = byte == 0xE3 && sign < "\xE3\x81\x80";  // U+3000 to U+303F
    return !is_latin_sign && !is_symbol && !is_punctuation && byte < 0xF0;
}

/// What is read of "[text](target)": its text.
std::string without_targets(std::string_view heading) {
    std::string text(heading);
    for (std::size_t i = text.find("]("); i != std::string::npos; i = text.find("](")) {
        const std::size_t end = after_closing(text, i + 1, '(', ')');
        text.erase(i, end == none ? end : end - i);
    }
    return text;
}

std::string anchor_of(std::string_view heading) {
    std::string anchor;
    const std::string text = without_targets(heading);
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        while (end < text.size() &&
               (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) {
            ++end;
        }
        const std::string sign = text.substr(i, end - i);
        if (sign == " ") anchor += '-';
        if (stays_in_anchor(sign)) anchor += sign;
        i = end;
    }
    for (char& c : anchor) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return anchor;
}

std::optional<std::string_view> heading_of(std::string_view line) {
    const std::size_t level = count_leading(line, '#');
    if (level == 0 || level > 6 || level == line.size() || line[level] != ' ') return {};
    return trim(line.substr(level));
}

}  // namespace

std::optional<Fence> fence_of(std::string_view line) {
    const std::size_t indent = count_leading(line, ' ');
    line.remove_prefix(indent);
    if (indent > 3 || line.empty() || (line[0] != '`' && line[0] != '~')) return {};
    const Fence fence{line[0], count_leading(line, line[0]), ""};
    const std::string_view language = trim(line.substr(fence.length));
    // ```a``` on one line is no block.
    if (fence.length < 3 || language.find('`') != none) return {};
    return Fence{fence.sign, fence.length, std::string(language)};
}

std::size_t end_of_fenced_block(const Lines& lines, std::size_t begin) {
    const Fence fence = fence_of(lines[begin]).value();
    for (std::size_t i = begin + 1; i < lines.size(); ++i) {
        if (closes(lines[i], fence)) return i + 1;
    }
    throw std::runtime_error("the block " + lines[begin] + " is never closed");
}

Lines prose_lines(std::string_view text) {
    Lines lines = split_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!fence_of(lines[i])) continue;
        const std::size_t end = end_of_fenced_block(lines, i);
        for (; i < end; ++i) lines[i].clear();
        --i;
    }
    return lines;
}

std::string without_code_spans(std::string_view line) {
    std::string text;
    while (!line.empty()) {
        const std::size_t start = line.find('`');
        text += line.substr(0, start);
        if (start == none) break;
        line.remove_prefix(start);
        const std::string quote(count_leading(line, '`'), '`');
        const std::size_t end = line.find(quote, quote.size());
        if (end == none) text += line;
        line.remove_prefix(end == none ? line.size() : end + quote.size());
    }
    return text;
}

std::vector<Link> links_of(std::string_view text) {
    std::string prose;
    for (const std::string& line : prose_lines(text)) {
        prose += without_code_spans(line) + '\n';
    }
    std::vector<Link> links;
    add_markdown_links(prose, links);
    add_html_links(prose, links);
    return links;
}

std::vector<std::string> anchors_of(std::string_view text) {
    std::vector<std::string> anchors;
    std::map<std::string, int> times;
    for (const std::string& line : prose_lines(text)) {
        if (const auto heading = heading_of(line)) {
            const std::string anchor = anchor_of(*heading);
            const int before = times[anchor]++;
            anchors.push_back(before == 0 ? anchor : anchor + "-" + std::to_string(before));
        }
        if (const auto id = attribute_of(line, "id")) anchors.push_back(*id);
    }
    return anchors;
}

}  // namespace book
