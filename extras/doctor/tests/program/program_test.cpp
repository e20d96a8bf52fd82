#include "doctor/program/program.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "doctor/program/process.hpp"
#include "doctor/tests/program/questions.hpp"
#include "fake_programs.hpp"
#include "support/files/npy.hpp"
#include "temporary_folder.hpp"

using namespace attn;
using namespace attn::doctor;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

using What = Answer::What;

/// Asks in a temporary folder of our own, and checks that nothing stays in it.
struct Clinic {
    ~Clinic() { CHECK(fs::is_empty(folder.path)); }

    std::vector<Answer> ask(const std::string& behaviour, std::size_t count = 4,
                            std::chrono::milliseconds time = 20s) const {
        return program(patient(behaviour), {.time = time})(questions(count));
    }

    /// The third of five answers; the others are right.
    Answer third(const std::string& behaviour, std::chrono::milliseconds time = 20s) const {
        const std::vector<Answer> answers = ask(behaviour, 5, time);
        REQUIRE(answers.size() == 5);
        for (const std::size_t i : {0u, 1u, 3u, 4u}) {
            INFO(i << ' ' << answers[i].words);
            REQUIRE(answers[i].what == What::given);
            const double first = 1 / (1 + std::exp(-static_cast<double>(i)));
            const Array& output = answers[i].outputs.at("output");
            CHECK(output.shape == std::vector<std::size_t>{1, 2});
            CHECK(std::abs(output.values.front() - first) < 1e-15);
        }
        return answers[2];
    }

    TemporaryFolder folder;
    Variable tmp{"TMPDIR", folder.path.string()};
};

/// What a shell program is heard to say, which must be started so many times.
std::vector<Answer> answers_in_starts(std::size_t starts, std::size_t n_questions,
                                      const std::string& script,
                                      std::chrono::milliseconds time = 20s) {
    const TemporaryFolder folder;
    const fs::path log = folder.path / "log", fails = folder.path / "fails";
    write_program(fails, "echo >>" + log.string() + "; " + script);
    const std::vector<Answer> answers =
        program({fails.string()}, {.time = time})(questions(n_questions));
    CHECK(lines_in(log) == starts);
    return answers;
}

}  // namespace

TEST_CASE("A program that answers is heard", "[doctor]") {
    const Clinic clinic;
    CHECK(clinic.third("right").what == What::given);
    CHECK(clinic.third("skips").what == What::skipped);
    CHECK(clinic.third("silent").what == What::nothing);
    CHECK(program(patient("right"))({}).empty());
}

TEST_CASE("A program that crashes is asked the rest once more", "[doctor]") {
    const Clinic clinic;
    const Answer crashed = clinic.third("crashes");
    CHECK(crashed.what == What::error);
    CHECK_THAT(crashed.words, ContainsText("crashed (signal 6, "));
    CHECK_THAT(crashed.words, ContainsText("): the last\xef\xbf\xbd[2J line"));
    CHECK(clinic.third("exits").words == "crashed (exit code 7)");
}

TEST_CASE("A program that stops while it writes is blamed for that question", "[doctor]") {
    const Clinic clinic;
    CHECK_THAT(clinic.third("crashes_while_writing").words,
               ContainsText("crashed (signal 6"));
    CHECK(clinic.third("hangs_while_writing", 2s).words == "no answer after 2 s");
    const std::vector<Answer> answers = clinic.ask("crashes_while_writing", 3);
    CHECK_THAT(answers[2].words, ContainsText("crashed (signal 6"));
}

TEST_CASE("A program that always fails is not started for ever", "[doctor]") {
    const Clinic clinic;
    const auto answers = answers_in_starts(2, 9, "echo no module >&2; exit 3");
    CHECK(answers[0].words == "crashed (exit code 3): no module");
    CHECK(answers[8].what == What::error);
    CHECK(answers[8].words == "not reached");
}

