#include "tools/pages.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "tools/text_files.hpp"

namespace book {
namespace {

namespace fs = std::filesystem;

struct Page {
    std::vector<Tag> tags;
    std::vector<std::string> ids = {};
};

using Pages = std::map<fs::path, Page>;  // by their paths from the folder

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t i = text.find(from); i != std::string::npos;
         i = text.find(from, i + to.size())) {
        text.replace(i, from.size(), to);
    }
    return text;
}

/// "%C3%A9" as the two bytes that it stands for.
std::string without_percents(const std::string& target) {
    std::string text;
    for (std::size_t i = 0; i < target.size(); ++i) {
        const bool is_code =
            target[i] == '%' && i + 2 < target.size() &&
            std::isxdigit(static_cast<unsigned char>(target[i + 1])) != 0 &&
            std::isxdigit(static_cast<unsigned char>(target[i + 2])) != 0;
        if (!is_code) {
            text += target[i];
            continue;
        }
        text += static_cast<char>(std::stoi(target.substr(i + 1, 2), nullptr, 16));
        i += 2;
    }
    return text;
}

/// The attributes of a tag: name="value", name='value', name=value or name.
std::map<std::string, std::string> attributes_of(std::string_view tag) {
    std::map<std::string, std::string> attributes;
    std::size_t i = tag.find_first_of(" \t\n");
    while ((i = tag.find_first_not_of(" \t\n/", i)) != std::string::npos) {
        const std::size_t end = std::min(tag.find_first_of(" \t\n=", i), tag.size());
        const std::string name(tag.substr(i, end - i));
        i = end;
        std::string value;
        if (i + 1 < tag.size() && tag[i] == '=') {
            const char quote = tag[i + 1];
            const bool is_quoted = quote == '"' || quote == '\'';
            const std::size_t begin = is_quoted ? i + 2 : i + 1;
            const std::size_t stop = std::min(
                is_quoted ? tag.find(quote, begin) : tag.find_first_of(" \t\n", begin),
                tag.size());
            value = without_entities(std::string(tag.substr(begin, stop - begin)));
            i = std::min(stop + 1, tag.size());
        } else if (end == tag.size()) {
            i = tag.size();
        }
        attributes[name] = value;
    }
    return attributes;
}

/// The position of the '>' that closes the tag which begins at position begin: not one
/// inside a quoted value.
std::size_t end_of_tag(std::string_view html, std::size_t begin) {
    char quote = 0;
    for (std::size_t i = begin; i < html.size(); ++i) {
        if (quote != 0) {
            if (html[i] == quote) quote = 0;
        } else if (html[i] == '"' || html[i] == '\'') {
            quote = html[i];
        } else if (html[i] == '>') {
            return i;
        }
    }
    return html.size();
}

std::string attribute(const Tag& tag, const std::string& name) {
    const auto found = tag.attributes.find(name);
    return found == tag.attributes.end() ? "" : found->second;
}

Pages read_pages(const fs::path& folder) {
    Pages pages;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".html") continue;
        Page page{tags_of(read_whole_file(entry.path()))};
        for (const Tag& tag : page.tags) {
            if (tag.attributes.count("id") > 0) page.ids.push_back(attribute(tag, "id"));
        }
        pages[entry.path().lexically_relative(folder)] = page;
    }
    return pages;
}

/// Whether a target names another place than a file: https:, mailto:, data:.
bool has_scheme(const std::string& target) {
    const std::size_t colon = target.find(':');
    return colon != std::string::npos && colon < target.find_first_of("/#?");
}

/// What a tag leads to or shows; empty when it does neither.
std::string target_of(const Tag& tag) {
    const bool has_href = tag.name == "a" || tag.name == "link";
    return attribute(tag, has_href ? "href" : "src");
}

fs::path linked_file(const fs::path& page, const std::string& target) {
    const std::string file = without_percents(target.substr(0, target.find('#')));
    return file.empty() ? page : (page.parent_path() / file).lexically_normal();
}

