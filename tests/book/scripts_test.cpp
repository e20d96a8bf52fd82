// The two commands, run and test, where they have nothing to set up.
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "fake_programs.hpp"
#include "support/text/utf8.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

/// A copy of the commands with two chapters, in which nothing was built yet. Programs that
/// would install or build something leave a trace instead.
struct Copy {
    Copy() {
        for (const char* file : {"run", "test", "doctor", "scripts/setup.sh"}) {
            const fs::path target = folder.path / "it's a copy" / file;
            fs::create_directories(target.parent_path());
            fs::copy_file(source_folder() / file, target);
        }
        write_file(root / "chapters/01_first/01_first.cpp", "");
        write_file(root / "chapters/12_other_one/12_other_one.cpp", "");
        write_file(root / "chapters/study_notes/12_no_chapter.cpp", "");
        write_file(root / "chapters/12_other_one/exercises.hpp",
                   "/// one()\nint one(int a);\nstd::vector<double> two();\n");
        write_file(root / "chapters/printing/not_written_yet.hpp", "int none();\n");
        write_file(root / "docs/01_first.md", "# 1. What comes first?\n\nText.\n");
        const std::string trace = "echo \"$0 $*\" >>'" + log.string() + "'; exit 1";
        for (const char* name :
             {"apt-get", "dpkg", "dpkg-query", "sudo", "cmake", "ninja", "c++", "g++"}) {
            programs.add(name, trace);
        }
    }

    /// What a command does; it is called from elsewhere.
    CommandResult call(const std::string& script,
                       const std::vector<std::string>& arguments) const {
        std::vector<std::string> command{root / script};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return run_command(command, {.folder = "/"});
    }

    /// Returns the folder of a build in which nothing is to do.
    fs::path pretend_to_be_built() const {
        const fs::path build = root / "build/release";
        write_file(build / "CMakeCache.txt",
                   "CMAKE_HOME_DIRECTORY:INTERNAL=" + root.string() +
                       "\nCMAKE_CACHEFILE_DIR:INTERNAL=" + build.string() +
                       "\nCMAKE_MAKE_PROGRAM:FILEPATH=ninja"
                       "\nCMAKE_CXX_COMPILER:STRING=c++"
                       "\nATTN_BUILD_TESTS:BOOL=ON\nATTN_GNUPLOT:BOOL=OFF\n");
        write_file(build / "build.ninja", "");
        programs.add("cmake", "echo 'ninja: no work to do.'");
        return build;
    }

    bool is_untouched() const { return !fs::exists(log) && !fs::exists(root / "build"); }

    TemporaryFolder folder;
    FakePrograms programs;
    fs::path root = folder.path / "it's a copy";
    fs::path log = folder.path / "log";
};

const std::string exercise_list = "12_other_one           one two\n";

const std::string chapter_list =
    "  01_first               What comes first?\n"
    "  12_other_one           \n";

}  // namespace

TEST_CASE("The command run explains itself and builds nothing", "[scripts]") {
    const Copy copy;
    for (const char* option : {"--help", "-h"}) {
        const CommandResult help = copy.call("run", {option});
        CHECK(help.exit_code == 0);
        CHECK(help.err == "");
        CHECK_THAT(help.out, ContainsText("./run CHAPTER [OPTION...]"));
        CHECK_THAT(help.out, ContainsText("\n./run book "));
        CHECK_THAT(help.out, ContainsText("\n./run live "));
        CHECK_THAT(help.out, ContainsText("\nChapters:\n" + chapter_list));
    }
    CHECK(copy.is_untouched());
}

TEST_CASE("The command run refuses what is no chapter and builds nothing", "[scripts]") {
    const Copy copy;
    for (const char* word : {"99", "2", "second", "01_firs", "012"}) {
        INFO(word);
        const CommandResult result = copy.call("run", {word});
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        CHECK(result.err == "There is no chapter \"" + std::string(word) +
                                "\". Chapters:\n" + chapter_list);
    }
    const CommandResult option = copy.call("run", {"--angle", "3"});
    CHECK(option.exit_code == 2);
    CHECK(option.out == "");
    CHECK_THAT(option.err, ContainsText("The chapter comes first, then its options: "
                                        "./run 1 --angle 3\n"));
    const CommandResult book = copy.call("run", {"book", "3"});
    CHECK(book.exit_code == 2);
    CHECK(book.err == "./run book takes no options.\n");
    const CommandResult live = copy.call("run", {"live", "3"});
    CHECK(live.exit_code == 2);
    CHECK(live.err == "./run live takes no options.\n");
    CHECK(copy.is_untouched());
}

