#include "plots/text_width.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

namespace attn::plots {

using Catch::Matchers::WithinAbs;

TEST_CASE("A text is as wide as in the wider of two fonts", "[text_width]") {
    CHECK(text_width("", 16) == 0);
    CHECK_THAT(text_width("W", 1000), WithinAbs(944, 1e-9));  // Helvetica's
    CHECK_THAT(text_width("ill", 1000),
               WithinAbs(756, 1e-9));  // Source Sans has 246 + 255 + 255
    CHECK_THAT(text_width("b", 1000, true), WithinAbs(611, 1e-9));
    CHECK_THAT(text_width("W", 1000, true), WithinAbs(944, 1e-9));
    CHECK_THAT(text_width("lil", 1000, true), WithinAbs(848, 1e-9));
    CHECK_THAT(text_width("−1.5", 16), WithinAbs((584 + 556 + 278 + 556) * 0.016, 1e-9));
    CHECK_THAT(text_width("√d_k", 10), WithinAbs((549 + 556 + 556 + 500) * 0.01, 1e-9));
}

// The sums of the advances from ' ' to '~', in thousandths of an em, are those of the font
// files themselves: Nimbus Sans, which has Helvetica's, and Source Sans 3.
TEST_CASE("The widths of all signs are those of the two fonts", "[text_width]") {
    const auto sum_beside = [](const std::string& text, bool bold) {
        double sum = 0;
        for (char sign = ' '; sign <= '~'; ++sign) {
            sum += text_width(text + sign, 1000, bold) - text_width(text, 1000, bold);
        }
        return sum;
    };
    // Beside many letters that are wider in one font, only that font counts.
    const std::string many_l(20, 'l'), many_t(20, 't'), many_e(20, 'e');
    CHECK_THAT(sum_beside(many_l, false), WithinAbs(45483, 1e-6));
    CHECK_THAT(sum_beside(many_t, true), WithinAbs(48537, 1e-6));
    CHECK_THAT(sum_beside(many_e, false), WithinAbs(50058, 1e-6));
    CHECK_THAT(sum_beside(many_e, true), WithinAbs(52367, 1e-6));
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

TEST_CASE("Hangul is recognised", "[text_width]") {
    CHECK(has_hangul("to 가고"));
    for (const char* letters : {"ㅎㅎ", "가", "힣", "\u1112\u1161"})
        CHECK(has_hangul(letters));
    CHECK_FALSE(has_hangul("gō 海 😀"));
}

}  // namespace attn::plots