/// What is wrong with a tag's target; empty when nothing is.
std::string target_error(const fs::path& folder, const Pages& pages, const fs::path& page,
                         const Tag& tag) {
    const std::string target = target_of(tag);
    if (target.empty()) return "leads nowhere";
    if (has_scheme(target)) {
        return tag.name == "a" || target.starts_with("data:") ? "" : "loads from elsewhere";
    }
    const fs::path file = linked_file(page, target);
    if (!fs::is_regular_file(folder / file)) return "no such file";
    const std::size_t hash = target.find('#');
    if (hash == std::string::npos) return "";
    const auto found = pages.find(file);
    if (found == pages.end()) return "no page, and so no heading";
    const std::vector<std::string>& ids = found->second.ids;
    const std::string id = without_percents(target.substr(hash + 1));
    return std::find(ids.begin(), ids.end(), id) == ids.end() ? "no such heading" : "";
}

/// What is wrong with a tag, its target aside.
std::string tag_error(const Tag& tag) {
    if (tag.name == "script" && tag.attributes.count("src") == 0)
        return "a script in the page";
    if (tag.name == "img" && trim(attribute(tag, "alt")).empty()) {
        return "the picture has no description";
    }
    for (const auto& [name, value] : tag.attributes) {
        if (name.starts_with("on")) return "a script in " + name;
    }
    return "";
}

std::vector<std::string> errors_of(const fs::path& folder, const Pages& pages,
                                   const fs::path& path) {
    const Page& page = pages.at(path);
    std::vector<std::string> errors;
    for (const Tag& tag : page.tags) {
        errors.push_back(tag_error(tag));
        const bool leads = tag.name == "img" || tag.name == "link" ||
                           (tag.name == "script" && tag.attributes.count("src") > 0) ||
                           (tag.name == "a" && tag.attributes.count("href") > 0);
        const std::string error = leads ? target_error(folder, pages, path, tag) : "";
        if (!error.empty()) errors.push_back("(" + target_of(tag) + "): " + error);
    }
    errors.erase(std::remove(errors.begin(), errors.end(), ""), errors.end());
    return errors;
}

std::set<fs::path> linked_pages(const Pages& pages) {
    std::set<fs::path> linked{"index.html"};
    for (const auto& [path, page] : pages) {
        for (const Tag& tag : page.tags) {
            const std::string target = tag.name == "a" ? attribute(tag, "href") : "";
            if (target.empty() || has_scheme(target)) continue;
            const fs::path file = linked_file(path, target);
            if (file != path) linked.insert(file);
        }
    }
    return linked;
}

}  // namespace

std::string without_entities(std::string text) {
    text = replaced(std::move(text), "&lt;", "<");
    text = replaced(std::move(text), "&gt;", ">");
    text = replaced(std::move(text), "&quot;", "\"");
    text = replaced(std::move(text), "&#39;", "'");
    return replaced(std::move(text), "&amp;", "&");
}

std::vector<Tag> tags_of(std::string_view html) {
    std::vector<Tag> tags;
    for (std::size_t i = html.find('<'); i != std::string::npos; i = html.find('<', i)) {
        if (html.substr(i, 4) == "<!--") {
            i = std::min(html.find("-->", i), html.size());
            continue;
        }
        if (html.substr(i + 1).find_first_not_of(" \t\n<=0123456789") != 0) {  // 1 < 2
            ++i;
            continue;
        }
        const std::size_t end = end_of_tag(html, i);
        const std::string_view tag = html.substr(i + 1, end - i - 1);
        i = end;
        std::string name(tag.substr(0, tag.find_first_of(" \t\n")));
        std::transform(name.begin(), name.end(), name.begin(), [](char c) {
            return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        });
        if (!name.empty() && name[0] != '!') tags.push_back({name, attributes_of(tag)});
    }
    return tags;
}

std::vector<std::string> page_errors(const fs::path& folder) {
    const Pages pages = read_pages(folder);
    const std::set<fs::path> linked = linked_pages(pages);
    std::vector<std::string> errors;
    for (const auto& [path, page] : pages) {
        for (const std::string& error : errors_of(folder, pages, path)) {
            errors.push_back(path.string() + ": " + error);
        }
        if (linked.count(path) == 0)
            errors.push_back(path.string() + ": no page links to it");
    }
    return errors;
}

}  // namespace book
