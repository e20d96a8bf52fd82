// The harness: a chapter in memory, run again and again.
#include "chapters/program/chapter.hpp"

#include <sstream>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/program/table_of_knobs.hpp"

namespace attn::chapters {

namespace {

plots::Figure small_figure(const std::string& name) {
    return {name, "One cell", "It holds 1.", {{plots::table("", Matrix{{1}}, {}, {})}}};
}

/// A chapter of three sections: one on the road, one that draws, and a detour.
void sample(Chapter& chapter, int& computed_times) {
    chapter.titled("00_sample", "Does it work?");
    const auto width = chapter.whole("width", 2, 1, 9, "how wide");
    const auto word = chapter.choice("word", {"dog", "cat"}, "which animal");
    const auto side = chapter.number("side", 0.5, 0, 1, "of the detour");
    const auto square = chapter.computed(
        [&computed_times](std::size_t n) {
            ++computed_times;
            return n * n;
        },
        width);
    chapter.check(
        [](std::size_t n, const std::string& animal) {
            if (n == 9 && animal == "cat") throw UsageError("no cat is 9 wide");
        },
        width, word);
    chapter.section(
        "Square", [](Page& page, std::size_t n) { page.say("square ", n); }, square);
    chapter
        .section(
            "Animal",
            [](Page& page, const std::string& animal) {
                page.say("the ", animal);
                page.draw(small_figure("00_animal"));
            },
            word)
        .draws("00_animal");
    chapter.more(
        "Side",
        [](Page& page, double) {
            page.keep("row", Numbers{1, 2});
        },
        side);
}

std::string text_of(const Chapter& chapter, const std::string& title) {
    std::ostringstream text;
    Page page(text);
    chapter.run_section(title, page);
    return text.str();
}

}  // namespace

TEST_CASE("A section runs alone, again and again, for any values of its knobs",
          "[harness]") {
    int times = 0;
    Chapter chapter;
    sample(chapter, times);
    CHECK(text_of(chapter, "Animal") == "the dog\n");
    CHECK(text_of(chapter, "Square") == "square 4\n");
    CHECK(text_of(chapter, "Square") == "square 4\n");
    CHECK(times == 1);  // what is shared is computed once
    CHECK(chapter.turn("word", "cat") == Labels{"Animal"});
    CHECK(text_of(chapter, "Square") == "square 4\n");
    CHECK(times == 1);
    CHECK(chapter.turn("width", "3") == Labels{"Square"});
    CHECK(text_of(chapter, "Square") == "square 9\n");
    CHECK(times == 2);
    CHECK(text_of(chapter, "Animal") == "the cat\n");
    chapter.turn_back("word");
    CHECK(text_of(chapter, "Animal") == "the dog\n");
    CHECK(text_of(chapter, "Square") == "square 9\n");
    CHECK(times == 2);
    chapter.turn_back("width");
    CHECK(text_of(chapter, "Square") == "square 4\n");
    CHECK(times == 3);
}

TEST_CASE("What does not fit is refused before a section runs", "[harness]") {
    int times = 0;
    Chapter chapter;
    sample(chapter, times);
    CHECK_THROWS_WITH(chapter.turn("colour", "3"), "there is no knob 'colour'");
    CHECK_THROWS_WITH(chapter.turn_back("colour"), "there is no knob 'colour'");
    CHECK_THROWS_WITH(text_of(chapter, "Nowhere"), "there is no section 'Nowhere'");
    chapter.turn("word", "cat");
    chapter.turn("width", "9");
    CHECK_THROWS_WITH(text_of(chapter, "Animal"), "no cat is 9 wide");
    CHECK_THROWS_AS(chapter.check_values(), UsageError);
    CHECK_NOTHROW(text_of(chapter, "Side"));  // it owns neither knob
}

TEST_CASE("What a section's condition is computed from is among the section's knobs",
          "[harness]") {
    Chapter chapter;
    const auto width = chapter.whole("width", 2, 1, 9, "how wide");
    const auto word = chapter.choice("word", {"dog", "cat"}, "which animal");
    const auto is_wide = chapter.computed(
        [](std::size_t n, const std::string&) { return n > 5; }, width, word);
    const auto& section =
        chapter
            .section(
                "Animal",
                [](Page& page, const std::string& animal) { page.say("the ", animal); },
                word)
            .only_if(is_wide);
    CHECK(section.knobs == Labels{"word", "width"});
    CHECK_FALSE(section.condition());
    CHECK(chapter.turn("width", "6") == Labels{"Animal"});
    CHECK(section.condition());
}

TEST_CASE("A section leaves figures and matrices in memory", "[harness]") {
    int times = 0;
    Chapter chapter;
    sample(chapter, times);
    std::ostringstream text;
    Page page(text);
    chapter.run_section("Animal", page);
    chapter.run_section("Side", page);
    REQUIRE(page.figures().size() == 1);
    CHECK(page.figures()[0].name == "00_animal");
    REQUIRE(page.kept().size() == 1);
    CHECK(page.kept()[0].matrix == Matrix{{1, 2}});
}

TEST_CASE("A section draws what it announces, neither more nor less", "[harness]") {
    const auto run = [](auto draw, const Labels& announced) {
        Chapter chapter;
        Section& section = chapter.section("One", draw);
        for (const std::string& name : announced) section.draws(name);
        return text_of(chapter, "One");
    };
    const auto draw = [](Page& page) { page.draw(small_figure("00_a")); };
    const auto leave_out = [](Page& page) { page.leave_out("00_a", "too hot"); };
    CHECK_NOTHROW(run(draw, {"00_a"}));
    CHECK_NOTHROW(run(leave_out, {"00_a"}));
    CHECK_THROWS_AS(run(draw, {}), std::logic_error);
    CHECK_THROWS_AS(run(draw, {"00_a", "00_b"}), std::logic_error);
    CHECK_THROWS_AS(run([](Page&) {}, {"00_a"}), std::logic_error);
}

TEST_CASE("A page parts tables from lines by one blank line", "[harness]") {
    std::ostringstream text;
    Page page(text);
    page.say("before");
    page.show("m", Matrix{{1, 2}}, {"a"}, {"x", "y"});
    page.say("after");
    page.show_words({{"word", "n"}, {"dog", "10"}});
    CHECK(text.str() ==
          "before\n\nm  [1 x 2]\n   x  y\na  1  2\n\nafter\n\nword   n\ndog   10\n");
}

TEST_CASE("No line of a table of words ends in a blank", "[harness]") {
    std::ostringstream text;
    Page(text).show_words({{"word", "n"}, {"dog", ""}, {"cat"}});
    CHECK(text.str() == "word  n\ndog\ncat\n");
}

TEST_CASE("A line that is wider than 80 columns goes on in the next", "[harness]") {
    const auto said = [](const std::string& line) {
        std::ostringstream text;
        Page page(text);
        page.say(line);
        return text.str();
    };
    const auto word = [](std::size_t width) { return std::string(width, 'w'); };
    CHECK(said(word(40) + " " + word(39)) == word(40) + " " + word(39) + "\n");
    CHECK(said(word(40) + " " + word(40)) == word(40) + "\n  " + word(40) + "\n");
    // 27 syllables of Hangul and the blanks between them: 80 columns, in 107 bytes.
    std::string hangul = "가";
    for (int i = 1; i < 27; ++i) hangul += " 가";
    CHECK(said(hangul) == hangul + "\n");
    CHECK(said(hangul + " 가 나") == hangul + "\n  가 나\n");
    // What goes on is indented by two more, in every line, and blanks inside a line stay.
    CHECK(said("   a:  " + word(70) + "   " + word(70) + " b c d e " + word(75)) ==
          "   a:  " + word(70) + "\n     " + word(70) + " b c\n     d e\n     " + word(75) +
              "\n");
    // A word that is too wide is not broken.
    CHECK(said(word(100)) == word(100) + "\n");
    CHECK(said("a " + word(100) + " b") == "a\n  " + word(100) + "\n  b\n");
    CHECK(said(word(70) + std::string(20, ' ')) == word(70) + std::string(20, ' ') + "\n");
    CHECK(said(std::string(90, ' ')) == std::string(90, ' ') + "\n");
    CHECK(said("") == "\n");
}

TEST_CASE("A table shows the fewest decimals that lose nothing, at most four",
          "[harness]") {
    const auto shown = [](const Matrix& m, std::optional<int> decimals = {}) {
        std::ostringstream text;
        Page(text).show("m", m, {}, {}, decimals);
        return text.str();
    };
    CHECK(shown({{1, 2}}) == "m  [1 x 2]\n  1  2\n");
    CHECK(shown({{1, 2.5}}) == "m  [1 x 2]\n  1.0  2.5\n");
    CHECK(shown({{1.0 / 3}}) == "m  [1 x 1]\n  0.3333\n");
    CHECK(shown({{1.0 / 3}}, 1) == "m  [1 x 1]\n  0.3\n");
    CHECK_THROWS_AS(
        [] {
            std::ostringstream text;
            Page(text).show("m", Matrix{{1, 2}}, {"a", "b"});
        }(),
        ShapeError);
}

TEST_CASE("The knobs are written out for a text and for a page", "[harness]") {
    int times = 0;
    Chapter chapter;
    sample(chapter, times);
    CHECK(knobs_as_markdown(chapter) ==
          "| knob | at the start | range | what it turns | in |\n|---|---|---|---|---|\n"
          "| `--width` | 2 | 1 to 9 | how wide | Square |\n"
          "| `--word` | dog | dog, cat | which animal | Animal |\n"
          "| `--side` | 0.5 | 0 to 1 | of the detour | Side |\n");
    const std::string json = contents_as_json(chapter);
    CHECK_THAT(json, ContainsText("\"name\":\"00_sample\"") &&
                         ContainsText("\"kind\":\"choice\"") &&
                         ContainsText("\"figures\":[\"00_animal\"]") &&
                         ContainsText("\"more\":true"));
    Chapter quotes;
    quotes.titled("00_quotes", R"(Who says "a\b"?)");
    CHECK_THAT(contents_as_json(quotes), ContainsText(R"("Who says \"a\\b\"?")"));
}

}  // namespace attn::chapters
