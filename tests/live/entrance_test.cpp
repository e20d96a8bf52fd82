// The chapters' programs as a page calls them: what they say and draw, and what they do with knobs
// that are turned too far.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "book/live/entrance.hpp"
#include "catch.hpp"
#include "chapters/21_speed/21_speed.hpp"
#include "chapters/program/all_chapters.hpp"
#include "chapters/program/json.hpp"
#include "plots/figure_faults.hpp"
#include "plots/svg_text.hpp"
#include "support/files/whole_file.hpp"
#include "tools/places.hpp"

using namespace attn::chapters;

namespace {

const std::filesystem::path source = book::source_folder();

std::string run(const std::string& chapter, const std::string& section,
                const Labels& turned = {}) {
    std::vector<const char*> texts;
    for (const std::string& text : turned) texts.push_back(text.c_str());
    texts.push_back(nullptr);
    return live_run(chapter.c_str(), section.c_str(), texts.data());
}

/// The JSON string behind the first "name": from a place on, and the place behind it.
std::string text_behind(const std::string& json, const std::string& name,
                        std::size_t* from = nullptr) {
    const std::string key = "\"" + name + "\":\"";
    std::size_t at = json.find(key, from == nullptr ? 0 : *from);
    if (at == std::string::npos) return "";
    std::string text;
    for (at += key.size(); json[at] != '"'; ++at) {
        if (json[at] != '\\') {
            text += json[at];
        } else {
            text += json[++at] == 'n' ? '\n' : json[at];
        }
    }
    if (from != nullptr) *from = at;
    return text;
}

std::map<std::string, std::string> figures_in(const std::string& json) {
    std::map<std::string, std::string> figures;
    for (std::size_t at = json.find("\"figures\":");;) {
        const std::string name = text_behind(json, "name", &at);
        if (name.empty() || figures.contains(name)) return figures;
        figures[name] = text_behind(json, "svg", &at);
    }
}

/// A text without what it measured, in which unit, and how wide that is.
std::string without_measured(const std::string& text) {
    const std::regex measured("~[-+.e0-9]+( *(s|ms|ns|\u00b5s)\\b)?"), blanks(" +");
    return std::regex_replace(std::regex_replace(text, measured, "~"), blanks, " ");
}

/// What is turned of a chapter that takes seconds with its own values, as the recorded runs have them.
Labels quick_values(const std::string& chapter) {
    if (chapter == "04_scaling") return {"draws", "50"};
    if (chapter == "17_one_file" || chapter == "18_language_model") return {"steps", "20"};
    return {};
}

}  // namespace

// What a section says is its own, whether it runs behind those before it, as here on a page, or behind
// all those after it.
TEST_CASE("Each section says and draws on a page what its program does, in any order",
          "[live][slow]") {
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        const Labels turned = quick_values(chapter.name());
        if (!turned.empty()) chapter.turn(turned[0], turned[1]);
        std::map<std::string, std::string> said;
        std::map<std::string, std::vector<attn::plots::Figure>> drawn;
        const auto& sections = chapter.sections();
        for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
            if (section->title == "Measured now") continue;
            std::ostringstream text;
            Page page(text);
            chapter.run_section(section->title, page);
            said[section->title] = without_measured(text.str());
            drawn[section->title] = page.figures();
        }
        for (const Section& section : sections) {
            if (section.title == "Measured now") continue;
            INFO(chapter.name() << ", " << section.title);
            const std::string json = run(chapter.name(), section.title, turned);
            CHECK(without_measured(text_behind(json, "text")) == said[section.title]);
            const auto shown = figures_in(json);
            CHECK(shown.size() == drawn[section.title].size());
            for (const attn::plots::Figure& figure : drawn[section.title]) {
                INFO(figure.name << ": " << figure.title);
                CHECK(samples::faults_of(figure) == "");
                const bool is_same = shown.at(figure.name) == attn::plots::svg_text(figure);
                CHECK(is_same);
            }
        }
    }
}

