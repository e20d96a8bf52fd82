#include "support/text/print.hpp"

#include <stdexcept>

#include "catch.hpp"

using namespace attn;

TEST_CASE("A matrix is printed with its name, shape and labels", "[print][S0-06]") {
    const Matrix m{{2, -1}, {1, 2}, {0, -0.5}};
    CHECK(matrix_text("X", m,
                      {.row_labels = {"I", "am", "a"},
                       .column_labels = {"person", "verb"},
                       .decimals = 1}) ==
          "X  [3 x 2]\n"
          "    person    verb\n"
          "I      2.0    -1.0\n"
          "am     1.0     2.0\n"
          "a      0.0    -0.5\n");
    CHECK(matrix_text("X", Matrix{{2, -1, 0}, {1, 2, 0}},
                      {.row_labels = {"I", "am"},
                       .column_labels = {"person", "verb", "noun"},
                       .decimals = 0}) ==
          "X  [2 x 3]\n"
          "    person    verb    noun\n"
          "I        2      -1       0\n"
          "am       1       2       0\n");
    CHECK(matrix_text("X", Matrix{{1, 10}}, {.decimals = 0}) == "X  [1 x 2]\n   1  10\n");
    CHECK(matrix_text("none", Matrix(0, 3)) == "none  [0 x 3]\n");
}

TEST_CASE("Hangul takes two columns of a printed matrix", "[print]") {
    CHECK(matrix_text("score", Matrix{{1, 2}, {3, 4}},
                      {.row_labels = {"나는", "I"},
                       .column_labels = {"가고", "go"},
                       .decimals = 0}) ==
          "score  [2 x 2]\n"
          "      가고    go\n"
          "나는     1     2\n"
          "I        3     4\n");
}

TEST_CASE("A label cannot command the terminal", "[print]") {
    const std::string text =
        matrix_text("x\x1b[2J", Matrix{{1}}, {.row_labels = {"a\nb\x07"}, .decimals = 0});
    CHECK(text == "x\uFFFD[2J  [1 x 1]\na\uFFFDb\uFFFD  1\n");
}
