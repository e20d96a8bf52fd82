#include "chapters/program/options.hpp"

#include "catch.hpp"
#include "chapters/program/knobs.hpp"

namespace attn::chapters {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs pairs_of(std::vector<std::string> words) {
    Options options;
    options.add_flag("help,h", "show these options");
    options.add_flag("more", "run more");
    options.add("angle", "VALUE", "an angle");
    options.add("text", "VALUE", "a text");
    words.insert(words.begin(), "program");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    return options.read(static_cast<int>(argv.size()), argv.data());
}

}  // namespace

TEST_CASE("What is given is read in its order, and nothing else", "[options]") {
    CHECK(pairs_of({}).empty());
    CHECK(pairs_of({"--text", "나는", "--angle=-45.5", "--more"}) ==
          Pairs{{"text", "나는"}, {"angle", "-45.5"}, {"more", "on"}});
    CHECK(pairs_of({"-h"}) == Pairs{{"help", "on"}});
}

TEST_CASE("A command line that cannot be understood is refused", "[options]") {
    CHECK_THROWS_WITH(pairs_of({"--colour", "3"}), ContainsText("--colour"));
    CHECK_THROWS_AS(pairs_of({"--ang", "3"}), UsageError);  // no guessing
    CHECK_THROWS_AS(pairs_of({"--angle"}), UsageError);
    CHECK_THROWS_AS(pairs_of({"--text="}), UsageError);
    CHECK_THROWS_AS(pairs_of({"--angle", "1", "--angle", "2"}), UsageError);
    CHECK_THROWS_AS(pairs_of({"--more=on"}), UsageError);
    CHECK_THROWS_AS(pairs_of({"stray"}), UsageError);
    CHECK_THROWS_WITH(pairs_of({"--text", "1", "2"}),
                      "there is a word too many; a list is written without blanks: 4,3");
}

TEST_CASE("An option whose name holds a placeholder is refused, and does not loop",
          "[options]") {
    for (const char* word : {"--%original_token%", "-%original_token%", "--%option%=3",
                             "--no%canonical_option%", "--nothing=%original_token%"}) {
        INFO(word);
        CHECK_THROWS_WITH(pairs_of({word}), ContainsText("unrecognised option '-"));
    }
    for (const char* word : {"--=%", "-=%", "--=%canonical_option%", "--more=%value%"}) {
        INFO(word);
        CHECK_THROWS_AS(pairs_of({word}), UsageError);
    }
    CHECK_THROWS_WITH(pairs_of({"--%original_token%-%o.="}),
                      "unrecognised option '--%original_token%-%o.'");
    CHECK(pairs_of({"--text=100%"}) == Pairs{{"text", "100%"}});
    CHECK(pairs_of({"--text", "%original_token%"}) == Pairs{{"text", "%original_token%"}});
    CHECK(pairs_of({"--text", "-100%"}) == Pairs{{"text", "-100%"}});
}

TEST_CASE("An option is no value of the one before, unless = says that it is",
          "[options]") {
    for (const std::string value : {"--more", "--angle=1", "--nonsense", "--text"})
        CHECK_THROWS_WITH(pairs_of({"--text", value, "1,2"}),
                          "--text needs a value, and '" + value +
                              "' is an option; if it is meant, write --text=" + value);
    CHECK(pairs_of({"--text=--more"}) == Pairs{{"text", "--more"}});
    CHECK_THROWS_AS(pairs_of({"--", "--more"}), UsageError);
    CHECK(pairs_of({"--text", "-1,2"}) == Pairs{{"text", "-1,2"}});
    CHECK(pairs_of({"--more", "--text", "a"}).size() == 2);
    CHECK_THROWS_WITH(pairs_of({"--angel", "3"}),
                      "unrecognised option '--angel'; the nearest is --angle");
    CHECK_THROWS_WITH(pairs_of({"--xyz"}), "unrecognised option '--xyz'");
}

}  // namespace attn::chapters
