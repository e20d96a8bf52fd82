#include "doctor/program/command_line.hpp"

#include "catch.hpp"
#include "doctor/library/examine.hpp"

using namespace attn::doctor;

TEST_CASE("A command line names a kind, options and a command", "[doctor]") {
    const CommandLine line =
        read_command_line({"softmax", "--json", "--accept", "nan_row,no_max", "--timeout",
                           "0.5", "--keep", "here", "--", "python3", "--json", "a b"});
    CHECK(line.what == CommandLine::What::examine);
    CHECK(line.kind == "softmax");
    CHECK(line.json);
    CHECK(line.accept == std::vector<std::string>{"nan_row", "no_max"});
    CHECK(line.time == std::chrono::milliseconds(500));
    CHECK(line.keep == "here");
    CHECK(line.command == std::vector<std::string>{"python3", "--json", "a b"});
}

TEST_CASE("A second --accept adds to the first", "[doctor]") {
    const CommandLine line = read_command_line(
        {"softmax", "--accept", "nan_row", "--accept", "no_max", "--", "mine"});
    CHECK(line.accept == std::vector<std::string>{"nan_row", "no_max"});
}

TEST_CASE("Without a command it is a question about the doctor", "[doctor]") {
    CHECK(read_command_line({}).what == CommandLine::What::explain);
    CHECK(read_command_line({"--help"}).what == CommandLine::What::explain);
    CHECK(read_command_line({"softmax", "-h"}).what == CommandLine::What::explain);
    CHECK(read_command_line({"softmax", "--", "mine", "-h"}).what ==
          CommandLine::What::examine);
    CHECK(read_command_line({"softmax"}).what == CommandLine::What::explain_kind);
    CHECK(read_command_line({"--adapter", "c++"}).language == "c++");
    CHECK(read_command_line({"--adapter", "c++"}).what == CommandLine::What::print_adapter);
}

TEST_CASE("A command line that asks for nothing is refused with what would", "[doctor]") {
    const auto complaint = [](const std::vector<std::string>& words) -> std::string {
        try {
            read_command_line(words);
        } catch (const WrongCall& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(complaint({"sofmax", "--", "a"}), ContainsText("no kind \"sofmax\""));
    CHECK_THAT(complaint({"sofmax", "--", "a"}), ContainsText(" softmax"));
    CHECK(complaint({"softmax", "--"}) == "There is no command behind --.");
    CHECK_THAT(complaint({"--", "mine"}), ContainsText("Which part is it?"));
    CHECK_THAT(complaint({"softmax", "mine", "1"}), ContainsText("softmax -- mine"));
    CHECK_THAT(complaint({"softmax", "--jsn"}), ContainsText("no option --jsn"));
    CHECK_THAT(complaint({"softmax", "--keep"}), ContainsText("needs a word"));
    CHECK_THAT(complaint({"softmax", "--keep", "--json", "--", "a"}),
               ContainsText("needs a word"));
    CHECK_THAT(complaint({"softmax", "--keep", "", "--", "a"}),
               ContainsText("needs a word"));
    CHECK_THAT(complaint({"softmax", "--adapter", "numpy", "--", "a"}),
               ContainsText("To ask, leave it out"));
    CHECK_THAT(complaint({"--adapter", "rust"}), ContainsText("numpy torch c++ c"));
    CHECK_THAT(complaint({"--adapter", "numpy", "extra"}), ContainsText("no more words"));
    for (const char* option : {"--timeout", "--keep"})
        CHECK(complaint({"softmax", option, "3", option, "4", "--", "a"}) ==
              std::string(option) + " is given twice.");
    CHECK(complaint({"softmax", "--accept", "no_max", "--accept", "nan_row", "--", "a"}) ==
          "");
    CHECK_THAT(complaint({"softmax", "--accept", "no_mx", "--", "a"}),
               ContainsText("no_max"));
    CHECK(complaint({"layer_norm", "--accept", "dropout_on", "--", "a"}) == "");
    for (const char* time : {"0", "-1", "1s", "", " 1", "nan", "1e9"}) {
        INFO(time);
        CHECK_THAT(complaint({"softmax", "--timeout", time, "--", "a"}),
                   ContainsText("--timeout takes seconds"));
    }
}

TEST_CASE("The explanation lists the kinds, under the name that was called", "[doctor]") {
    const std::string text = explanation("./doctor");
    CHECK_THAT(text, ContainsText("./doctor KIND [OPTION...] -- COMMAND..."));
    CHECK_THAT(text, ContainsText("./doctor --adapter numpy"));
    for (const std::string& kind : kinds()) CHECK_THAT(text, ContainsText(kind));
}

TEST_CASE("A kind's files are listed with their shapes and settings", "[doctor]") {
    const std::string text = explanation_of_kind("softmax", "./doctor");
    CHECK_THAT(text, ContainsText("rows                4 | "));
    CHECK_THAT(text, ContainsText("scores.npy                    [4 x 5]\n"));
    CHECK_THAT(text, ContainsText("output.npy                    [4 x 5]\n"));
    const std::string attention = explanation_of_kind("attention", "a");
    CHECK_THAT(attention, ContainsText("1: the query (row) may attend to the key\n"));
    CHECK_THAT(attention, ContainsText("the last query sees the last key\n"));
    CHECK_THAT(explanation_of_kind("mha", "a"), ContainsText("1: a word; 0: padding"));
    const std::string grouped = explanation_of_kind("gqa", "a");
    CHECK_THAT(grouped, ContainsText("halves: i and i + d_k / 2"));
    CHECK_THAT(grouped, ContainsText("If your code fixes layout or base"));
    CHECK_THAT(grouped, ContainsText("x begins at position n_past\n"));
}

TEST_CASE("What is to be written is all that any question asks for", "[doctor]") {
    const std::string text = explanation_of_kind("encoder_layer_grad", "./doctor");
    INFO(text);
    CHECK_THAT(text,
               ContainsText("\n  grad_self_attn.in_proj_bias.npy  [36], in 46 of them\n"));
}
