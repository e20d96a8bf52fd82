/// Files, lines and words of text, as the book's tools need them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/whole_file.hpp"

namespace book {

using attn::read_whole_file;

/// attn::write_whole_file, and missing folders are created.
void write_file(const std::filesystem::path& path, std::string_view text);

/// What shall be written: files by their paths from a project's root, and their contents.
using Files = std::map<std::filesystem::path, std::string>;

using Lines = std::vector<std::string>;

/// What stands between the line breaks, so that join_lines gives the same text again: a
/// text that ends in a line break has an empty last line.
Lines split_lines(std::string_view text);
std::string join_lines(const Lines& lines);

/// The lines from begin up to, but without, end.
Lines lines_between(const Lines& lines, std::size_t begin, std::size_t end);

/// text without blanks (spaces and tabs) at both ends.
std::string_view trim(std::string_view text);

/// What stands between runs of blanks.
std::vector<std::string_view> split_words(std::string_view line);

/// A word of a line in which several words may be quoted as one: "Four angles".
struct Word {
    std::string text;  ///< without the quotes
    bool quoted = false;
};

/// The words of a line, where a word that starts with a double quote goes on to the next.
/// throws  std::runtime_error  when a quote is not closed
std::vector<Word> split_quoted_words(std::string_view line);

}  // namespace book
