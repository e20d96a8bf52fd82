#include "tools/glossary.hpp"

#include <algorithm>
#include <cctype>

#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

namespace fs = std::filesystem;

const std::string words_mark = "**Words to keep**:";

/// text without what stands in parentheses, and with single blanks.
std::string plain_words(std::string_view text) {
    std::string outside;
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (depth == 0) outside += c == '\n' ? ' ' : c;
        if (c == ')') --depth;
    }
    std::string words;
    for (const std::string_view word : split_words(outside)) {
        words += (words.empty() ? "" : " ") + std::string(word);
    }
    return words;
}

std::string in_small_letters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return text;
}

bool explains(const GlossaryEntry& entry, const std::string& word,
              const fs::path& chapter) {
    return entry.word == word &&
           entry.text.find("(" + chapter.filename().string() + ")") != std::string::npos;
}

}  // namespace

std::vector<std::string> words_to_keep(std::string_view text) {
    const std::size_t begin = text.find(words_mark);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + words_mark.size());
    std::string rest = plain_words(text.substr(0, text.find("\n\n")));
    if (rest.ends_with('.')) rest.pop_back();
    std::vector<std::string> words;
    for (std::size_t i = 0; i <= rest.size();) {
        const std::size_t end = std::min(rest.find(',', i), rest.size());
        words.emplace_back(trim(std::string_view(rest).substr(i, end - i)));
        i = end + 1;
    }
    return words;
}

std::vector<GlossaryEntry> glossary_entries(std::string_view text) {
    std::vector<GlossaryEntry> entries;
    for (const std::string& line : split_lines(text)) {
        if (line.starts_with("- **")) {
            entries.push_back({line.substr(4, line.find("**", 4) - 4), line});
        } else if (!entries.empty() && line.starts_with("  ")) {
            entries.back().text += "\n" + line;
        }
    }
    return entries;
}

std::vector<std::string> glossary_errors(const fs::path& root) {
    std::vector<std::string> errors;
    const auto entries = glossary_entries(read_whole_file(root / "docs/glossary.md"));
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (in_small_letters(entries[i - 1].word) < in_small_letters(entries[i].word))
            continue;
        errors.push_back("\"" + entries[i].word + "\" stands behind \"" +
                         entries[i - 1].word + "\"");
    }
    for (const fs::path& text : texts_of(root)) {
        for (const std::string& word : words_to_keep(read_whole_file(root / text))) {
            const bool is_there = std::any_of(
                entries.begin(), entries.end(),
                [&](const GlossaryEntry& entry) { return explains(entry, word, text); });
            if (is_there) continue;
            errors.push_back(
                text.string() + ": \"" + word +
                "\" has no entry in docs/glossary.md with a link to this chapter");
        }
    }
    return errors;
}

}  // namespace book
