#include "tools/text_files.hpp"

#include <algorithm>
#include <stdexcept>

namespace book {
namespace {

constexpr std::string_view blanks = " \t";

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view text) {
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
    attn::write_whole_file(path, text);
}

Lines split_lines(std::string_view text) {
    Lines lines;
    while (true) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

std::string join_lines(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    if (!text.empty()) text.pop_back();
    return text;
}

Lines lines_between(const Lines& lines, std::size_t begin, std::size_t end) {
    const auto first = lines.begin();
    return Lines(first + static_cast<std::ptrdiff_t>(begin),
                 first + static_cast<std::ptrdiff_t>(end));
}

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split_words(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trim(line); !line.empty(); line = trim(line)) {
        words.push_back(line.substr(0, line.find_first_of(blanks)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

std::vector<Word> split_quoted_words(std::string_view line) {
    std::vector<Word> words;
    for (line = trim(line); !line.empty(); line = trim(line)) {
        const bool quoted = line.front() == '"';
        const std::size_t end = quoted ? line.find('"', 1) : line.find_first_of(blanks);
        if (quoted && end == std::string_view::npos) {
            throw std::runtime_error("a quote is not closed");
        }
        const std::size_t first = quoted ? 1 : 0;
        words.push_back({std::string(line.substr(first, end - first)), quoted});
        line.remove_prefix(std::min(quoted ? end + 1 : end, line.size()));
    }
    return words;
}

}  // namespace book
