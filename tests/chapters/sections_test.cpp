// Every chapter in memory: with its knobs turned to their ends and to one value between, and every
// figure that it draws then.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/all_chapters.hpp"
#include "is_sanitized.hpp"
#include "plots/figure_faults.hpp"
#include "support/text/utf8.hpp"
#include "tools/places.hpp"

namespace attn::chapters {

namespace {

/// Of each figure its titles, of each title the knobs that gave it, and of each knob the values.
using FigureTitles =
    std::map<std::string, std::map<std::string, std::map<std::string, Labels>>>;

/// What a section says. Its figures have no fault, and titles gets theirs.
std::string text_of(const Chapter& chapter, const std::string& title, FigureTitles& titles,
                    const std::string& knob, const std::string& value) {
    std::ostringstream text;
    Page page(text);
    chapter.run_section(title, page);
    for (const plots::Figure& figure : page.figures()) {
        INFO(figure.name << ": " << figure.title);
        CHECK(samples::faults_of(figure) == "");
        titles[figure.name][figure.title]["--" + knob].push_back(value);
    }
    return text.str();
}

/// The lines that a terminal breaks.
std::string too_wide_in(const std::string& text) {
    std::istringstream lines(text);
    std::string line, too_wide;
    while (std::getline(lines, line)) {
        if (display_width(line) > 80) too_wide += line + "\n";
    }
    return too_wide;
}

/// Values at the ends of what the knob can take, and one that its name draws; none for a text.
Labels some_of(const Knob& knob) {
    switch (knob.kind) {
        case KnobKind::whole:
        case KnobKind::number: {
            int drawn = 0;
            for (const char letter : knob.name) drawn = (7 * drawn + letter) % 101;
            const double share = drawn / 101.0;
            double between = knob.least + share * share * (knob.most - knob.least);
            if (knob.kind == KnobKind::whole) between = std::floor(between);
            std::ostringstream least, most, some;
            least << knob.least;
            most << knob.most;
            some << between;
            if (some.str() == least.str()) return {least.str(), most.str()};
            return {least.str(), most.str(), some.str()};
        }
        case KnobKind::numbers:
            return {"0",    "-1e6,1e6", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
                    "2,-1", "1,2,3",    "0.5,-3,2,4"};
        case KnobKind::choice:
            return knob.words;
        case KnobKind::flag:
            return {"on"};
        case KnobKind::order:
            return {"0", "1,1,0", "0,1,2,3"};
        case KnobKind::text:
        case KnobKind::path:
            return {};
    }
    return {};
}

/// Where a chapter learns, two steps are enough, and few draws where it draws as often as chapter 4.
void run_shorter(Chapter& chapter) {
    for (const Knob& knob : chapter.knobs())
        if (knob.name == "steps") chapter.turn("steps", "2");
    if (chapter.name() == "04_scaling") chapter.turn("draws", "50");
}

/// What a knob's value says when it takes too long for a test.
bool takes_long(const Chapter& chapter, const Knob& knob) {
    const bool learns_a_model =
        chapter.name() == "14_learning" || chapter.name() == "15_each_part" ||
        chapter.name() == "16_translation" || chapter.name() == "17_one_file" ||
        chapter.name() == "18_language_model";
    const bool samples_much = chapter.name() == "18_language_model" && knob.name != "pairs";
    return chapter.name() == "21_speed" || (learns_a_model && knob.name == "steps") ||
           (is_sanitized && samples_much);
}

}  // namespace

TEST_CASE("Chapters are numbered in their order, and ask a question", "[sections]") {
    std::set<std::string> names;
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        INFO(chapter.name());
        CHECK(names.insert(chapter.name()).second);
        CHECK(*names.rbegin() == chapter.name());
        CHECK(chapter.question().ends_with("?"));
        std::set<std::string> titles;
        for (const Section& section : chapter.sections())
            CHECK(titles.insert(section.title).second);
    }
}

// What the figures say then stands in titles.txt, to be read: a title must be true where it is said.
TEST_CASE("A knob is turned to its ends, or refuses with a word, and titles are true there",
          "[sections]") {
    FigureTitles titles;
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        run_shorter(chapter);
        for (const Knob& knob : chapter.knobs()) {
            if (takes_long(chapter, knob)) continue;
            for (const std::string& end : some_of(knob)) {
                INFO(chapter.name() << " --" << knob.name << " " << end);
                for (const std::string& title : chapter.turn(knob.name, end)) {
                    if (title == "Made up") continue;  // 700 rows by a model of two steps
                    INFO(title);
                    std::string said;
                    try {
                        said = text_of(chapter, title, titles, knob.name, end);
                    } catch (const UsageError& refused) {
                        CHECK_THAT(refused.what(), ContainsText(knob.name));
                        continue;
                    }
                    CHECK_FALSE(said.empty());
                    if (knob.kind == KnobKind::numbers) continue;  // a long row stays a row
                    CHECK(too_wide_in(said) == "");
                }
            }
            chapter.turn_back(knob.name);
            if (knob.name == "draws") run_shorter(chapter);
        }
    }
    if (is_sanitized) return;  // it turns fewer
    std::ostringstream now;
    for (const auto& [figure, by_title] : titles) {
        now << figure << "\n";
        for (const auto& [title, turned] : by_title) {
            now << "    " << std::regex_replace(title, std::regex("\n"), " ") << "\n";
            for (const auto& [knob, values] : turned) {
                now << "        " << knob << " ";
                now << (values.size() > 6 ? "(" + std::to_string(values.size()) + " values)"
                                          : joined(values, "; "));
                now << "\n";
            }
        }
    }
    const auto file = book::source_folder() / "tests/chapters/titles.txt";
    std::ostringstream before;
    before << std::ifstream(file).rdbuf();
    if (now.str() == before.str()) return;
    const auto written = book::build_folder() / "titles.txt";
    std::ofstream(written) << now.str();
    FAIL("If all of it is true: cp " << written.string() << " " << file.string());
}

TEST_CASE("A run draws no figure twice, and each is named after its chapter",
          "[sections]") {
    std::set<std::string> figures;
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        for (const Section& section : chapter.sections()) {
            if (section.condition && !section.condition()) continue;
            for (const std::string& name : section.figures) {
                INFO(name);
                CHECK(name.starts_with(chapter.name().substr(0, 3)));
                CHECK(figures.insert(name).second);
            }
        }
    }
}

}  // namespace attn::chapters
