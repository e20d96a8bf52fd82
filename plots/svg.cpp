#include "plots/svg.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "attn/text/utf8.hpp"

namespace attn::plots {
namespace {

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

std::string one_line(std::string text) {
    for (char& c : text) {
        if (c == '\n') c = ' ';
    }
    return clean_utf8(text);
}

/// Removes each piece of text from an opening to the next closing, both included.
void remove_all(std::string& text, std::string_view opening, std::string_view closing) {
    std::size_t from = 0;
    while ((from = text.find(opening, from)) != std::string::npos) {
        const std::size_t end = text.find(closing, from + opening.size());
        if (end == std::string::npos) return;
        text.erase(from, end + closing.size() - from);
    }
}

/// Removes groups <g ...> that hold nothing but white space.
void remove_empty_groups(std::string& svg) {
    const std::string_view closing = "</g>";
    std::size_t end = 0;
    while ((end = svg.find(closing, end)) != std::string::npos) {
        const std::size_t open = svg.rfind("<g ", end);
        const std::size_t bracket = open == std::string::npos ? open : svg.find('>', open);
        if (bracket < end && svg.find_first_not_of(" \t\r\n", bracket + 1) == end) {
            svg.erase(open, end + closing.size() - open);
            end = open;
        } else {
            end += closing.size();
        }
    }
}

/// Every line without the blanks at its ends, and no empty lines.
std::string without_blank_lines(const std::string& text) {
    std::string kept;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t line_end = std::min(text.find('\n', from), text.size());
        const std::size_t first = text.find_first_not_of(" \t\r", from);
        if (first < line_end) {
            const std::size_t last = text.find_last_not_of(" \t\r", line_end - 1);
            kept += text.substr(first, last + 1 - first) + '\n';
        }
        from = line_end + 1;
    }
    return kept;
}

}  // namespace

std::string script_hash(std::string_view script) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : script) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    std::array<char, 17> text;
    std::snprintf(text.data(), text.size(), "%016llx",
                  static_cast<unsigned long long>(hash));
    return text.data();
}

bool is_whole(std::string_view picture, Format format) {
    const std::string_view end_of_png("IEND\xAE\x42\x60\x82", 8);
    if (format == Format::png) return picture.ends_with(end_of_png);
    const std::size_t last = picture.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return false;
    const std::string_view text = picture.substr(0, last + 1);
    if (format == Format::pdf) return text.starts_with("%PDF") && text.ends_with("%%EOF");
    return text.find("<svg") != std::string_view::npos && text.ends_with("</svg>");
}

std::string finished_svg(std::string svg, const Figure& figure, std::string_view script) {
    remove_all(svg, "<title>", "</title>");  // gnuplot's own and one for each plot
    remove_all(svg, "<desc>", "</desc>");
    remove_empty_groups(svg);
    const std::size_t root = svg.find("<svg");
    const std::size_t inside = svg.find('>', root) + 1;
    svg.insert(inside, "\n<title id=\"title\">" + escaped(one_line(figure.title)) +
                           "</title>\n<desc id=\"desc\">" +
                           escaped(one_line(figure.subtitle)) + "</desc>\n");
    svg.insert(root + 4, " role=\"img\" aria-labelledby=\"title desc\" data-script=\"" +
                             script_hash(script) + "\"");
    return without_blank_lines(svg);
}

}  // namespace attn::plots
