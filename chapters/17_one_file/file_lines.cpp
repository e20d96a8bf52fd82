#include "chapters/17_one_file/17_one_file.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch17 {
namespace {

/// The number in "/// Chapter 14: ..." or "/// Chapters 2 and 3: ...", or 0.
int chapter_named_in(const std::string& line) {
    const std::string opening = "/// Chapter";
    if (!line.starts_with(opening)) return 0;
    std::istringstream rest(line.substr(opening.size() + (line[opening.size()] == 's')));
    int chapter = 0;
    rest >> chapter;
    return chapter;
}

}  // namespace

std::vector<FileLine> read_file_lines() {
    return file_lines(read_whole_file(chapters_folder() / "17_one_file/transformer.cpp"));
}

std::vector<FileLine> file_lines(const std::string& source) {
    std::vector<FileLine> lines;
    std::istringstream stream(source);
    int chapter = 17;
    for (std::string text; std::getline(stream, text);) {
        if (text.starts_with("// ---- ")) chapter = 17;
        if (const int named = chapter_named_in(text); named > 0) chapter = named;
        const std::size_t first = text.find_first_not_of(' ');
        const bool is_code =
            first != std::string::npos && text.compare(first, 2, "//") != 0;
        lines.push_back({text, chapter, is_code});
    }
    return lines;
}

std::vector<ChapterLines> count_by_chapter(const std::vector<FileLine>& lines) {
    std::map<int, std::size_t> counts;
    for (const FileLine& line : lines) counts[line.chapter] += line.is_code;
    std::vector<ChapterLines> all;
    for (const auto& [chapter, code] : counts) all.push_back({chapter, code});
    return all;
}

std::size_t code_lines(const std::vector<FileLine>& lines) {
    return static_cast<std::size_t>(std::ranges::count_if(lines, &FileLine::is_code));
}

}  // namespace attn::chapters::ch17
