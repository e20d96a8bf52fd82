#include "chapters/printing/recording.hpp"

#include <utility>

#include "catch.hpp"

namespace attn::chapters {

TEST_CASE("A recording's lines are read word by word, without its comments",
          "[recording]") {
    auto lines = recorded_lines("# a\n\nseed 7 0.5 the rest\n# b\nseed 8\n", "a seed");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].after("seed").whole() == 7);
    CHECK(lines[0].number() == 0.5);
    CHECK_FALSE(lines[0].is_at_end());
    CHECK(lines[0].rest() == "the rest");
    CHECK(lines[1].after("seed").word() == "8");
    CHECK(lines[1].is_at_end());
}

TEST_CASE("A recording's line that cannot be read is told by its number", "[recording]") {
    const auto first = [] {
        return std::move(recorded_lines("# a\nrow x\x1b\n", "a row").at(0));
    };
    const std::string wrong = "line 2 of a recording is not a row: row x\uFFFD";
    CHECK_THROWS_WITH(first().after("seed"), wrong);
    CHECK_THROWS_WITH(first().after("row").whole(), wrong);
    CHECK_THROWS_WITH(first().after("row").number(), wrong);
}

}  // namespace attn::chapters