TEST_CASE("A program that fails at its last question is not started for nothing",
          "[doctor]") {
    const Clinic clinic;
    const auto answers = answers_in_starts(1, 2, "touch \"$2/skip\"; exit 3");
    CHECK(answers[1].words == "crashed (exit code 3)");
}

TEST_CASE("A program that fails at each question is started six times", "[doctor]") {
    const Clinic clinic;
    const auto answers = answers_in_starts(6, 14, "touch \"$2/skip\"; exit 3");
    CHECK(answers[10].what == What::skipped);
    CHECK(answers[11].words == "crashed (exit code 3)");
    CHECK(answers[12].words == "not reached");
}

TEST_CASE("A program that fails at two questions in a row is asked the rest", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    write_program(folder.path / "fails",
                  "shift; for q in \"$@\"; do case $q in *question-[34]) exit 3;; esac; "
                  "touch \"$q/skip\"; done");
    const auto answers = program({(folder.path / "fails").string()})(questions(6));
    CHECK(answers[1].what == What::skipped);
    CHECK(answers[2].words == "crashed (exit code 3)");
    CHECK(answers[3].words == "crashed (exit code 3)");
    CHECK(answers[4].what == What::skipped);
    CHECK(answers[5].what == What::skipped);
}

TEST_CASE("A program that says a word and then hangs is not waited for", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    write_program(folder.path / "hangs", "echo a word; echo another >&2; exec sleep 20");
    const auto start = std::chrono::steady_clock::now();
    const auto answers =
        program({(folder.path / "hangs").string()}, {.time = 1s})(questions(1));
    CHECK_THAT(answers[0].words, ContainsText("no answer after"));
    CHECK(std::chrono::steady_clock::now() - start < 15s);
}

TEST_CASE("A program that takes too long is ended with all that it started", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    const Variable pids("PIDS", (folder.path / "pids").string());
    const Answer late = clinic.third("hangs", 2s);
    CHECK(late.what == What::error);
    CHECK_THAT(late.words, ContainsText("no answer after"));
    CHECK(lines_in(folder.path / "pids") == 2);
    CHECK(count_alive(folder.path / "pids") == 0);
    CHECK_THAT(clinic.third("stops", 2s).words, ContainsText("no answer after"));
}

TEST_CASE("A program that answers nothing in time is started once", "[doctor]") {
    const Clinic clinic;
    const auto answers = answers_in_starts(1, 3, "exec sleep 60", 1s);
    CHECK_THAT(answers[0].words, ContainsText("no answer after"));
    CHECK(answers[2].words == "not reached");
}

TEST_CASE("Half a second is told as half a second", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    write_program(folder.path / "sleeps", "exec sleep 60");
    const auto answers =
        program({(folder.path / "sleeps").string()}, {.time = 500ms})(questions(1));
    CHECK(answers[0].words == "no answer after 0.5 s");
}

TEST_CASE("What a program leaves running is ended", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    const Variable pids("PIDS", (folder.path / "pids").string());
    CHECK(clinic.third("leaves_a_child").what == What::given);
    CHECK(lines_in(folder.path / "pids") == 1);
    CHECK(count_alive(folder.path / "pids") == 0);
}

TEST_CASE("Endless words hold nobody up", "[doctor]") {
    const Clinic clinic;
    CHECK_THAT(clinic.third("babbles", 2s).words, ContainsText("no answer after"));
    CHECK_THAT(clinic.third("babbles_to_stderr", 2s).words,
               ContainsText("words without end"));
}

TEST_CASE("A file that is no answer is said to be none", "[doctor]") {
    const Clinic clinic;
    for (const char* behaviour : {"garbage", "huge", "pipe"}) {
        INFO(behaviour);
        const Answer answer = clinic.third(behaviour);
        CHECK(answer.what == What::error);
        CHECK_THAT(answer.words, ContainsText("output.npy is no answer: "));
        CHECK_THAT(answer.words, !ContainsText("attn-doctor-"));
    }
    CHECK_THAT(clinic.third("huge").words, ContainsText("1099511627776 bytes"));
}