TEST_CASE("The command doctor passes its words on to what was built", "[scripts]") {
    const Copy copy;
    const fs::path build = copy.pretend_to_be_built();
    fs::create_directories(copy.root / "extras/doctor");
    fs::create_directories(build / "extras/doctor");
    write_program(build / "extras/doctor/attn-doctor",
                  "printf '%s|' \"$@\"; echo words >&2; exit 2");
    const CommandResult result = copy.call("doctor", {"mha", "--", "a  b", "*"});
    CHECK(result.out == "mha|--|a  b|*|");
    CHECK(result.err == "words\n");
    CHECK(result.exit_code == 2);
    CHECK(!fs::exists(copy.root / "build/doctor"));
}

TEST_CASE("The command doctor needs neither Boost nor Catch2", "[scripts]") {
    const Copy copy;
    copy.programs.add("cmake",
                      "case $* in *version*) echo 'cmake version 3.25.1' ;; "
                      "*) echo \"$*\" >>'" +
                          copy.log.string() + "'; exit 1 ;; esac");
    copy.programs.add("ninja", "");
    copy.programs.add("c++", "");
    fs::create_directories(copy.root / "extras/doctor");
    const CommandResult result = copy.call("doctor", {"mha", "--", "a"});
    CHECK(result.exit_code == 1);
    CHECK(result.out == "");
    CHECK_THAT(result.err, ContainsText("Configuring build/doctor\n"));
    CHECK_THAT(read_whole_file(copy.log), ContainsText("--preset doctor "));
    CHECK_THAT(read_whole_file(copy.log), !ContainsText("=ON"));
}

