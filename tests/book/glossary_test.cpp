// docs/glossary.md and docs/questions.md against the chapters.
#include <algorithm>
#include <filesystem>

#include "book/our_project.hpp"
#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/glossary.hpp"
#include "tools/places.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

using Texts = std::vector<std::string>;

/// What a chapter's --help prints, as recorded; empty where there is no such chapter.
std::string help_of(int chapter) {
    const std::string number = (chapter < 10 ? "0" : "") + std::to_string(chapter) + "_";
    for (const auto& entry : fs::directory_iterator(root / "tests/expected")) {
        const std::string name = entry.path().stem().string();
        if (name.starts_with(number) && name.ends_with("_help")) {
            return read_whole_file(entry.path());
        }
    }
    return "";
}

}  // namespace

TEST_CASE("A chapter's words to keep are read", "[glossary]") {
    CHECK(words_to_keep(
              "Text.\n\n**Words to keep**: norm, causal (look-ahead, so to say)\nmask,"
              " merge ($W_o$), a b.\n\n**Sources**: none.\n") ==
          Texts{"norm", "causal mask", "merge", "a b"});
    CHECK(words_to_keep("Nothing, really.\n").empty());
}

TEST_CASE("What a glossary lacks is found", "[glossary]") {
    const TemporaryFolder folder;
    const fs::path project = folder.path;
    write_file(project / "docs/01_a.md", "# A\n\n**Words to keep**: norm, NaN.\n");
    const auto errors_of = [&](const std::string& glossary) {
        write_file(project / "docs/glossary.md", glossary);
        return glossary_errors(project);
    };
    const std::string lacks =
        "\" has no entry in docs/glossary.md with a link to this chapter";
    const std::string nan = "- **NaN** ([1](01_a.md)): no\n  number.\n";
    const std::string norm = "- **norm**: a length\n  ([1](01_a.md)).\n";
    CHECK(errors_of("# G\n\n" + nan + norm) == Texts{});
    CHECK(errors_of(nan) == Texts{"docs/01_a.md: \"norm" + lacks});
    CHECK(errors_of(nan + "- **norm**: a length.\n") ==
          Texts{"docs/01_a.md: \"norm" + lacks});
    CHECK(errors_of(norm + nan) == Texts{"\"NaN\" stands behind \"norm\""});
    CHECK(errors_of(nan + norm + norm) == Texts{"\"norm\" stands behind \"norm\""});
}

TEST_CASE("Every word to keep is in the glossary", "[glossary]") {
    CHECK(glossary_errors(root) == Texts{});
}

TEST_CASE("Every chapter answers a question", "[glossary]") {
    const std::string questions = read_whole_file(root / "docs/questions.md");
    for (const fs::path& text : texts_of(root)) {
        const std::string name = text.filename().string();
        if (text.parent_path() != "docs" || name[0] > '9') continue;
        if (name.starts_with("00_")) continue;  // the preface
        INFO(name);
        CHECK_THAT(questions, ContainsText("(" + name + ")"));
        const std::string number = std::to_string(std::stoi(name));
        const bool has_command =
            questions.find("`./run " + number + "`") != std::string::npos ||
            questions.find("`./run " + number + " ") != std::string::npos;
        CHECK(has_command);
    }
}

TEST_CASE("The commands in questions.md exist", "[glossary]") {
    const std::string questions = read_whole_file(root / "docs/questions.md");
    const std::string call = "`./run ";
    for (std::size_t i = questions.find(call); i != std::string::npos;
         i = questions.find(call, i + 1)) {
        const std::size_t begin = i + call.size();
        const std::string command =
            questions.substr(begin, questions.find('`', begin) - begin);
        INFO("./run " << command);
        const std::vector<std::string_view> words = split_words(command);
        const std::string help = help_of(std::stoi(command));
        REQUIRE(help != "");
        for (const std::string_view word : words) {
            if (word.starts_with("--")) {
                CHECK_THAT(help, ContainsText(" " + std::string(word) + " "));
            }
        }
    }
}
