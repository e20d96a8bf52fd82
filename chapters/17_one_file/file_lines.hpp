/// transformer.cpp as text: which of its lines belongs to which chapter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn::chapters::ch17 {

/// A line of the file, and the chapter that a comment before it names; 17 before the first.
struct FileLine {
    std::string text;
    int chapter = 17;
    bool is_code = false;  // neither blank nor a comment alone
};

/// The lines of chapters/17_one_file/transformer.cpp.
///
/// throws  std::runtime_error  when it cannot be read
std::vector<FileLine> read_file_lines();

/// A comment "/// Chapter 14: ..." or "/// Chapters 2 and 3: ..." says where the lines after it
/// come from, up to the next such comment or the next heading "// ---- ".
std::vector<FileLine> file_lines(const std::string& source);

/// How many lines of code each chapter has, in the order of the chapters.
struct ChapterLines {
    int chapter = 0;
    std::size_t code = 0;
};
std::vector<ChapterLines> count_by_chapter(const std::vector<FileLine>& lines);

/// The lines of code among them.
std::size_t code_lines(const std::vector<FileLine>& lines);

}  // namespace attn::chapters::ch17