TEST_CASE("What a program raises is quoted, without what moves a cursor", "[doctor]") {
    const Clinic clinic;
    const Answer answer = clinic.third("raises");
    CHECK(answer.what == What::error);
    CHECK(answer.words == "raised ValueError: no\xef\xbf\xbd[2J way");
}

TEST_CASE("Another shape or a NaN is an answer like any other", "[doctor]") {
    const Clinic clinic;
    CHECK(clinic.third("other_shape").outputs.at("output").shape ==
          std::vector<std::size_t>{1, 7});
    CHECK(std::isnan(clinic.third("nan").outputs.at("output").values.front()));
}

TEST_CASE("Folders may vanish", "[doctor]") {
    const Clinic clinic;
    CHECK(clinic.third("removes_its_folder").what == What::nothing);
    CHECK(clinic.ask("removes_all_folders").front().what == What::error);
}

TEST_CASE("Nothing behind a link is deleted", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder home;
    std::ofstream(home.path / "mine.txt") << "mine";
    const Variable variable("HOME", home.path.string());
    CHECK(clinic.third("links_home").what == What::given);
    CHECK(fs::exists(home.path / "mine.txt"));
}

TEST_CASE("A program that is not there cannot be started", "[doctor]") {
    const Clinic clinic;
    CHECK_THROWS_WITH(program({"/nowhere/mine"})(questions(1)),
                      "/nowhere/mine cannot be started: No such file or directory");
    CHECK_THROWS_AS(program({"no-such-program-anywhere"})(questions(1)), CannotStart);
    const TemporaryFolder folder;
    std::ofstream(folder.path / "text") << "words\n";
    CHECK_THROWS_AS(program({(folder.path / "text").string()})(questions(1)), CannotStart);
    write_program(folder.path / "script", "");
    std::ofstream(folder.path / "script") << "#!/nowhere/python9\n";
    CHECK_THROWS_WITH(program({(folder.path / "script").string()})(questions(1)),
                      ContainsText("first line name a program that is missing?"));
}

TEST_CASE("A folder for the questions that cannot be made is said", "[doctor]") {
    const Variable tmp("TMPDIR", "/nowhere/at/all");
    CHECK_THROWS_AS(program(patient("right"))(questions(1)), CannotWrite);
}

TEST_CASE("Kept questions stay, with what is right", "[doctor]") {
    const Clinic clinic;
    const TemporaryFolder folder;
    const Command ask = program(patient("right"), {.keep = folder.path / "kept"});
    ask(questions(4));
    ask(questions(1));
    const fs::path third = folder.path / "kept/1/03-question-3";
    std::ifstream lines(third / "case.txt");
    std::string line;
    std::getline(lines, line);
    CHECK(line == "kind softmax");
    std::getline(lines, line);
    CHECK(line == "rows 1");
    CHECK(as_matrix(read_npy(third / "scores.npy")) == Matrix{{2, 0}});
    const Matrix right = as_matrix(read_npy(third / "right.npy"));
    CHECK(std::abs(right(0, 0) - 1 / (1 + std::exp(-2.0))) < 1e-15);
    CHECK(as_matrix(read_npy(third / "output.npy")) == right);
    CHECK(fs::exists(folder.path / "kept/2/01-question-1"));
}

TEST_CASE("The number of answers is told while the program runs", "[doctor]") {
    const Clinic clinic;
    std::size_t most = 0;
    const auto meanwhile = [&](std::size_t answered, std::size_t all) {
        most = std::max(most, answered);
        CHECK(all == 4);
    };
    program(patient("hangs"), {.time = 2s, .meanwhile = meanwhile})(questions(4));
    CHECK(most >= 2);
}