TEST_CASE("A value that a knob refuses gives the program's message and changes nothing",
          "[live]") {
    const std::string before = run("07_self_attention", "Another order");
    CHECK(before.find("\"svg\"") != std::string::npos);
    CHECK(
        text_behind(run("07_self_attention", "Another order", {"order", "0,4,1,2"}),
                    "error") ==
        "--order was given '0,4,1,2'; 1 to 8 of the numbers 0 to 3 are possible, with commas "
        "between them");
    CHECK(run("07_self_attention", "Another order") == before);

    // Each of the two is right alone; the second call must not remember the first.
    const std::string alone = run("01_dot_product", "Two vectors", {"a", "1,2"});
    CHECK(text_behind(run("01_dot_product", "Two vectors", {"a", "1,2,3"}), "error") != "");
    CHECK(run("01_dot_product", "Two vectors", {"a", "1,2"}) == alone);
    CHECK(text_behind(run("01_dot_product", "Two vectors", {"b", "x"}), "error")
              .starts_with("--b was given 'x'"));
    CHECK(run("01_dot_product", "Two vectors", {"a", "1,2"}) == alone);
}

TEST_CASE("What is not there is named", "[live]") {
    CHECK(text_behind(run("99_none", "x"), "error") == "there is no chapter '99_none'");
    CHECK(text_behind(live_contents("99_none"), "error") ==
          "there is no chapter '99_none'");
    CHECK(text_behind(run("07_self_attention", "x"), "error") == "there is no section 'x'");
    CHECK(text_behind(run("07_self_attention", "Another order", {"x", "1"}), "error") ==
          "there is no knob 'x'");
    CHECK(std::string(live_contents("07_self_attention")).find("\"07_order\"") !=
          std::string::npos);
}

TEST_CASE("Each figure of a section with knobs has labels for knobs of that section",
          "[live]") {
    std::map<std::string, Labels> knobs_of;
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        const std::string name = chapter.name();
        // One mistake alone is another section, and measurements are the machine's own.
        const bool has_bugs = name == "20_bug_gallery", measures = name == "21_speed";
        const auto is_for_a_page = [&](const std::string& name_of_knob) {
            const auto& all = chapter.knobs();
            const auto knob = std::find_if(all.begin(), all.end(), [&](const Knob& one) {
                return one.name == name_of_knob;
            });
            return knob->kind != KnobKind::path;
        };
        for (const Section& section : chapter.sections()) {
            for (const std::string& figure : section.figures) {
                const bool is_bug = has_bugs && section.is_detour;
                const bool has_knobs =
                    std::any_of(section.knobs.begin(), section.knobs.end(), is_for_a_page);
                if (!has_knobs || measures || is_bug) continue;
                knobs_of[figure] = section.knobs;
            }
        }
    }
    std::istringstream lines(attn::read_whole_file(source / "book/live/labels.json"));
    static const std::regex figure_line("^\"(\\w+)\": \\{$"),
        knob_line("^    \"([a-z-]+)\": \\{\"label\": .*");
    std::smatch match;
    std::string figure;
    Labels labelled;
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        if (std::regex_match(line, match, figure_line)) {
            figure = match[1];
            labelled.push_back(figure);
            CHECK(knobs_of.contains(figure));
        } else if (std::regex_match(line, match, knob_line) && match[1] != "button") {
            const Labels& knobs = knobs_of[figure];
            CHECK(std::find(knobs.begin(), knobs.end(), match[1]) != knobs.end());
        }
    }
    for (const auto& [drawn, knobs] : knobs_of) {
        INFO(drawn);
        CHECK(std::find(labelled.begin(), labelled.end(), drawn) != labelled.end());
    }
}

TEST_CASE("A training shows its figure as it grows, and ends as without a look",
          "[live][slow]") {
    static Labels shown;
    struct Case {
        std::string chapter, section, figure;
        Labels turned, other;  // another value, so that nothing is remembered
    };
    for (const Case& one :
         {Case{"14_learning", "Learn it", "14_own", {"steps", "100"}, {"steps", "1"}},
          Case{"15_each_part", "Your training", "15_own", {"steps", "300"}, {"steps", "1"}},
          Case{"16_translation",
               "Your training",
               "16_own",
               {"train", "on", "steps", "60"},
               {}}}) {
        INFO(one.chapter);
        const std::string unseen = run(one.chapter, one.section, one.turned);
        CHECK(figures_in(unseen).contains(one.figure));
        live_watch([](const char* json) { shown.emplace_back(json); });
        shown.clear();
        run(one.chapter, one.section, one.other);
        CHECK(shown.empty() == one.other.empty());  // shipped weights are learned
        shown.clear();
        CHECK(run(one.chapter, one.section, one.turned) == unseen);
        live_watch(nullptr);
        REQUIRE(shown.size() >= 2);
        Labels drawn;
        for (const std::string& json : shown) {
            CHECK(figures_in(json).size() == 1);
            drawn.push_back(figures_in(json)[one.figure]);
        }
        CHECK(drawn.front().starts_with("<svg"));
        CHECK(drawn.front() != drawn.back());
        CHECK(text_behind(shown.front(), "title").starts_with("After 0 steps, "));
    }
}

