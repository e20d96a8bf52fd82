// The texts of this project. What the checks see is tested in text_blocks_test.cpp and
// text_checks_test.cpp.
#include <algorithm>
#include <filesystem>

#include "book/our_project.hpp"
#include "catch.hpp"
#include "support/text/utf8.hpp"
#include "tools/markdown.hpp"
#include "tools/places.hpp"
#include "tools/recordings.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_checks.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

TEST_CASE("Every code and output block is up to date", "[docs]") {
    for (const fs::path& text : texts_of(root)) {
        INFO(text << ": the CMake target refill_docs brings it up to date");
        CHECK(
            fill_blocks(read_whole_file(root / text), text.string(), root).stale_markers ==
            no_errors);
    }
}

TEST_CASE("Every link and every picture is there", "[docs]") {
    CHECK(link_errors(root) == no_errors);
}

TEST_CASE("Every committed figure is in a text and fit for GitHub", "[docs]") {
    CHECK(figure_errors(root) == no_errors);
}

TEST_CASE("No text cites a line by its number", "[docs]") {
    for (const fs::path& text : texts_of(root)) {
        INFO(text);
        CHECK(line_citations(read_whole_file(root / text)) == no_errors);
    }
}

// "They sum to", and on the next line "1. Softmax": to Markdown the paragraph ends in a list.
TEST_CASE("No line of a paragraph begins as an item of a list does", "[docs]") {
    const auto is_item = [](const std::string& line) {
        return line.starts_with("1. ") || line.starts_with("1) ") ||
               line.starts_with("- ") || line.starts_with("+ ") || line.starts_with("* ");
    };
    const auto is_in_paragraph = [&](const std::string& line) {
        return !line.empty() && std::string("#|<> ").find(line[0]) == std::string::npos &&
               !is_item(line);
    };
    for (const fs::path& text : texts_of(root)) {
        std::string before;
        for (const std::string& line : prose_lines(read_whole_file(root / text))) {
            INFO(text << ": " << before << "\n" << line);
            CHECK_FALSE((is_item(line) && is_in_paragraph(before)));
            before = line;
        }
    }
}

// After words on the same line pandoc takes it into their paragraph, which then never ends.
TEST_CASE("A fold ends at the beginning of a line", "[docs]") {
    for (const fs::path& text : texts_of(root)) {
        INFO(text);
        const std::string words = read_whole_file(root / text);
        std::size_t at = words.find("</details>");
        for (; at != words.npos; at = words.find("</details>", at + 1)) {
            INFO(words.substr(at < 60 ? 0 : at - 60, 60));
            CHECK((at > 0 && words[at - 1] == '\n'));
        }
    }
}

TEST_CASE("Every recorded output is listed in runs.txt", "[docs]") {
    const std::vector<Recording> recordings = recordings_of(root);
    for (const auto& entry : fs::directory_iterator(root / "tests/expected")) {
        const std::string name = entry.path().stem().string();
        INFO(entry.path());
        CHECK((name == "runs" || std::any_of(recordings.begin(), recordings.end(),
                                             [&](const Recording& recording) {
                                                 return recording.name == name;
                                             })));
    }
}

TEST_CASE("No recorded line is wider than a terminal", "[docs]") {
    std::vector<std::string> too_wide;
    for (const Recording& recording : recordings_of(root)) {
        if (recording.name.ends_with("_knobs")) continue;  // a table for a text
        for (const std::string& line :
             split_lines(read_whole_file(file_of(recording, root)))) {
            if (attn::display_width(line) > 80) {
                too_wide.push_back(recording.name + ": " + line);
            }
        }
    }
    CHECK(too_wide == no_errors);
}
