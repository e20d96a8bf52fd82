#include "support/text/utf8.hpp"

#include "catch.hpp"

using namespace attn;

TEST_CASE("Clean text passes unchanged", "[utf8]") {
    for (const char* text :
         {"", "I am a student", "나는 바다에", "é 😀 θ √", "\"'`$@{}\\%"}) {
        CHECK(clean_utf8(text) == text);
    }
}

TEST_CASE("Control characters and broken bytes become U+FFFD", "[utf8]") {
    const std::string fffd = "\xEF\xBF\xBD";
    CHECK(clean_utf8("a\tb\nc\x7F") == "a" + fffd + "b" + fffd + "c" + fffd);
    CHECK(clean_utf8(std::string("a\0b", 3)) == "a" + fffd + "b");
    CHECK(clean_utf8("\xC2\x9B") == fffd);                         // a C1 control sign
    CHECK(clean_utf8("\xE2\x80\xA8\xE2\x80\xAE") == fffd + fffd);  // line end, turned text
    CHECK(clean_utf8("\xE2\x81\xA6\xE2\x81\xA9") ==
          fffd + fffd);                            // text set apart, U+2066 to U+2069
    CHECK(clean_utf8("\xEF\xBF\xBE") == fffd);     // U+FFFE is not XML
    CHECK(clean_utf8("\xEA\xB0") == fffd + fffd);  // cut off
    CHECK(clean_utf8("\xEAme") == fffd + "me");
    CHECK(clean_utf8("\xC0\xAF") == fffd + fffd);                        // overlong
    CHECK(clean_utf8("\xE0\x80\xAF") == fffd + fffd + fffd);             // overlong
    CHECK(clean_utf8("\xED\xA0\x80") == fffd + fffd + fffd);             // a surrogate
    CHECK(clean_utf8("\xF4\x90\x80\x80") == fffd + fffd + fffd + fffd);  // past U+10FFFF
    CHECK(clean_utf8("\xFF") == fffd);
    CHECK(clean_utf8("\uFFFF\u2067") == fffd + fffd);
}

TEST_CASE("Width counts columns, not bytes", "[utf8]") {
    CHECK(display_width("student") == 7);
    CHECK(display_width("나는") == 4);
    CHECK(display_width("é") == 1);
    CHECK(display_width("e\u0301") == 1);  // e and a combining accent
    CHECK(display_width("😀") == 2);
    for (const char* wide : {"✅", "☕", "⭐", "⚡", "🀄", "🆘", "한", "，"}) {
        INFO(wide);
        CHECK(display_width(wide) == 2);
    }
    for (const char* narrow : {"→", "☺", "✓", "☎", "⌘"}) {
        INFO(narrow);
        CHECK(display_width(narrow) == 1);
    }
    CHECK(display_width("\n") == 1);
    CHECK(display_width("") == 0);
}

TEST_CASE("Long text is cut with an ellipsis", "[utf8]") {
    CHECK(cut_to_width("student", 7) == "student");
    CHECK(cut_to_width("student", 6) == "stude…");
    CHECK(cut_to_width("나는 바다에", 6) == "나는 …");
    CHECK(cut_to_width("나는", 3) == "나…");
    CHECK(cut_to_width("나는", 2) == "…");
    CHECK(cut_to_width("student", 1) == "…");
    CHECK(cut_to_width("student", 0) == "");
    CHECK(cut_to_width("a\nb", 3) == "a\uFFFDb");
}

TEST_CASE("Valid UTF-8 is counted up to the first byte that breaks it", "[utf8]") {
    CHECK(valid_utf8_bytes("") == 0);
    CHECK(valid_utf8_bytes("a한🙂\n") == 9);
    CHECK(valid_utf8_bytes("\uFFFD") == 3);  // which stands for what is broken, and is not
    CHECK(valid_utf8_bytes("ab\xff") == 2);
    CHECK(valid_utf8_bytes("ab\xed\xa0\x80") == 2);
    CHECK(valid_utf8_bytes("\xed\x95") == 0);
}

TEST_CASE("Hangul letters are put together into syllables", "[utf8]") {
    CHECK(with_hangul_composed("\u1102\u1161\u1102\u1173\u11AB") == "나는");
    CHECK(with_hangul_composed("\u1109\u1175\u11C1\u110B\u1165") == "싶어");
    CHECK(with_hangul_composed("\u1100\u1161") == "\uAC00");        // the first
    CHECK(with_hangul_composed("\u1112\u1175\u11C2") == "\uD7A3");  // and the last
    CHECK(with_hangul_composed("가\u11A8") == "각");
    CHECK(with_hangul_composed("각\u11A8") == "각\u11A8");  // it has a final already
    CHECK(with_hangul_composed("a\u1161 \u1100 \u1161\u11A8") ==
          "a\u1161 \u1100 \u1161\u11A8");
    CHECK(with_hangul_composed("\u1100\u1160\u1113\u1161\u1100\u1161\u11A7") ==
          "\u1100\u1160\u1113\u1161가\u11A7");  // just outside the ranges
    for (const char* text : {"", "I am a student", "나는 바다에", "😀", "\xff\xe1\x84"}) {
        CHECK(with_hangul_composed(text) == text);
    }
}

TEST_CASE("A sentence from a web page or an editor is read as it was meant", "[utf8]") {
    CHECK(plain_sentence("우리는\u00A0바다에\u3000가고\u2009싶어") ==
          "우리는 바다에 가고 싶어");
    for (const std::string blank :
         {"\u00A0", "\u1680", "\u2000", "\u200A", "\u202F", "\u205F", "\u3000"})
        CHECK(plain_sentence("a" + blank + "b") == "a b");
    CHECK(plain_sentence("\uFEFF우리는 바다\u200B에") == "우리는 바다에");
    CHECK(plain_sentence("\u1102\u1161\u1102\u1173\u11AB a") == "나는 a");
    CHECK(plain_sentence("to be, or\tnot") == "to be, or\tnot");
}
