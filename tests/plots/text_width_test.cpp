#include "plots/text_width.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

namespace attn::plots {

using Catch::Matchers::WithinAbs;

TEST_CASE("Each sign is as wide as in the widest of three fonts", "[text_width]") {
    CHECK(text_width("", 16) == 0);
    CHECK_THAT(text_width("@", 1000), WithinAbs(1015, 1e-9));  // Helvetica's
    CHECK_THAT(text_width("/", 1000), WithinAbs(350, 1e-9));   // Source Sans's
    CHECK_THAT(text_width("m", 1000), WithinAbs(974, 1e-9));   // DejaVu Sans's
    CHECK_THAT(text_width("b", 1000, true), WithinAbs(716, 1e-9));
    CHECK_THAT(text_width("−1.5", 16), WithinAbs((838 + 636 + 318 + 636) * 0.016, 1e-9));
    CHECK_THAT(text_width("√d_k", 10), WithinAbs((637 + 635 + 556 + 579) * 0.01, 1e-9));
}

TEST_CASE("Hangul fills a square, and unknown signs are guessed from above",
          "[text_width]") {
    CHECK_THAT(text_width("나는", 10), WithinAbs(18.8, 1e-9));
    CHECK_THAT(text_width("Ж", 10), WithinAbs(6.2, 1e-9));
    CHECK(text_width("e\u0301", 10) == text_width("e", 10));  // a mark stands on its letter
    CHECK(text_width("\xff", 10) > 0);  // a replacement is drawn for it
    CHECK(text_width("a\nb", 10) > text_width("ab", 10));
}

TEST_CASE("Korean letters and syllables are Hangul from the first to the last",
          "[text_width]") {
    for (const char* sign : {"\u1100", "\u11FF", "\u3131", "\u318E", "\uAC00", "\uD7A3"}) {
        CHECK(has_hangul(std::string("a") + sign));
    }
    for (const char* sign :
         {"", "\u10FF", "\u1200", "\u3130", "\u318F", "\uABFF", "\uD7A4"}) {
        CHECK_FALSE(has_hangul(std::string("a") + sign));
    }
}

TEST_CASE("A text that is too wide is cut", "[text_width]") {
    CHECK(cut_to_fit("short", 100, 16) == "short");
    const std::string cut = cut_to_fit("a very long word indeed", 100, 16);
    CHECK(cut.ends_with("…"));
    CHECK(text_width(cut, 16) <= 100);
    CHECK(text_width(cut, 16) > 80);
    CHECK(cut_to_fit("나는바다에가고싶어", 50, 16) == "나는…");
    CHECK(cut_to_fit("abc", 0, 16) == "…");
    CHECK(text_width(cut_to_fit(std::string(100000, 'x'), 300, 16), 16) <= 300);
}

TEST_CASE("A text has as many lines as breaks and one", "[text_width]") {
    CHECK(lines_of("") == std::vector<std::string>{""});
    CHECK(lines_of("a\n\nb") == std::vector<std::string>{"a", "", "b"});
}

}  // namespace attn::plots
