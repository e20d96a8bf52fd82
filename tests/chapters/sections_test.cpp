// Every chapter in memory: each of its sections alone, twice, and with its knobs turned to their ends
// and to one value between; and every figure that it draws then.
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
#include "plots/narrow.hpp"
#include "support/text/utf8.hpp"
#include "tools/places.hpp"

namespace attn::chapters {

namespace {

/// Words that lie on one another on a phone.
std::string words_that_touch(const plots::Page& page) {
    const std::vector<plots::Text> words = samples::all_texts(page);
    std::string found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (plots::overlap(plots::box_of(words[i]), plots::box_of(words[j])) > 0)
                found += words[i].text + " touches " + words[j].text + "\n";
        }
    }
    return found;
}

/// What is wrong with a figure on its page and on a phone: no word lies on a word, whatever the knobs.
std::string faults_of(const plots::Figure& figure) {
    const auto [on_phone, width] = plots::narrow_page(figure);
    return samples::faults_of(plots::laid_out(figure)) +
           words_that_touch(plots::laid_out(on_phone, width));
}

/// Of each figure its titles, of each title the knobs that gave it, and of each knob the values.
using FigureTitles =
    std::map<std::string, std::map<std::string, std::map<std::string, Labels>>>;

/// What a section says, without the digits behind a ~, which are measured. Its figures have no fault.
std::string steady_text_of(const Chapter& chapter, const std::string& title,
                           FigureTitles* titles = nullptr, const std::string& knob = "",
                           const std::string& value = "") {
    std::ostringstream text;
    Page page(text);
    chapter.run_section(title, page);
    for (const plots::Figure& figure : page.figures()) {
        INFO(figure.name << ": " << figure.title);
        CHECK(faults_of(figure) == "");
        if (titles) (*titles)[figure.name][figure.title]["--" + knob].push_back(value);
    }
    static const std::regex measured("~[^ \n]+");
    return std::regex_replace(text.str(), measured, "~");
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

Labels titles_of(const Chapter& chapter) {
    Labels titles;
    for (const Section& section : chapter.sections()) titles.push_back(section.title);
    return titles;
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

/// Three chapters take seconds with their own values, with which others run them (live_tests).
void run_shorter(Chapter& chapter) {
    if (chapter.name() == "04_scaling") chapter.turn("draws", "50");
    if (chapter.name() == "15_one_file" || chapter.name() == "16_language_model")
        chapter.turn("steps", "20");
}

/// What a knob's value says when it takes too long for a test.
bool takes_long(const Chapter& chapter, const Knob& knob) {
    const bool learns_a_model =
        chapter.name() == "12_learning" || chapter.name() == "13_each_part" ||
        chapter.name() == "14_translation" || chapter.name() == "15_one_file" ||
        chapter.name() == "16_language_model";
    const bool samples_much = chapter.name() == "16_language_model" && knob.name != "pairs";
    return chapter.name() == "19_speed" || knob.name == "paper-layers" ||
           (learns_a_model && knob.name == "steps") || (is_sanitized && samples_much);
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
        const Labels titles = titles_of(chapter);
        CHECK(std::set<std::string>(titles.begin(), titles.end()).size() == titles.size());
    }
}

// In their order the chapters' programs say it, as it is recorded.
TEST_CASE("Each section says the same in a new chapter and after those behind it",
          "[sections][slow]") {
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        if (chapter.name() == "19_speed") continue;  // it measures
        run_shorter(chapter);
        const Labels titles = titles_of(chapter);
        for (auto title = titles.rbegin(); title != titles.rend(); ++title) {
            INFO(chapter.name() << ", " << *title);
            const std::string text = steady_text_of(chapter, *title);
            CHECK(too_wide_in(text) == "");
            Chapter fresh;
            contents(fresh);
            run_shorter(fresh);
            CHECK(steady_text_of(fresh, *title) == text);
        }
    }
}

// What the figures say then stands in titles.txt, to be read: a title must be true where it is said.
TEST_CASE("A knob is turned to its ends, or refuses with a word, and titles are true there",
          "[sections]") {
    FigureTitles titles;
    for (const auto contents : all_chapters) {
        Chapter start;
        contents(start);
        const bool has_steps = std::ranges::any_of(
            start.knobs(), [](const Knob& knob) { return knob.name == "steps"; });
        for (const Knob& knob : start.knobs()) {
            if (takes_long(start, knob)) continue;
            for (const std::string& end : some_of(knob)) {
                INFO(start.name() << " --" << knob.name << " " << end);
                Chapter chapter;
                contents(chapter);
                if (knob.name != "draws") run_shorter(chapter);
                // Where a chapter learns, two steps are enough.
                if (has_steps && knob.name != "steps") chapter.turn("steps", "2");
                for (const std::string& title : chapter.turn(knob.name, end)) {
                    if (title == "Made up") continue;  // 700 rows by a model of two steps
                    INFO(title);
                    std::string said;
                    try {
                        said = steady_text_of(chapter, title, &titles, knob.name, end);
                    } catch (const UsageError& refused) {
                        said = refused.what();
                        CHECK_THAT(said, ContainsText(knob.name));
                        continue;
                    }
                    CHECK_FALSE(said.empty());
                    if (knob.kind == KnobKind::numbers) continue;  // a long row stays a row
                    CHECK(too_wide_in(said) == "");
                }
            }
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
