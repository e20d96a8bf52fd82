#pragma once

#include <sstream>
#include <string>

/// A page's text without its line breaks, which depend on the length of a path that it names.
inline std::string on_one_line(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
    return line;
}
