/// What may go wrong in texts and pictures without anybody seeing it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// Links and pictures of the project's texts that lead nowhere, one line for each: a file
/// that is not there or not in the project, a heading that no text has, a picture without a
/// description, a figure that calls itself otherwise. Links to other sites are not followed,
/// nor those into a folder of extras that was deleted.
std::vector<std::string> link_errors(const std::filesystem::path& root);

/// What is wrong with docs/figures/*.svg: referenced by no text, over 300 KiB, an embedded
/// bitmap, script or filter (GitHub shows none of them), no hash of its script.
std::vector<std::string> figure_errors(const std::filesystem::path& root);

/// Lines outside of fenced blocks that cite a line by its number, which the next edit
/// moves.
std::vector<std::string> line_citations(std::string_view text);

}  // namespace book
