#include "tools/text_blocks.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tools/markdown.hpp"
#include "tools/quotes.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

/// What stands in a marker: code, output or knobs first.
using Marker = std::vector<Word>;

bool is_kind(std::string_view word) {
    return word == "code" || word == "output" || word == "knobs";
}

/// The words of the marker that a line is, if it is one. A comment whose first word is such a
/// kind is taken as meant, so that a slip in the rest is an error.
std::optional<Marker> marker_of(std::string_view line) {
    const std::string_view comment = trim(line);
    if (!comment.starts_with("<!--")) return {};
    const std::string_view inside = comment.substr(4, comment.find("-->") - 4);
    const std::vector<std::string_view> words = split_words(inside);
    if (words.empty() || !is_kind(words[0])) return {};
    if (line != comment || !comment.ends_with("-->")) {
        throw std::runtime_error("it must stand alone on its line, without blanks around");
    }
    return split_quoted_words(inside);
}

bool is_region(const Word& word) {
    return word.text.size() > 2 && word.text.front() == '[' && word.text.back() == ']';
}

/// A project's files as they will be.
struct Project {
    const std::filesystem::path& root;
    const Files& coming;

    std::string read(const std::filesystem::path& file) const {
        const auto found = coming.find(file);
        return found == coming.end() ? read_whole_file(root / file) : found->second;
    }
};

Lines code_of(const Marker& marker, const Project& project) {
    const bool has_signature = marker.size() == 4 && marker[3].quoted;
    if (marker.size() != 2 && marker.size() != 3 && !has_signature) {
        throw std::runtime_error(
            "give: code FILE, code FILE NAME, code FILE NAME \"signature\", or "
            "code FILE [region]");
    }
    const std::string source = project.read(marker[1].text);
    if (marker.size() == 2) return without_empty_end(split_lines(source));
    const std::string& name = marker[2].text;
    if (is_region(marker[2]) && !has_signature) {
        return quote_region(source, std::string_view(name).substr(1, name.size() - 2));
    }
    return quote_definition(source, name, has_signature ? marker[3].text : "");
}

Lines output_of(const Marker& marker, const Project& project) {
    const bool has_section = marker.size() == 3 && marker[2].quoted;
    if (marker.size() != 2 && !has_section) {
        throw std::runtime_error("give: output RECORDING, or output RECORDING \"section\"");
    }
    const std::string recording = project.read("tests/expected/" + marker[1].text + ".txt");
    return has_section ? quote_section(recording, marker[2].text)
                       : quote_recording(recording);
}

/// A chapter's knobs: the table that its program lists.
Lines knobs_of(const Marker& marker, const Project& project) {
    if (marker.size() != 2) throw std::runtime_error("give: knobs CHAPTER");
    return quote_recording(project.read("tests/expected/" + marker[1].text + "_knobs.txt"));
}

/// What stands behind the opening fence of a marker's block.
std::string language_of(const Marker& marker) {
    if (marker[0].text == "output") return "text";
    const bool is_python = marker.size() > 1 && marker[1].text.ends_with(".py");
    return is_python ? "python" : "cpp";
}

/// The block that a marker asks for: a table of knobs, or a fenced block.
Lines block_of(const Marker& marker, const Project& project) {
    if (marker[0].text == "knobs") return knobs_of(marker, project);
    Lines block =
        marker[0].text == "code" ? code_of(marker, project) : output_of(marker, project);
    std::string fence = "```";
    const auto has_fence = [&](const std::string& line) {
        return line.find(fence) != std::string::npos;
    };
    while (std::any_of(block.begin(), block.end(), has_fence)) fence += '`';
    block.insert(block.begin(), fence + language_of(marker));
    block.push_back(fence);
    return block;
}

/// The line behind the block at line begin, or begin where there is no block of that kind.
std::size_t end_of_old_block(const Lines& lines, std::size_t begin, const Marker& marker) {
    if (begin >= lines.size()) return begin;
    if (marker[0].text == "knobs") {
        std::size_t end = begin;
        while (end < lines.size() && lines[end].starts_with("|")) ++end;
        return end;
    }
    const std::optional<Fence> fence = fence_of(lines[begin]);
    if (!fence || fence->language != language_of(marker)) return begin;
    return end_of_fenced_block(lines, begin);
}

/// A text on its way from lines to filled lines.
struct Filling {
    Project project;
    Lines lines;
    std::size_t next = 0;  // the line to look at
    Lines filled = {};
    std::vector<std::string> stale_markers = {};

    void copy_to(std::size_t end) {
        while (next < end) filled.push_back(lines[next++]);
    }

    /// Puts in what the marker on the line before asks for, in place of what is there.
    void fill(const Marker& marker) {
        const Lines block = block_of(marker, project);
        const std::size_t end = end_of_old_block(lines, next, marker);
        if (lines_between(lines, next, end) != block) {
            stale_markers.push_back(lines[next - 1]);
        }
        filled.insert(filled.end(), block.begin(), block.end());
        next = end;
    }

    void step() {
        if (fence_of(lines[next])) return copy_to(end_of_fenced_block(lines, next));
        const auto marker = marker_of(lines[next]);
        copy_to(next + 1);
        if (marker) fill(*marker);
    }
};

}  // namespace

FilledText fill_blocks(std::string_view text, const std::string& name,
                       const std::filesystem::path& root, const Files& coming) {
    Filling filling{{root, coming}, split_lines(text)};
    while (filling.next < filling.lines.size()) {
        const std::string line = filling.lines[filling.next];
        try {
            filling.step();
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(name + ": " + line + ": " + error.what());
        }
    }
    return {join_lines(filling.filled), filling.stale_markers};
}

std::vector<std::filesystem::path> texts_of(const std::filesystem::path& root) {
    std::vector<std::filesystem::path> texts;
    for (const char* name :
         {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "lib/README.md",
          "extras/doctor/README.md", "extras/checks/README.md",
          "extras/checks/benchmarks/README.md"}) {
        if (std::filesystem::exists(root / name)) texts.emplace_back(name);
    }
    if (!std::filesystem::exists(root / "docs")) return texts;
    const auto first_of_docs = static_cast<std::ptrdiff_t>(texts.size());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs")) {
        if (entry.path().extension() != ".md") continue;
        texts.push_back(entry.path().lexically_relative(root));
    }
    std::sort(texts.begin() + first_of_docs, texts.end());
    return texts;
}

}  // namespace book
