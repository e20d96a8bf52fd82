/// As much of Markdown as the book's texts use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/text_files.hpp"

namespace book {

/// The first line of a fenced block: ```cpp or ~~~.
struct Fence {
    char sign;           ///< ` or ~
    std::size_t length;  ///< how many of them
    std::string language;
};

/// The fence that a line opens, if it does.
std::optional<Fence> fence_of(std::string_view line);

/// The line behind the fenced block that starts on line begin.
/// throws  std::runtime_error  when the block is never closed
std::size_t end_of_fenced_block(const Lines& lines, std::size_t begin);

/// text without its fenced blocks: an empty line for each line of theirs.
/// throws  std::runtime_error  when a block is never closed
Lines prose_lines(std::string_view text);

/// A line without what stands in backquotes: code, in which nothing is a link.
std::string without_code_spans(std::string_view line);

struct Link {
    std::string target;
    std::string text;  ///< of a picture: what is read aloud instead of it
    bool is_picture = false;
};

/// The links and pictures of a text, both [text](target) and <a href> or <img src>.
std::vector<Link> links_of(std::string_view text);

/// The names that a link can have behind its #: those that GitHub gives to the headings
/// (small letters, blanks as hyphens, no punctuation, -1 and so on for one that comes
/// again), and those of id="...".
std::vector<std::string> anchors_of(std::string_view text);

}  // namespace book
