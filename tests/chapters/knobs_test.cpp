#include "chapters/program/knobs.hpp"

#include <locale>

#include "catch.hpp"

namespace attn::chapters {

TEST_CASE("A knob turns its value, and refuses what does not fit", "[knobs]") {
    Knobs angle_table;
    const auto degrees = angle_table.number("angle", 60, 0, 360, "an angle");
    const Knob& angle = angle_table.knob("angle");
    CHECK(degrees.get() == 60);
    angle.set("45.5");
    CHECK(degrees.get() == 45.5);
    CHECK_THROWS_WITH(angle.set("400"),
                      "--angle was given '400'; a number from 0 to 360 is needed");
    for (const char* bad : {"nan", "inf", "", "12x", " 12", "1e999", "0x10", "-5"}) {
        CHECK_THROWS_AS(angle.set(bad), UsageError);
    }
    CHECK(degrees.get() == 45.5);  // what is refused leaves the old value
    CHECK(degrees.knobs == Labels{"angle"});
}

TEST_CASE("A number is read with a point, wherever the program runs", "[knobs]") {
    struct WithComma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
    };
    const std::locale before =
        std::locale::global(std::locale(std::locale::classic(), new WithComma));
    Knobs angle_table;
    const auto degrees = angle_table.number("angle", 60, 0, 360, "an angle");
    const Knob& angle = angle_table.knob("angle");
    CHECK_NOTHROW(angle.set("45.5"));
    CHECK_THROWS_AS(angle.set("45,5"), UsageError);
    CHECK(degrees.get() == 45.5);
    std::locale::global(before);
}

TEST_CASE("A whole number is whole and within its range", "[knobs]") {
    Knobs knob_table;
    const auto count = knob_table.whole("count", 3, 1, 9, "how many");
    const Knob& knob = knob_table.knob("count");
    knob.set("9");
    CHECK(count.get() == 9);
    CHECK_THROWS_WITH(knob.set("2.5"),
                      "--count was given 2.5; a whole number from 1 to 9 is needed");
    CHECK_THROWS_WITH(knob.set("-5"),
                      "--count was given '-5'; a number from 1 to 9 is needed");
    CHECK(range_of(knob) == "1 to 9");
}

TEST_CASE("A list has 1 to 16 numbers, and blanks around them do no harm", "[knobs]") {
    Knobs knob_table;
    const auto scores = knob_table.numbers("scores", {1, 2.5}, "some scores");
    const Knob& knob = knob_table.knob("scores");
    CHECK(knob.start == "1,2.5");
    knob.set(" -3 , 4,1e-2 ");
    CHECK(scores.get() == Numbers{-3, 4, 0.01});
    for (const char* gap : {"1,,2", "1,2,", ",1"}) {
        CHECK_THROWS_WITH(knob.set(gap),
                          ContainsText("was given nothing where a number should stand"));
    }
    CHECK_THROWS_WITH(knob.set("1,1e7"),
                      "--scores was given '1e7'; a number from -1e+06 to 1e+06 is needed");
    CHECK_THROWS_WITH(knob.set("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"),
                      "--scores was given 17 numbers; 1 to 16 are possible, with commas "
                      "between them");
    CHECK_THROWS_AS(knob.set(""), UsageError);
    knob.set("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16");
    CHECK(scores.get().size() == 16);
}

TEST_CASE("A thousand with a comma is not taken for two numbers", "[knobs]") {
    Knobs knob_table;
    const auto scores = knob_table.numbers("scores", {1, 2}, "some scores");
    const Knob& knob = knob_table.knob("scores");
    for (const char* thousand : {"1,000", "3,1, 05", "00"}) {
        CHECK_THROWS_WITH(knob.set(thousand), ContainsText("a thousand is 1000"));
    }
    knob.set("0,0.5,0e0,1000");
    CHECK(scores.get() == Numbers{0, 0.5, 0, 1000});
}

TEST_CASE("An order holds words by their numbers, and may hold one twice", "[knobs]") {
    Knobs knob_table;
    const auto order =
        knob_table.order("order", {"I", "love", "you"}, {0, 2, 1}, "an order of");
    const Knob& knob = knob_table.knob("order");
    CHECK(knob.start == "0,2,1");
    CHECK(range_of(knob) == "I (0), love (1), you (2)");
    knob.set("2,1,0");
    CHECK(order.get() == Ids{2, 1, 0});
    for (const char* bad : {"0,1,3", "-1", "0,1,1.5", "0,0,0,0,0,0,0,0,0", "I,love", "",
                            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"}) {
        CHECK_THROWS_WITH(knob.set(bad),
                          ContainsText("1 to 8 of the numbers 0 to 2 are possible"));
    }
    CHECK(order.get() == Ids{2, 1, 0});
    knob.set("0,1,1,0");
    CHECK(order.get() == Ids{0, 1, 1, 0});
}

TEST_CASE("A choice is one of its words, and a flag is on or off", "[knobs]") {
    Knobs kind_table;
    const auto word = kind_table.choice("kind", {"relu", "gelu"}, "which");
    const Knob& kind = kind_table.knob("kind");
    CHECK(word.get() == "relu");
    kind.set("gelu");
    CHECK(word.get() == "gelu");
    CHECK_THROWS_WITH(kind.set("tanh"),
                      "--kind was given 'tanh'; it can be one of relu, gelu");
    Knobs flag_table;
    const auto on = flag_table.flag("gold", "make it golden");
    const Knob& flag = flag_table.knob("gold");
    CHECK_FALSE(on.get());
    flag.set("on");
    CHECK(on.get());
    CHECK_THROWS_AS(flag.set("yes"), UsageError);
}

TEST_CASE("A text may be anything but empty", "[knobs]") {
    Knobs knob_table;
    const auto text = knob_table.text("sentence", "", "chapter 3's", "the sentence");
    const Knob& knob = knob_table.knob("sentence");
    CHECK(text.get().empty());
    CHECK(knob.start == "chapter 3's");
    knob.set("나는 100%");
    CHECK(text.get() == "나는 100%");
    for (const char* empty : {"", "\u200b"}) {
        CHECK_THROWS_WITH(knob.set(empty), "--sentence was given an empty text");
    }
}

TEST_CASE("A path may be anything but empty", "[knobs]") {
    Knobs knob_table;
    const auto path = knob_table.path("save", PathUse::write_folder, "none", "weights");
    const Knob& knob = knob_table.knob("save");
    CHECK(knob.kind == KnobKind::path);
    CHECK(name_of(knob.kind) == "path");
    CHECK(knob.start == "none");
    CHECK(path.get().empty());
    knob.set("나의 weights");
    CHECK(path.get() == "나의 weights");
    CHECK_THROWS_WITH(knob.set(""), "--save was given an empty text");
    knob.turn_back();
    CHECK(path.get().empty());
}

TEST_CASE("What is refused is shown without signs that move the cursor", "[knobs]") {
    Knobs knob_table;
    const auto number = knob_table.number("angle", 60, 0, 360, "an angle");
    const Knob& knob = knob_table.knob("angle");
    CHECK_THROWS_WITH(knob.set("\x1b[2J"), ContainsText("'\uFFFD[2J'"));
}

}  // namespace attn::chapters
