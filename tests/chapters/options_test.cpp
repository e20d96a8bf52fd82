#include "chapters/common/options.hpp"

#include "catch.hpp"

using namespace attn::chapters;

namespace {

struct Knobs {
    double angle = 60;
    std::vector<double> scores{1, 2.5};
    std::string text = "kept";
    bool flag = false;
    std::size_t format = 0;
    std::size_t count = 3;
};

void read(Knobs& knobs, std::vector<std::string> words) {
    Options options;
    options.add("angle", knobs.angle, 0, 360, "an angle");
    options.add("scores", knobs.scores, "some scores");
    options.add("text", knobs.text, "none", "a text");
    options.add("count", knobs.count, 1, 9, "how many");
    options.add_flag("flag", knobs.flag, "a flag");
    options.add_choice("format", {"svg", "png"}, knobs.format, "the kind");
    words.insert(words.begin(), "program");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    options.read(static_cast<int>(argv.size()), argv.data());
}

Knobs knobs_from(const std::vector<std::string>& words) {
    Knobs knobs;
    read(knobs, words);
    return knobs;
}

}  // namespace

TEST_CASE("What is not given keeps its default", "[options]") {
    const Knobs knobs = knobs_from({});
    CHECK(knobs.angle == 60);
    CHECK(knobs.scores == std::vector<double>{1, 2.5});
    CHECK(knobs.text == "kept");
    CHECK_FALSE(knobs.flag);
}

TEST_CASE("Options are written into their variables", "[options]") {
    const Knobs knobs =
        knobs_from({"--angle=45.5", "--scores", "-3,4,1e-2", "--text", "나는", "--flag"});
    CHECK(knobs.angle == 45.5);
    CHECK(knobs.scores == std::vector<double>{-3, 4, 0.01});
    CHECK(knobs.text == "나는");
    CHECK(knobs.flag);
    CHECK(knobs_from({"--count", "9"}).count == 9);
    CHECK(knobs_from({"--format", "png"}).format == 1);
}

TEST_CASE("What cannot be used is refused by name", "[options]") {
    CHECK_THROWS_WITH(knobs_from({"--angle", "400"}),
                      "--angle was given '400'; a number from 0 to 360 is needed");
    CHECK_THROWS_WITH(knobs_from({"--angle", "-5"}),
                      "--angle was given '-5'; a number from 0 to 360 is needed");
    for (const char* bad : {"nan", "inf", "", "12x", " 12", "1e999", "0x10"}) {
        CHECK_THROWS_AS(knobs_from({"--angle", bad}), UsageError);
    }
    CHECK_THROWS_WITH(
        knobs_from({"--scores", "1,,2"}),
        ContainsText("--scores was given nothing where a number should stand"));
    CHECK_THROWS_WITH(
        knobs_from({"--scores", "1,2,"}),
        ContainsText("--scores was given nothing where a number should stand"));
    CHECK_THROWS_WITH(knobs_from({"--scores", "1,1e7"}),
                      "--scores was given '1e7'; a number from -1e+06 to 1e+06 is needed");
    CHECK_THROWS_WITH(
        knobs_from({"--scores", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"}),
        "--scores was given 17 numbers; 1 to 16 are possible, parted by commas");
    CHECK_THROWS_WITH(knobs_from({"--text", ""}), "--text was given an empty text");
    CHECK_THROWS_WITH(knobs_from({"--count", "2.5"}),
                      "--count was given 2.5; a whole number is needed");
    CHECK_THROWS_WITH(knobs_from({"--count", "-5"}),
                      "--count was given '-5'; a number from 1 to 9 is needed");
    CHECK_THROWS_WITH(knobs_from({"--format", "gif"}),
                      "--format was given 'gif'; it can be one of svg, png");
    CHECK_THROWS_WITH(knobs_from({"--colour", "3"}), ContainsText("--colour"));
    CHECK_THROWS_AS(knobs_from({"--ang", "3"}), UsageError);  // no guessing
    CHECK_THROWS_AS(knobs_from({"--angle"}), UsageError);
    CHECK_THROWS_AS(knobs_from({"--angle", "1", "--angle", "2"}), UsageError);
    CHECK_THROWS_AS(knobs_from({"stray"}), UsageError);
    CHECK_THROWS_WITH(knobs_from({"--angle", "\x1b[2J"}), ContainsText("'\uFFFD[2J'"));
}

TEST_CASE("Blanks around the numbers of a list do no harm, but a word too many is refused",
          "[options]") {
    CHECK(knobs_from({"--scores", " 1, 2 "}).scores == std::vector<double>{1, 2});
    CHECK_THROWS_WITH(knobs_from({"--scores", "1", "2"}),
                      "there is a word too many; a list is written without blanks: 4,3");
}

TEST_CASE("The help names each option with its default", "[options]") {
    Knobs knobs;
    Options options;
    options.add("angle", knobs.angle, 0, 360, "an angle");
    options.add("scores", knobs.scores, "some scores");
    options.add("text", knobs.text, "none", "a text");
    CHECK_THAT(options.help(), ContainsText("--angle NUMBER") &&
                                   ContainsText("an angle, 0 to 360 (default:") &&
                                   ContainsText("--scores LIST") &&
                                   ContainsText("some scores, parted by commas") &&
                                   ContainsText("a text (default: none)"));
}

TEST_CASE("An option whose name holds a placeholder is refused, and does not loop",
          "[options]") {
    for (const char* word : {"--%original_token%", "-%original_token%", "--%option%=3",
                             "--no%canonical_option%", "--nothing=%original_token%"}) {
        INFO(word);
        CHECK_THROWS_WITH(knobs_from({word}),
                          "unrecognised option '" + std::string(word) + "'");
    }
    CHECK(knobs_from({"--text=100%"}).text == "100%");
    CHECK(knobs_from({"--text", "%original_token%"}).text == "%original_token%");
}
