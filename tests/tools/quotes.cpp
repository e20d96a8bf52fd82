#include "tools/quotes.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "tools/text_files.hpp"

namespace book {
namespace {

bool may_be_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// "name" for a line that is only the comment "// [name]" or "// [/name]", else empty. In
/// Python comments begin with "#".
std::string_view bracketed_name(std::string_view line, std::string_view opening) {
    line = trim(line);
    line.remove_prefix(line.starts_with("# ")    ? 2
                       : line.starts_with("// ") ? 3
                                                 : line.size());
    if (!line.starts_with(opening) || !line.ends_with("]")) return {};
    line = line.substr(opening.size(), line.size() - opening.size() - 1);
    return std::all_of(line.begin(), line.end(), may_be_in_name) ? line
                                                                 : std::string_view();
}

std::string_view region_start(std::string_view line) {
    return bracketed_name(line, "[");
}

std::string_view region_end(std::string_view line) {
    return bracketed_name(line, "[/");
}

/// lines without the marks of regions. A lone "// [n]", which nothing closes, is no mark.
Lines without_region_marks(const Lines& lines, std::string_view source) {
    std::set<std::string> closed;
    for (const std::string& line : split_lines(source)) closed.emplace(region_end(line));
    Lines kept;
    for (const std::string& line : lines) {
        const std::string_view start = region_start(line);
        const bool is_start = !start.empty() && closed.count(std::string(start)) > 0;
        if (!is_start && region_end(line).empty()) kept.push_back(line);
    }
    return kept;
}

/// The one line that satisfies is_wanted.
template <class IsWanted>
std::size_t find_only(const Lines& lines, const std::string& what, IsWanted is_wanted) {
    const auto found = std::find_if(lines.begin(), lines.end(), is_wanted);
    if (found == lines.end()) throw std::runtime_error("there is no " + what);
    if (std::find_if(found + 1, lines.end(), is_wanted) != lines.end()) {
        throw std::runtime_error("there is more than one " + what);
    }
    return static_cast<std::size_t>(found - lines.begin());
}

struct Definition {
    std::size_t begin, end;  // its lines, without the comment above
    std::string head;        // its lines up to the body's brace, in one line
};

bool starts_definition(std::string_view line) {
    return !line.empty() && (may_be_in_name(line[0]) || line[0] == '[') &&
           !line.starts_with("namespace") && !line.starts_with("using namespace");
}

std::string_view without_comment(std::string_view line) {
    return trim(line.substr(0, line.find("  //")));
}

/// The definition that starts on the given line.
Definition definition_at(const Lines& lines, std::size_t begin) {
    Definition definition{begin, begin, ""};
    char last = ' ';
    while (definition.end < lines.size() && last != '{' && last != ';' && last != '}') {
        const std::string_view code = without_comment(lines[definition.end++]);
        if (!definition.head.empty()) definition.head += ' ';
        definition.head += code;
        if (!code.empty()) last = code.back();
    }
    if (last == '{') {
        while (definition.end < lines.size() && !lines[definition.end].starts_with("}")) {
            ++definition.end;
        }
        definition.end = std::min(definition.end + 1, lines.size());
    }
    return definition;
}

/// head behind its "template <...>".
std::string_view without_template(std::string_view head) {
    if (!head.starts_with("template")) return head;
    int depth = 0;
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head[i] == '<') ++depth;
        if (head[i] == '>' && --depth == 0) return trim(head.substr(i + 1));
    }
    return head;
}

/// Where a head's parameters, body, value or base classes begin: the name ends before it.
std::size_t end_of_name(std::string_view head) {
    const std::size_t sign = head.find("operator");
    if (sign < head.find('(')) {
        // operator<, operator() and others hold signs that end a name elsewhere.
        return head.find('(',
                         sign + (head.substr(sign).starts_with("operator()") ? 10 : 8));
    }
    int depth = 0;
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head[i] == '<') ++depth;
        if (head[i] == '>') --depth;
        if (depth > 0) continue;
        const bool is_scope =
            head.substr(i).starts_with("::") || (i > 0 && head[i - 1] == ':');
        if (head[i] == ':' && !is_scope) return i;
        if (head[i] == '[' && i > 0 && may_be_in_name(head[i - 1])) return i;
        if (std::string_view("({=;").find(head[i]) != std::string_view::npos) return i;
    }
    return head.size();
}