TEST_CASE("The command test explains itself and builds nothing", "[scripts]") {
    const Copy copy;
    const CommandResult help = copy.call("test", {"--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.err == "");
    CHECK_THAT(help.out, ContainsText("./test -R softmax"));
    CHECK_THAT(help.out, ContainsText("./test exercise 5"));
    CHECK(copy.is_untouched());
}

TEST_CASE("The command test lists the exercises and builds nothing", "[scripts]") {
    const Copy copy;
    const CommandResult list = copy.call("test", {"exercise"});
    CHECK(list.exit_code == 0);
    CHECK(list.err == "");
    CHECK_THAT(list.out, ContainsText(":\n" + exercise_list));
    CHECK_THAT(list.out, !ContainsText("none"));
    CHECK(copy.is_untouched());
}

TEST_CASE("The command test refuses what is no exercise and builds nothing", "[scripts]") {
    const Copy copy;
    for (const char* word : {"1", "99", "other", "012", "--help"}) {
        INFO(word);
        const CommandResult result = copy.call("test", {"exercise", word});
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        CHECK(result.err == "There is no exercise \"" + std::string(word) +
                                "\". Exercises:\n" + exercise_list);
    }
    for (const std::string word : {"three", "o.*", "-v"}) {
        const CommandResult function = copy.call("test", {"exercise", "12", "one", word});
        CHECK(function.exit_code == 2);
        CHECK(function.err == "Exercise 12_other_one has no function \"" + word +
                                  "\". It has:\n  one\n  two\n");
    }
    CHECK(copy.is_untouched());
}

TEST_CASE("The command test says how each function of an exercise fared", "[scripts]") {
    const Copy copy;
    const fs::path build = copy.pretend_to_be_built();
    write_file(copy.root / "chapters/12_other_one/exercises.hpp",
               "int one();\nint two();\nint three();\nint four();\n");
    fs::create_directories(build / "tests/exercises");
    write_program(
        build / "tests/exercises/exercise_12",
        "case $1 in\n"
        "'one *') echo 'All tests passed' ;;\n"
        "'two *') echo \"'not written yet: two, in chapters/12_other_one/exercises.cpp'; "
        "expression\"; exit 3 ;;\n"
        "'three *') echo '3 is 4'; exit 1 ;;\n"
        "*) echo 'No test cases matched' ;;\n"
        "esac");
    const CommandResult all = copy.call("test", {"exercise", "12"});
    CHECK(all.exit_code == 1);
    CHECK(all.out ==
          "passed: one\nnot written yet: two, in chapters/12_other_one/exercises.cpp\n3 is "
          "4\nFAILED: three\nNo test cases matched\nFAILED: four\n");
    CHECK_THAT(all.err, ContainsText("docs/answers/12_other_one.md"));
    const CommandResult one = copy.call("test", {"exercise", "other_one", "one"});
    CHECK(one.exit_code == 0);
    CHECK(one.out == "passed: one\n");
}

TEST_CASE("The command run shows a line a chapter and keeps what each printed",
          "[scripts]") {
    const Copy copy;
    const fs::path build = copy.pretend_to_be_built();
    fs::create_directories(build / "chapters");
    fs::create_directories(build / "figures");
    write_program(build / "chapters/01_first",
                  "echo one; cd \"${0%/*}/../figures\"; touch 01_a.svg 01_b.svg; "
                  "echo 'figure: 01_a.svg' >&2; echo '01_first: no 01_c' >&2");
    write_program(build / "chapters/12_other_one", "echo two; echo 'too much' >&2; exit 3");
    const CommandResult both = copy.call("run", {});
    CHECK(both.exit_code == 1);
    CHECK_THAT(both.err, ContainsText("01_first: no 01_c\ntoo much\n"));
    Lines lines = split_lines(both.out);
    REQUIRE(lines.size() > 3);
    CHECK(lines[1].substr(0, 4 + 16) == " 1  What comes first");
    CHECK(lines[1].substr(lines[1].size() - 2) == " 2");
    CHECK(lines[1].size() == lines[0].size());
    CHECK(lines[2].find("12  ") == 0);
    CHECK_THAT(lines[2], ContainsText(" FAILED "));
    CHECK(read_whole_file(build / "output/01_first.txt") == "one\n");
    CHECK(read_whole_file(build / "output/12_other_one.txt") == "two\n");

    write_program(build / "chapters/12_other_one", "");
    CHECK(copy.call("run", {}).exit_code == 0);
}

TEST_CASE("The command run prepares for pictures when somebody asks for them",
          "[scripts]") {
    const Copy copy;
    const fs::path build = copy.pretend_to_be_built();
    fs::create_directories(build / "chapters");
    write_program(build / "chapters/01_first", "echo \"drawn with $*\"");
    copy.programs.add("dpkg-query", "echo installed");
    copy.programs.add("cmake", "echo \"$*\" >>'" + copy.log.string() +
                                   "'; echo 'cmake version 3.25.1'; echo no work to do");
    CHECK(copy.call("run", {"1", "--angle", "3"}).out == "drawn with --angle 3\n");
    CHECK_THAT(read_whole_file(copy.log), !ContainsText("ATTN_GNUPLOT"));
    copy.programs.add("rsvg-convert", "");
    copy.programs.add("fc-list", "echo NanumGothic");
    for (const char* option : {"--png", "--pdf"}) {
        CHECK(copy.call("run", {"1", option}).out ==
              "drawn with " + std::string(option) + "\n");
        CHECK_THAT(read_whole_file(copy.log), !ContainsText("ATTN_GNUPLOT"));
    }
    for (const char* option : {"--show", "--gnuplot=x.gp"}) {
        fs::remove(copy.log);
        CHECK(copy.call("run", {"1", option}).out ==
              "drawn with " + std::string(option) + "\n");
        CHECK_THAT(read_whole_file(copy.log), ContainsText("-D ATTN_GNUPLOT=ON\n"));
    }
}

TEST_CASE("What both commands say of themselves fits into 80 columns", "[scripts]") {
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"run", "--help"}, {"test", "--help"}, {"test", "exercise"}}) {
        std::vector<std::string> command{source_folder() / words[0], words[1]};
        for (const std::string& line : split_lines(run_command(command).out)) {
            INFO(line);
            CHECK(attn::display_width(line) <= 80);
        }
    }
}

TEST_CASE("Both commands start to build where they should", "[scripts]") {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"test"},
                                               {"test", "exercise", "12"},
                                               {"run"},
                                               {"run", "12"},
                                               {"run", "other_one"},
                                               {"run", "01"},
                                               {"run", "book"}}) {
        const Copy copy;
        const CommandResult result = copy.call(words[0], {words.begin() + 1, words.end()});
        CHECK(result.exit_code != 0);
        CHECK(result.exit_code != 2);
        CHECK_FALSE(copy.is_untouched());
    }
}

