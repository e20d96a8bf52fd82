/// The glossary: docs/glossary.md against the words that the chapters want kept.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// The words of "**Words to keep**: norm, causal (look-ahead) mask." without what stands in
/// parentheses: "norm", "causal mask". None where the text has no such line.
std::vector<std::string> words_to_keep(std::string_view text);

struct GlossaryEntry {
    std::string word;
    std::string text;  ///< the whole entry
};

/// The entries of a glossary: list items that begin with the word in bold.
std::vector<GlossaryEntry> glossary_entries(std::string_view text);

/// What is wrong with docs/glossary.md, one line each: a chapter's word to keep without an
/// entry that links to the chapter, two entries for one word, an entry out of order.
std::vector<std::string> glossary_errors(const std::filesystem::path& root);

}  // namespace book