bool declares(std::string_view head, std::string_view name) {
    head = without_template(head);
    head = trim(head.substr(0, end_of_name(head)));
    if (!head.ends_with(name)) return false;
    head.remove_suffix(name.size());
    return head.empty() || (!may_be_in_name(head.back()) && head.back() != ':');
}

std::vector<Definition> definitions_of(const Lines& lines, std::string_view name) {
    std::vector<Definition> found;
    for (std::size_t i = 0; i < lines.size();) {
        if (!starts_definition(lines[i])) {
            ++i;
            continue;
        }
        Definition definition = definition_at(lines, i);
        i = definition.end;
        if (declares(definition.head, name)) found.push_back(std::move(definition));
    }
    return found;
}

std::string ambiguity(std::string_view name, const std::vector<Definition>& candidates) {
    std::string message = std::string(name) + " is defined " +
                          std::to_string(candidates.size()) +
                          " times; say which one with a piece of its head in quotes:";
    for (const Definition& candidate : candidates) message += "\n    " + candidate.head;
    return message;
}

void move_left(Lines& lines) {
    std::size_t margin = std::string::npos;
    for (const std::string& line : lines) {
        margin = std::min(margin, line.find_first_not_of(' '));
    }
    for (std::string& line : lines) line.erase(0, std::min(margin, line.size()));
}

}  // namespace

Lines without_empty_end(Lines lines) {
    while (!lines.empty() && trim(lines.back()).empty()) lines.pop_back();
    return lines;
}

Lines quote_definition(std::string_view source, std::string_view name,
                       std::string_view signature) {
    const Lines lines = split_lines(source);
    std::vector<Definition> candidates = definitions_of(lines, name);
    if (candidates.empty()) {
        throw std::runtime_error("there is no definition of " + std::string(name));
    }
    std::erase_if(candidates, [&](const Definition& candidate) {
        return candidate.head.find(signature) == std::string::npos;
    });
    if (candidates.empty()) {
        throw std::runtime_error("no definition of " + std::string(name) + " has \"" +
                                 std::string(signature) + "\" in its head");
    }
    if (candidates.size() > 1) throw std::runtime_error(ambiguity(name, candidates));
    std::size_t begin = candidates[0].begin;
    while (begin > 0 && lines[begin - 1].starts_with("//")) --begin;
    return without_region_marks(lines_between(lines, begin, candidates[0].end), source);
}

Lines quote_region(std::string_view source, std::string_view region) {
    const Lines lines = split_lines(source);
    const std::string name(region);
    const std::size_t start =
        find_only(lines, "comment // [" + name + "]",
                  [&](const std::string& line) { return region_start(line) == region; });
    const std::size_t end =
        find_only(lines, "comment // [/" + name + "]",
                  [&](const std::string& line) { return region_end(line) == region; });
    if (end < start) {
        throw std::runtime_error("// [/" + name + "] stands before // [" + name + "]");
    }
    Lines quoted = without_region_marks(lines_between(lines, start + 1, end), source);
    move_left(quoted);
    return quoted;
}

Lines quote_section(std::string_view recording, std::string_view title) {
    const Lines lines = split_lines(recording);
    const std::string heading = "== " + std::string(title);
    const std::size_t begin =
        find_only(lines, "section \"" + std::string(title) + "\"",
                  [&](const std::string& line) { return trim(line) == heading; });
    std::size_t end = begin + 1;
    while (end < lines.size() && !lines[end].starts_with("== ")) ++end;
    return without_empty_end(lines_between(lines, begin, end));
}

Lines quote_recording(std::string_view recording) {
    return without_empty_end(split_lines(recording));
}

}  // namespace book
