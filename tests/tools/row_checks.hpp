/// The rows of the book's checklist (tests/rows.txt) and the tests that carry their tags.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// A row of the checklist. A row that is history or a citation has nothing to run: it is
/// done when a text under docs/ holds the comment <!-- row S1-01 -->.
struct Row {
    std::string id;  ///< "S3-05"
    int chapter = 0;
    bool is_text = false;
};

/// The rows of rows.txt, one a line: an id, a chapter and, for history, the word "text".
/// throws  std::runtime_error  when a line is anything else, or an id comes twice
std::vector<Row> read_rows(std::string_view text);

/// The numbers of the chapters that exist: the folders root/chapters/NN_name.
std::set<int> chapters_of(const std::filesystem::path& root);

/// The tags that a test program of Catch2 2 or 3 prints for --list-tags, bare.
std::set<std::string> tags_in(std::string_view listing);

/// The ids of the comments <!-- row ID --> in the project's texts.
std::set<std::string> rows_in_texts(const std::filesystem::path& root);

/// The ids of those rows of the given chapters that no tag or, for history, no text has.
std::vector<std::string> missing_rows(const std::vector<Row>& rows,
                                      const std::set<int>& chapters,
                                      const std::set<std::string>& tags,
                                      const std::set<std::string>& text_rows);

/// The tags that look like a row's id ("S3-05", "W-01") and are none.
std::vector<std::string> unknown_rows(const std::vector<Row>& rows,
                                      const std::set<std::string>& tags);

}  // namespace book
