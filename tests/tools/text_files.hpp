/// Files, lines and words of text, as the book's tools need them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// The bytes of a file.
/// throws  std::runtime_error  when it cannot be read; the message names it
std::string read_file(const std::filesystem::path& path);

/// Makes text the content of a file, whole or not at all: it is written beside the file
/// under a temporary name (path + ".part") and then renamed. Missing folders are created.
/// throws  std::runtime_error  when it cannot be written; the file is then as it was
void write_file(const std::filesystem::path& path, std::string_view text);

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
