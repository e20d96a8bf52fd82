#include "tools/text_checks.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "tools/markdown.hpp"
#include "tools/pages.hpp"
#include "tools/same_figure.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_figure = 300 * 1024;

bool leads_outside(const std::string& target) {
    return target.starts_with("https://") || target.starts_with("http://") ||
           target.starts_with("mailto:");
}

/// The file that a link of a text means, as a path from root. The text itself for
/// "#heading".
fs::path file_linked_by(const fs::path& text, const std::string& target) {
    const std::string file = target.substr(0, target.find('#'));
    return file.empty() ? text : (text.parent_path() / file).lexically_normal();
}

bool has_anchor(const fs::path& file, const std::string& anchor) {
    if (file.extension() != ".md") return false;
    const std::vector<std::string> anchors = anchors_of(read_whole_file(file));
    return std::find(anchors.begin(), anchors.end(), anchor) != anchors.end();
}

/// What stands between <tag ...> and </tag>, as a reader sees it.
std::string words_in(const std::string& svg, const std::string& tag) {
    const std::size_t begin = svg.find('>', svg.find("<" + tag)) + 1;
    const std::size_t end = svg.find("</" + tag + ">");
    if (begin == 0 || end == std::string::npos) return "";
    return without_entities(svg.substr(begin, end - begin));
}

/// A figure is described by its title and what stands below it, or the beginning of that.
std::string description_error(const std::string& svg, const std::string& described) {
    const std::string title = words_in(svg, "title");
    const bool is_ended =
        title.ends_with('?') || title.ends_with('!') || title.ends_with('.');
    const std::string whole = title + (is_ended ? " " : ". ") + words_in(svg, "desc");
    if (described.starts_with(title) && whole.starts_with(described)) return "";
    return "the figure calls itself: " + whole;
}

/// What is wrong with a link of a text; empty when nothing is.
std::string link_error(const fs::path& root, const fs::path& text, const Link& link) {
    if (link.is_picture && trim(link.text).empty()) return "the picture has no description";
    if (leads_outside(link.target)) return "";
    if (link.target.empty()) return "the link is empty";
    const fs::path file = file_linked_by(text, link.target);
    if (file.is_absolute() || file.string().starts_with("..")) {
        return "the link leaves the project";
    }
    if (!fs::exists(root / file)) return "there is no such file";
    if (link.is_picture && file.parent_path() == "docs/figures") {
        return description_error(read_whole_file(root / file), link.text);
    }
    const std::size_t hash = link.target.find('#');
    if (hash == std::string::npos ||
        has_anchor(root / file, link.target.substr(hash + 1))) {
        return "";
    }
    return "there is no such heading";
}

/// The files that some text links to or shows.
std::set<fs::path> linked_files(const fs::path& root) {
    std::set<fs::path> files;
    for (const fs::path& text : texts_of(root)) {
        for (const Link& link : links_of(read_whole_file(root / text))) {
            if (!leads_outside(link.target))
                files.insert(file_linked_by(text, link.target));
        }
    }
    return files;
}

std::vector<std::string> svg_errors(const std::string& svg) {
    std::vector<std::string> errors;
    if (svg.size() > largest_figure) {
        errors.push_back("is over " + std::to_string(largest_figure / 1024) + " KiB");
    }
    for (const char* unwanted : {"<image", "<script", "filter:"}) {
        if (svg.find(unwanted) == std::string::npos) continue;
        errors.push_back(std::string("holds ") + unwanted);
    }
    if (!is_own_figure(svg)) errors.emplace_back("is not drawn by our own writer");
    return errors;
}

/// Whether digits follow position i of line, at once or behind blanks.
bool number_follows(std::string_view line, std::size_t i, bool may_be_apart) {
    if (may_be_apart) {
        const std::size_t start = line.find_first_not_of(' ', i);
        if (start == i || start == std::string_view::npos) return false;
        i = start;
    }
    return i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])) != 0;
}

/// Whether a link leads into a folder of extras that somebody deleted.
bool is_in_deleted_extra(const fs::path& root, const fs::path& text,
                         const std::string& target) {
    const fs::path file = (text.parent_path() / target).lexically_normal();
    const auto first = file.begin();
    return first != file.end() && *first == "extras" && std::next(first) != file.end() &&
           !fs::exists(root / "extras" / *std::next(first));
}

bool cites(std::string_view line, std::string_view words, bool is_word) {
    for (std::size_t i = line.find(words); i != std::string_view::npos;
         i = line.find(words, i + 1)) {
        const bool inside_word =
            is_word && i > 0 && std::isalpha(static_cast<unsigned char>(line[i - 1])) != 0;
        if (!inside_word && number_follows(line, i + words.size(), is_word)) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> link_errors(const fs::path& root) {
    std::vector<std::string> errors;
    for (const fs::path& text : texts_of(root)) {
        for (const Link& link : links_of(read_whole_file(root / text))) {
            const std::string error = link_error(root, text, link);
            if (error.empty() || is_in_deleted_extra(root, text, link.target)) continue;
            errors.push_back(text.string() + ": (" + link.target + "): " + error);
        }
    }
    return errors;
}

std::vector<std::string> figure_errors(const fs::path& root) {
    std::vector<std::string> errors;
    if (!fs::exists(root / "docs" / "figures")) return errors;
    const std::set<fs::path> linked = linked_files(root);
    for (const auto& entry : fs::directory_iterator(root / "docs" / "figures")) {
        if (entry.path().extension() != ".svg") continue;
        const fs::path figure = entry.path().lexically_relative(root);
        if (linked.count(figure) == 0) errors.push_back(figure.string() + " is in no text");
        for (const std::string& error : svg_errors(read_whole_file(entry.path()))) {
            errors.push_back(figure.string() + " " + error);
        }
    }
    std::sort(errors.begin(), errors.end());
    return errors;
}

std::vector<std::string> line_citations(std::string_view text) {
    std::vector<std::string> citations;
    for (const std::string& line : prose_lines(text)) {
        const bool cites_number = cites(line, "line", true) || cites(line, "lines", true) ||
                                  cites(line, "Line", true) || cites(line, "Lines", true) ||
                                  cites(line, ".cpp:", false) ||
                                  cites(line, ".hpp:", false) || cites(line, "#L", false);
        if (cites_number) citations.push_back(line);
    }
    return citations;
}

}  // namespace book
