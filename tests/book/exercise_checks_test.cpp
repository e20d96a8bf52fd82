#include "tools/exercise_checks.hpp"

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

using Texts = std::vector<std::string>;

std::string replaced(std::string text, const std::string& piece, const std::string& other) {
    const std::size_t place = text.find(piece);
    REQUIRE(place != std::string::npos);
    return text.replace(place, piece.size(), other);
}

/// A project with one text whose exercises are as they should be.
struct ProjectWithExercises {
    ProjectWithExercises() {
        write_file(root / text, asked);
        write_file(root / answers, answered);
        write_file(root / header, declared);
        write_file(root / test, tried);
        write_file(root / "docs/notation.md", "# Symbols\n");
    }

    Texts errors_with(const fs::path& file, const std::string& piece,
                      const std::string& other) const {
        const std::string before = read_whole_file(root / file);
        write_file(root / file, replaced(before, piece, other));
        const Texts errors = exercise_errors(root);
        write_file(root / file, before);
        return errors;
    }

    TemporaryFolder folder;
    fs::path root = folder.path;
    std::string text = "docs/01_a.md", answers = "docs/answers/01_a.md",
                header = "chapters/01_a/exercises.hpp",
                test = "tests/exercises/01_a_test.cpp";
    std::string asked =
        "# A\n1. none\n## Exercises\n**Predict** this\n1. a\n2. b\n   more\n3. c\n"
        "**Change** one thing\n1. a\n2. b\n3. c\n4. d\n**Build**\n1. `one`\n2. `two`\n"
        "3. `three`\n\nAnswers: [answers/01_a.md](answers/01_a.md).\n## Next\n1. none\n";
    std::string declared =
        "/// one()\nnamespace a {\nstruct S {\n    int inside();\n};\n"
        "int one(int a,\n        int b(int));\nMatrix& two();\n/// hint three()\n"
        "std::vector<double> three();\n}  // namespace a\n";
    std::string tried =
        "TEST_CASE(\"one is 1\") {}\nTEST_CASE(\"two is 2\") {}\nTEST_CASE(\"three is\") {}\n";
    std::string answered =
        "# Answers\n## Predict\n**1.** a\n<details>a</details>\n**2.** b\n<details>b</details>\n"
        "**3.** c\n<details>c</details>\n## Change\n1. a\n<details>\n2. b\n<details>\n3. c\n"
        "<details>\n4. d\n<details>\n## Build\n**1.**\n<details>\n**2.**\n<details>\n"
        "**3.**\n<details>\n"
        "<!-- code chapters/01_a/answers.cpp one -->\n"
        "<!-- code chapters/01_a/answers.cpp two \"Matrix\" -->\n"
        "<!-- code chapters/01_a/answers.cpp three -->\n";
};

}  // namespace

TEST_CASE("The functions that a header declares", "[exercises]") {
    CHECK(declared_functions(ProjectWithExercises().declared) ==
          Texts{"one", "two", "three"});
    CHECK(declared_functions("").empty());
}

TEST_CASE("Exercises that fit together have no errors", "[exercises]") {
    CHECK(exercise_errors(ProjectWithExercises().root) == Texts{});
}

TEST_CASE("Exercises that do not fit together are named", "[exercises]") {
    const ProjectWithExercises p;
    CHECK(p.errors_with(p.text, "(answers/01_a.md)", "(answers/02_b.md)") ==
          Texts{p.text + ": the exercises do not link to their answers"});
    CHECK(p.errors_with(p.text, "2. b", "2. b <details><summary>Answer</summary>") ==
          Texts{p.text + ": an answer stands here"});
    CHECK(p.errors_with(p.text, "4. d\n", "") ==
          Texts{p.answers + ": Change has other numbers than the text"});
    CHECK(p.errors_with(p.text, "3. c\n**Change", "2. c\n**Change") ==
          Texts{p.text + ": Predict has not three exercises or more, 1. 2. 3.",
                p.answers + ": Predict has other numbers than the text"});
    CHECK(p.errors_with(p.answers, "**2.** b", "") ==
          Texts{p.answers + ": Predict has other numbers than the text"});
    CHECK(p.errors_with(p.answers, "<details>", "") ==
          Texts{p.answers + ": an answer is not folded away"});
    CHECK(p.errors_with(p.answers, "two \"Matrix\"", "twofold") ==
          Texts{p.answers + ": does not quote two"});
    CHECK(p.errors_with(p.text, "`two`", "`2`") == Texts{p.text + ": does not name two"});
    CHECK(p.errors_with(p.test, "\"two ", "\"two_") ==
          Texts{p.test + ": no test's name begins with \"two \""});
    CHECK(p.errors_with(p.header, "int one", "// int one") ==
          Texts{p.header + ": declares fewer than three functions"});
}

TEST_CASE("The book's exercises, functions, tests and answers fit together",
          "[exercises]") {
    CHECK(exercise_errors(source_folder()) == Texts{});
}

TEST_CASE("The command test finds the functions that the headers declare", "[exercises]") {
    const CommandResult list =
        run_command({source_folder() / "test", "exercise"}, {.folder = "/"});
    CHECK(list.exit_code == 0);
    std::size_t headers = 0;
    for (const auto& entry : fs::directory_iterator(source_folder() / "chapters")) {
        const fs::path header = entry.path() / "exercises.hpp";
        if (!fs::exists(header)) continue;
        const std::string name = entry.path().filename();
        std::string line = name + std::string(23 - name.size(), ' ');
        for (const std::string& function : declared_functions(read_whole_file(header))) {
            line += (line.back() == ' ' ? "" : " ") + function;
        }
        CHECK_THAT(list.out, ContainsText("\n" + line + "\n"));
        ++headers;
    }
    CHECK(headers > 0);
}
