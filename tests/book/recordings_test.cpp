#include "tools/recordings.hpp"

#include <filesystem>
#include <stdexcept>

#include "catch.hpp"

using namespace book;

TEST_CASE("runs.txt lists names, programs and arguments", "[recordings]") {
    const std::vector<Recording> recordings = read_recordings(
        "# a comment\n\n01_a  01_a\n01_a_words 01_a --sentence \"I am\" --empty \"\"\n");
    REQUIRE(recordings.size() == 2);
    CHECK(recordings[0].name == "01_a");
    CHECK(recordings[0].program == "01_a");
    CHECK(recordings[0].arguments.empty());
    CHECK(recordings[1].arguments ==
          std::vector<std::string>{"--sentence", "I am", "--empty", ""});
    CHECK(programs_of(recordings) == std::vector<std::string>{"01_a"});
    CHECK(file_of(recordings[1], "/book") == "/book/tests/expected/01_a_words.txt");
    CHECK(command_of(recordings[0], "/build", "/tmp/f") ==
          std::vector<std::string>{"/build/01_a", "--figures", "/tmp/f"});
}

TEST_CASE("A line of runs.txt that says too little is refused", "[recordings]") {
    CHECK_THROWS_WITH(read_recordings("01_a\n"),
                      "runs.txt: 01_a: give a name and a program");
    CHECK_THROWS_WITH(read_recordings("a b\na c\n"),
                      "runs.txt: a c: this name comes twice");
    CHECK_THROWS_WITH(read_recordings("a b \"c\n"),
                      "runs.txt: a b \"c: a quote is not closed");
    CHECK_THROWS_AS(read_recordings("a"), std::runtime_error);
}
