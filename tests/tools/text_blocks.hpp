/// Fills the code and output blocks, and the tables of knobs, of a Markdown text: nothing in it is typed twice.
///
/// A block is asked for by a comment that stands alone on a line, and follows it directly:
///
///     <!-- code lib/attn/vector.cpp dot -->            a whole definition
///     <!-- code lib/attn/matrix.cpp dot "Matrix& a" --> one of several of that name
///     <!-- code lib/attn/matrix.cpp [sum] -->          from // [sum] to // [/sum]
///     <!-- code lib/attn/matrix.cpp -->                the whole file
///     <!-- output 01_dot_product "Four angles" -->     a section of a recording
///     <!-- output 01_dot_product -->                   the whole recording
///     <!-- knobs 01_dot_product -->                    its knobs, as a table
///
/// Where no block follows (```cpp behind code, ```text behind output), one is put in.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/text_files.hpp"

namespace book {

struct FilledText {
    std::string text;
    std::vector<std::string> stale_markers = {};  ///< those whose block had to change
};

/// text with its blocks as they should be. A marker within a fenced block is left alone.
///
/// name    the text's name, for messages
/// root    the folder of the project, in which sources and tests/expected/ are looked up
/// coming  files that are not written yet: they count for those of root
/// throws  std::runtime_error  when a marker has wrong words, what it names is not there,
///                             or a fenced block is never closed; it says text, marker
///                             and reason
FilledText fill_blocks(std::string_view text, const std::string& name,
                       const std::filesystem::path& root, const Files& coming = {});

/// The project's Markdown texts, as paths from root: README.md, CONTRIBUTING.md and
/// CHANGELOG.md where they exist, and everything under docs/, in alphabetical order.
std::vector<std::filesystem::path> texts_of(const std::filesystem::path& root);

}  // namespace book
