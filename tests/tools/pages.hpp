/// What may go wrong in a folder of HTML pages without anybody seeing it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace book {

struct Tag {
    std::string name;  ///< in small letters; "/p" for the end of a paragraph
    std::map<std::string, std::string> attributes = {};
};

/// text as a reader sees it: "&lt;" is "<".
std::string without_entities(std::string text);

/// The tags of a page in their order; comments and <!DOCTYPE> are none.
std::vector<Tag> tags_of(std::string_view html);

/// What is wrong with the pages below a folder, one line for each: a link or picture that
/// leads nowhere, a picture without a description, a script in the page, something that is
/// loaded from elsewhere, a page that no other links to. The rest of HTML's rules is
/// html-validate's concern, see book/browser.
std::vector<std::string> page_errors(const std::filesystem::path& folder);

}  // namespace book
