#include "tools/row_checks.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "tools/markdown.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool looks_like_row(std::string_view tag) {
    const bool is_note =
        tag.size() > 2 && tag[0] == 'S' && is_digit(tag[1]) && tag[2] == '-';
    return is_note || tag.starts_with("W-");
}

bool is_chapter(std::string_view word) {
    return !word.empty() && word.size() <= 2 &&
           std::all_of(word.begin(), word.end(), is_digit);
}

Row read_row(std::string_view line) {
    const std::vector<std::string_view> words = split_words(line);
    const bool is_text = words.size() == 3 && words[2] == "text";
    if ((words.size() != 2 && !is_text) || !looks_like_row(words[0]) ||
        !is_chapter(words[1])) {
        throw std::runtime_error("rows.txt: " + std::string(line) +
                                 ": give an id, a chapter and nothing or \"text\"");
    }
    return {std::string(words[0]), std::stoi(std::string(words[1])), is_text};
}

bool has_id(const std::vector<Row>& rows, std::string_view id) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row& row) { return row.id == id; });
}

/// Adds the ids of the line's comments <!-- row ID -->.
void add_row_comments(std::string_view line, std::set<std::string>& ids) {
    const std::vector<std::string_view> words = split_words(line);
    for (std::size_t i = 0; i + 3 < words.size(); ++i) {
        const bool is_comment =
            words[i] == "<!--" && words[i + 1] == "row" && words[i + 3] == "-->";
        if (is_comment) ids.emplace(words[i + 2]);
    }
}

}  // namespace

std::vector<Row> read_rows(std::string_view text) {
    std::vector<Row> rows;
    for (const std::string& line : split_lines(text)) {
        if (trim(line).empty() || trim(line).front() == '#') continue;
        Row row = read_row(line);
        if (has_id(rows, row.id)) {
            throw std::runtime_error("rows.txt: " + row.id + " comes twice");
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::set<int> chapters_of(const std::filesystem::path& root) {
    std::set<int> chapters;
    if (!std::filesystem::exists(root / "chapters")) return chapters;
    for (const auto& entry : std::filesystem::directory_iterator(root / "chapters")) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory() || name.size() < 3 || name[2] != '_') continue;
        if (is_chapter(name.substr(0, 2))) chapters.insert(std::stoi(name.substr(0, 2)));
    }
    return chapters;
}

std::set<std::string> tags_in(std::string_view listing) {
    std::set<std::string> tags;
    for (std::size_t i = listing.find('['); i != std::string_view::npos;
         i = listing.find('[', i + 1)) {
        tags.emplace(listing.substr(i + 1, listing.find(']', i) - i - 1));
    }
    return tags;
}

std::set<std::string> rows_in_texts(const std::filesystem::path& root) {
    std::set<std::string> ids;
    for (const std::filesystem::path& text : texts_of(root)) {
        for (const std::string& line : prose_lines(read_whole_file(root / text))) {
            add_row_comments(line, ids);
        }
    }
    return ids;
}

std::vector<std::string> missing_rows(const std::vector<Row>& rows,
                                      const std::set<int>& chapters,
                                      const std::set<std::string>& tags,
                                      const std::set<std::string>& text_rows) {
    std::vector<std::string> missing;
    for (const Row& row : rows) {
        const std::set<std::string>& done = row.is_text ? text_rows : tags;
        if (chapters.count(row.chapter) == 0 || done.count(row.id) > 0) continue;
        missing.push_back(row.id);
    }
    return missing;
}

std::vector<std::string> unknown_rows(const std::vector<Row>& rows,
                                      const std::set<std::string>& tags) {
    std::vector<std::string> unknown;
    for (const std::string& tag : tags) {
        if (looks_like_row(tag) && !has_id(rows, tag)) unknown.push_back(tag);
    }
    return unknown;
}

}  // namespace book
