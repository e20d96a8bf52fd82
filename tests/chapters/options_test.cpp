#include "chapters/program/options.hpp"

#include "catch.hpp"
#include "chapters/program/knobs.hpp"

using namespace attn::chapters;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Given read(std::vector<std::string> words) {
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
    CHECK(read({}).empty());
    CHECK(read({"--text", "나는", "--angle=-45.5", "--more"}) ==
          Given{{"text", "나는"}, {"angle", "-45.5"}, {"more", "on"}});
    CHECK(read({"-h"}) == Given{{"help", "on"}});
}

TEST_CASE("A command line that cannot be understood is refused", "[options]") {
    CHECK_THROWS_WITH(read({"--colour", "3"}), ContainsText("--colour"));
    CHECK_THROWS_AS(read({"--ang", "3"}), UsageError);  // no guessing
    CHECK_THROWS_AS(read({"--angle"}), UsageError);
    CHECK_THROWS_AS(read({"--text="}), UsageError);
    CHECK_THROWS_AS(read({"--angle", "1", "--angle", "2"}), UsageError);
    CHECK_THROWS_AS(read({"--more=on"}), UsageError);
    CHECK_THROWS_AS(read({"stray"}), UsageError);
    CHECK_THROWS_WITH(read({"--text", "1", "2"}),
                      "there is a word too many; a list is written without blanks: 4,3");
}

TEST_CASE("An option whose name holds a placeholder is refused, and does not loop",
          "[options]") {
    for (const char* word :
         {"--%original_token%", "-%original_token%", "--%option%=3",
          "--no%canonical_option%", "--nothing=%original_token%", "--=%", "-=%"}) {
        INFO(word);
        CHECK_THROWS_WITH(read({word}), "unrecognised option '" + std::string(word) + "'");
    }
    CHECK(read({"--text=100%"}) == Given{{"text", "100%"}});
    CHECK(read({"--text", "%original_token%"}) == Given{{"text", "%original_token%"}});
}