TEST_CASE("A training's first frame is what no step has changed", "[live]") {
    static Labels shown;
    const auto first_of = [](const std::string& steps) {
        shown.clear();
        live_watch([](const char* json) { shown.emplace_back(json); });
        run("16_translation", "Your training", {"train", "on", "steps", steps});
        live_watch(nullptr);
        return shown.at(0);
    };
    const std::string one = first_of("1"), two = first_of("2");
    CHECK(one.find("\"step\":0") != std::string::npos);
    CHECK(one == two);
    CHECK(figures_in(one)["16_own"].find("바다에") != std::string::npos);
    CHECK(shown.size() <= 3);
}

TEST_CASE("A figure says where it can be taken, and has room there when asked", "[live]") {
    const auto handles = [](const std::string& json) {
        std::size_t n = 0;
        for (std::size_t at = json.find("\"knob\":"); at != std::string::npos;
             at = json.find("\"knob\":", at + 1))
            ++n;
        return n;
    };
    const std::string printed = run("01_dot_product", "Two vectors");
    CHECK(handles(printed) == 2);
    CHECK(handles(run("07_self_attention", "Another order")) == 4);
    CHECK(handles(run("09_positional_encoding", "The whole table")) == 0);
    CHECK(handles(run("01_dot_product", "Two vectors", {"a", "1,2,3", "b", "3,2,1"})) == 0);
    live_room(1);
    const std::string near = run("01_dot_product", "Two vectors");
    CHECK(near != printed);
    CHECK_THAT(near, ContainsText("\"reach\":5"));
    const std::string unit = "\"unit\":[";  // pixels to 1, for a finger
    REQUIRE(near.find(unit) != std::string::npos);
    CHECK(std::stod(near.substr(near.find(unit) + unit.size())) > 30);
    CHECK_THAT(run("01_dot_product", "Two vectors", {"a", "8,6"}),
               ContainsText("\"reach\":10"));
    live_room(20);
    CHECK_THAT(run("01_dot_product", "Two vectors"), ContainsText("\"reach\":20"));
    live_room(0);
    CHECK(run("01_dot_product", "Two vectors") == printed);
}

TEST_CASE("What is moved stays on one scale, in one place, whatever its numbers",
          "[live]") {
    const auto places = [](const std::string& json) {  // of 0, and how far it is to 1
        static const std::regex place(R"x("(zero|unit)":\[([^,]*),([^\]]*)\])x");
        std::ostringstream all;
        for (std::sregex_iterator found(json.begin(), json.end(), place), end; found != end;
             ++found) {
            all << std::lround(100 * std::stod((*found)[2])) << ","
                << std::lround(100 * std::stod((*found)[3])) << " ";
        }
        return all.str();
    };
    live_room(5);
    for (const int is_narrow : {0, 1}) {
        live_narrow(is_narrow);
        const std::string arrows = places(run("01_dot_product", "Two vectors"));
        CHECK(arrows != "");
        for (const char* b : {"0.1,0", "-3.3,-3.7", "2.7,4.2", "-4.9,0.7"}) {
            for (const char* a : {"4,3", "-2.3,4.4", "0.1,-0.1", "-3.7,-3.3", "4.8,0.3"}) {
                INFO((is_narrow ? "narrow, " : "") << a << " and " << b);
                CHECK(places(run("01_dot_product", "Two vectors", {"a", a, "b", b})) ==
                      arrows);
            }
        }
        const Labels scores{"4,2,1,0", "-4.8,-4.9,-5,-4.7", "4.9,5,4.8,4.7", "0,0.1,5,-5"};
        const std::string section = "Scores become weights";
        for (const std::string& score : scores) {
            INFO((is_narrow ? "narrow, " : "") << score);
            CHECK(places(run("02_softmax", section, {"scores", score})) ==
                  places(run("02_softmax", section, {"scores", "1,1,1,1"})));
        }
    }
    live_narrow(0);
    live_room(0);
}