TEST_CASE("What a source changes is built, and ninja says so", "[scripts]") {
    const Copy copy;
    for (const char* real : {"cmake", "ninja"})
        fs::remove(copy.programs.folder.path / real);
    copy.programs.add("dpkg-query", "echo installed");
    write_program(copy.root / "program", "echo ran");
    write_file(copy.root / "CMakePresets.json",
               R"({"version": 6, "configurePresets": [{"name": "release",
                   "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]})");
    write_file(copy.root / "CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.25)
project(copy NONE)
set(CMAKE_CXX_COMPILER sh CACHE STRING "")
file(GLOB found CONFIGURE_DEPENDS chapters/01_first/*.cpp)
set(program ${PROJECT_BINARY_DIR}/chapters/01_first)
add_custom_command(VERBATIM OUTPUT ${program} DEPENDS ${found}
  COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/program ${program})
add_custom_target(01_first DEPENDS ${program})
)");
    for (const char* file : {"one", "another"}) {
        write_file(copy.root / "chapters/01_first" / (std::string(file) + ".cpp"), "");
        const CommandResult built = copy.call("run", {"1"}),
                            again = copy.call("run", {"1"});
        CHECK_THAT(built.err, ContainsText("[1/1]"));
        CHECK(built.out == "ran\n");
        CHECK_THAT(again.err, ContainsText("ninja: no work to do.\n"));
        CHECK(again.out == "ran\n");
    }
}

TEST_CASE("apt says what it installs, and why it cannot", "[scripts]") {
    const Copy copy;
    copy.programs.add("id", "echo 0");
    copy.programs.add("apt-get", "echo \"apt: $*\"; [ \"$2\" = update ]");
    const CommandResult result = copy.call("run", {"1"});
    CHECK(result.exit_code == 1);
    CHECK(result.out == "");
    CHECK_THAT(result.err, ContainsText("apt: -q install -y"));
    CHECK_THAT(result.err, ContainsText("apt failed: it says why above.\n"));
    CHECK(!fs::exists(copy.root / "build/lock"));
}

TEST_CASE("One command waits for another one that builds", "[scripts]") {
    const Copy copy;
    copy.pretend_to_be_built();
    const fs::path lock = copy.root / "build/lock";
    fs::create_directories(copy.root / "build/release/chapters");
    write_program(copy.root / "build/release/chapters/01_first", "echo ran");
    fs::create_directories(lock);
    // Of a process that is no more: it is taken over.
    write_file(lock / "pid", "999999999\n");
    CHECK(copy.call("run", {"1"}).out == "ran\n");
    CHECK(!fs::exists(lock));
    // Of one that is there: it is waited for.
    fs::create_directories(lock);
    write_program(copy.root / "both",
                  "sh -c 'sleep 1; rm -r \"$1\"' sh \"$PWD/build/lock\" & "
                  "echo $! >build/lock/pid; ./run 1");
    write_file(lock / "pid", "");
    const CommandResult both = run_command({copy.root / "both"}, {.folder = copy.root});
    CHECK(both.out == "ran\n");
    CHECK_THAT(both.err, ContainsText("Another command builds here (process "));
}

TEST_CASE("A damaged build is configured anew, and keeps what it printed", "[scripts]") {
    for (const char* cache : {"", "CMAKE_HOME_DIRECTORY:INTERN"}) {
        const Copy copy;
        const fs::path build = copy.pretend_to_be_built();
        write_file(build / "CMakeCache.txt", cache);
        write_file(build / "output/01_first.txt", "mine");
        const CommandResult result = copy.call("run", {"1"});
        CHECK_THAT(result.err, ContainsText("build/release/CMakeCache.txt is damaged: "
                                            "configuring anew.\n"));
        CHECK(read_whole_file(build / "output/01_first.txt") == "mine");
    }
    const Copy copy;
    const fs::path build = copy.pretend_to_be_built();
    write_file(build / "CMakeCache.txt",
               "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n"
               "CMAKE_CACHEFILE_DIR:INTERNAL=/elsewhere/build\n");
    CHECK_THAT(
        copy.call("run", {"1"}).err,
        ContainsText("build/release comes from elsewhere, /elsewhere/build: configuring"));
}

TEST_CASE("Both commands say where they cannot write, and install nothing", "[scripts]") {
    for (const char* script : {"run", "test"}) {
        const Copy copy;
        write_file(copy.root / "build", "a file where a folder should be");
        const CommandResult result = copy.call(script, {});
        CHECK(result.exit_code == 1);
        CHECK(result.err.find("This folder must be writable") != std::string::npos);
        CHECK_FALSE(fs::exists(copy.log));
    }
}
