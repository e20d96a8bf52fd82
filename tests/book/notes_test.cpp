// docs/notes.md: an entry for each line of the study notes. Whether its links lead somewhere is
// tested with all others, in docs_test.cpp.
#include <algorithm>
#include <set>

#include "book/our_project.hpp"
#include "catch.hpp"
#include "tools/glossary.hpp"
#include "tools/places.hpp"
#include "tools/recordings.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

using Ids = std::set<std::string>;

const Ids history{"S1-01", "S1-38", "S3-29", "S4-02", "S4-27"};

/// S0-01 to S0-24, and so on: the five notes and the tutorial behind the first.
Ids all_ids() {
    struct Note {
        std::string name;
        int lines;
    };
    Ids ids;
    for (const Note& note : {Note{"S0", 24}, Note{"W", 11}, Note{"S1", 38}, Note{"S2", 17},
                             Note{"S3", 29}, Note{"S4", 27}}) {
        for (int line = 1; line <= note.lines; ++line) {
            ids.insert(note.name + (line < 10 ? "-0" : "-") + std::to_string(line));
        }
    }
    return ids;
}

std::vector<GlossaryEntry> entries() {
    return glossary_entries(read_whole_file(root / "docs/notes.md"));
}

/// What stands between "`./run " and "`" in an entry.
std::vector<std::string> commands_in(const std::string& entry) {
    const std::string call = "`./run ";
    std::vector<std::string> commands;
    for (std::size_t i = entry.find(call); i != std::string::npos;
         i = entry.find(call, i + 1)) {
        const std::size_t begin = i + call.size();
        commands.push_back(entry.substr(begin, entry.find('`', begin) - begin));
    }
    return commands;
}

/// Whether what a command prints is recorded: as a run, or as a section of one.
bool is_recorded(const std::string& command) {
    std::vector<std::string> arguments;
    for (const Word& word : split_quoted_words(command)) arguments.push_back(word.text);
    const std::string program = (arguments[0].size() < 2 ? "0" : "") + arguments[0] + "_";
    arguments.erase(arguments.begin());
    std::string section;
    std::vector<std::string> others = arguments;
    if (others.size() > 1 && others[0] == "--only") {
        section = "== " + others[1] + "\n";
        others.erase(others.begin(), others.begin() + 2);
    }
    std::vector<std::string> with_detours = others;
    with_detours.emplace_back("--more");
    const auto recordings = recordings_of(root);
    return std::any_of(recordings.begin(), recordings.end(), [&](const Recording& run) {
        if (!run.program.starts_with(program)) return false;
        if (run.arguments == arguments) return true;
        return section != "" &&
               (run.arguments == others || run.arguments == with_detours) &&
               read_whole_file(file_of(run, root)).find(section) != std::string::npos;
    });
}

/// The tags of all tests. The exit code says nothing: Catch2 2 returns the number of tags.
Ids all_tags() {
    Ids tags;
    for (const std::string& program : test_programs()) {
        const std::string listing = run_command({program, "--list-tags"}).out;
        for (std::size_t i = listing.find('['); i != std::string::npos;
             i = listing.find('[', i + 1)) {
            tags.insert(listing.substr(i + 1, listing.find(']', i) - i - 1));
        }
    }
    return tags;
}

}  // namespace

TEST_CASE("Every line of the study notes has one entry, with a link", "[notes]") {
    Ids ids;
    for (const GlossaryEntry& entry : entries()) {
        INFO(entry.word);
        CHECK(ids.insert(entry.word).second);
        CHECK_THAT(entry.text, ContainsText(".md"));
    }
    CHECK(ids == all_ids());
}

TEST_CASE("What is no history in the study notes has a recorded command", "[notes]") {
    for (const GlossaryEntry& entry : entries()) {
        INFO(entry.word);
        const std::vector<std::string> commands = commands_in(entry.text);
        CHECK(commands.empty() == (history.count(entry.word) == 1));
        for (const std::string& command : commands) {
            INFO("./run " << command);
            CHECK(is_recorded(command));
        }
    }
}

TEST_CASE("A tag like S0-03 is an entry's", "[notes]") {
    const Ids tags = all_tags();
    CHECK(tags.count("notes") == 1);
    const Ids ids = all_ids();
    for (const std::string& tag : tags) {
        const bool is_of_note = tag.size() > 2 && tag[0] == 'S' && tag[2] == '-';
        INFO(tag);
        if (is_of_note || tag.starts_with("W-")) CHECK(ids.count(tag) == 1);
    }
}

// A build without the chapters lacks their tests too.
#ifdef ATTN_HAS_CHAPTERS
TEST_CASE("What is no history in the study notes has a test with its tag", "[notes]") {
    const Ids tags = all_tags();
    for (const std::string& id : all_ids()) {
        INFO(id);
        if (history.count(id) == 0) CHECK(tags.count(id) == 1);
    }
}
#endif