TEST_CASE("transformer.cpp trains in a page, and says there what it says alone", "[live]") {
    static Labels shown;
    shown.clear();
    live_watch([](const char* json) { shown.emplace_back(json); });
    const std::string json = run("17_one_file", "It learns", {"steps", "30"});
    live_watch(nullptr);
    const std::string figure = figures_in(json)["17_learning"];
    CHECK_THAT(figure, ContainsText("I to the sea"));
    CHECK_THAT(text_behind(json, "text"), ContainsText("the do see the sea"));
    REQUIRE_FALSE(shown.empty());
    CHECK_THAT(figures_in(shown.front())["17_learning"], ContainsText("After 0 steps"));
    const std::string refused =
        run("17_one_file", "It learns", {"sentence", "나는 바다로 가"});
    CHECK_THAT(text_behind(refused, "error"), ContainsText("바다에"));
    CHECK(text_behind(refused, "error").starts_with("--sentence "));
}

TEST_CASE("The translator knows every word that its box offers", "[live]") {
    const std::string labels = attn::read_whole_file(source / "book/live/labels.json");
    std::size_t n = 0;
    for (std::size_t end = labels.find("\":", labels.find("16_sentence"));
         end < labels.find("16_own"); end = labels.find("\":", end + 1)) {
        const std::size_t begin = labels.rfind('"', end - 1) + 1;
        const std::string words = labels.substr(begin, end - begin);
        if (words < "가") continue;  // a knob's name, in English
        INFO(words);
        const std::string json =
            run("16_translation", "A sentence of your own", {"sentence", words});
        CHECK(text_behind(json, "error") == "");
        ++n;
    }
    CHECK(n == 31);
}

TEST_CASE("A page reads and writes no file", "[live]") {
    int n = 0;
    for (const auto contents : all_chapters) {
        Chapter chapter;
        contents(chapter);
        for (const Knob& knob : chapter.knobs()) {
            if (knob.kind != KnobKind::path) continue;
            INFO(chapter.name() << " --" << knob.name);
            const std::string json =
                run(chapter.name(), chapter.sections()[0].title, {knob.name, "/tmp/x"});
            CHECK(text_behind(json, "error") ==
                  "--" + knob.name + " needs a file, and a page has none");
            ++n;
        }
    }
    CHECK(n > 0);
}

TEST_CASE("Hostile texts are words in a figure, or refused", "[live]") {
    const Labels texts{"<script>alert(1)</script>", "\" onload=\"alert(1)",
                       "]]> & </svg> <img src=x>",  "\xff\xfe\xc0\x80 \xed\xa0\x80",
                       "a\x1b[31m b\x7f c\t d",     "\\ \\\" \\n",
                       std::string(100000, 'a'),    "나는 \xe2\x80\xae 가고"};
    for (const std::string& text : texts) {
        INFO(text.substr(0, 40));
        const std::string json =
            run("13_encoder", "A sentence of your own", {"sentence", text});
        CHECK(json.front() == '{');
        CHECK(json.back() == '}');
        for (const auto& name_and_svg : figures_in(json)) {
            const std::string& svg = name_and_svg.second;
            CHECK(svg.find("<script") == std::string::npos);
            CHECK(svg.find("<img") == std::string::npos);
        }
        for (const char c : json) REQUIRE(static_cast<unsigned char>(c) >= ' ');
    }
}

TEST_CASE("JSON texts keep their lines, quotes and backslashes", "[live]") {
    using attn::chapters::json_text;
    CHECK(json_text("") == "\"\"");
    CHECK(json_text("a\nb\n") == R"("a\nb\n")");
    CHECK(json_text("\n\n") == R"("\n\n")");
    CHECK(json_text(R"(say "\")") == R"("say \"\\\"")");
    CHECK(json_text("\xff\x01") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST_CASE("Two hundred turns take no more memory than twenty", "[live]") {
    const auto turn = [](int times) {
        return attn::speed::most_bytes_during([=] {
            for (int i = 0; i < times; ++i) {
                run("07_self_attention", "Another order",
                    {"order", i % 3 == 0   ? "0,1,2,3"
                              : i % 3 == 1 ? "3,2,1,0"
                                           : "0,9"});
            }
        });
    };
    turn(20);
    const std::size_t twenty = turn(20);
    CHECK(turn(200) <= twenty + 1000);
}
