// The program attn-doctor, as a person calls it.
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "doctor/program/adapters.hpp"
#include "doctor/tests/program/questions.hpp"
#include "fake_programs.hpp"
#include "temporary_folder.hpp"
#include "tools/run_command.hpp"

using namespace book;
namespace fs = std::filesystem;

extern char** environ;

namespace {

std::string attn_doctor() {
    return (build_folder() / "extras/doctor/attn-doctor").string();
}

CommandResult call(std::vector<std::string> words) {
    words.insert(words.begin(), attn_doctor());
    return run_command(words);
}

CommandResult ask_about_softmax(const std::string& behaviour,
                                std::vector<std::string> options = {}) {
    std::vector<std::string> words{"softmax"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    for (const std::string& word : patient(behaviour)) words.push_back(word);
    return call(words);
}

}  // namespace

TEST_CASE("attn-doctor: the exit code is the verdict", "[doctor]") {
    const CommandResult right = ask_about_softmax("right");
    CHECK(right.exit_code == 0);
    CHECK_THAT(right.out, ContainsText("softmax: RIGHT"));
    const std::string attention = (build_folder() / "extras/doctor/attn-patient").string();
    const CommandResult other = call({"attention", "--", attention, "nan_row"});
    CHECK(other.exit_code == 1);
    CHECK_THAT(other.out, ContainsText("attention: ANOTHER CONVENTION"));
    const CommandResult accepted =
        call({"attention", "--accept", "nan_row", "--", attention, "nan_row"});
    CHECK(accepted.exit_code == 0);
    CHECK_THAT(accepted.out, ContainsText("attention: RIGHT"));
    CHECK(ask_about_softmax("nan").exit_code == 2);
    CHECK(call({"softmax", "--", "true"}).exit_code == 3);
    CHECK(call({"softmax"}).exit_code == 0);
    CHECK(call({}).exit_code == 64);
    CHECK(call({"--help"}).exit_code == 0);
}

TEST_CASE("attn-doctor: the patient has the mistakes that it is asked for", "[doctor]") {
    const std::string program = (build_folder() / "extras/doctor/attn-patient").string();
    const auto examined = [&](std::vector<std::string> mistakes) {
        mistakes.insert(mistakes.begin(), {"attention", "--json", "--", program});
        return call(mistakes).out;
    };
    CHECK_THAT(examined({}), ContainsText("\"verdict\": \"RIGHT\""));
    for (const char* mistake : {"no_scale", "scale_twice", "softmax_axis", "no_max",
                                "nan_row", "fill_zero", "causal_next", "causal_corner"}) {
        const std::string found = examined({mistake});
        INFO(found);
        CHECK_THAT(found, ContainsText("\"findings\": [{\"name\": \"" +
                                       std::string(mistake) + "\""));
        CHECK_THAT(found, ContainsText("\"unexplained\": []"));
    }
    const std::string both = examined({"no_scale", "fill_zero"});
    CHECK_THAT(both, ContainsText("\"no_scale\"") && ContainsText("\"fill_zero\""));
    CHECK_THAT(examined({"no_scal"}),
               ContainsText("attn-patient makes each of these once:"));
}

TEST_CASE("attn-doctor: a way back without a gradient is no verdict", "[doctor]") {
    std::vector<std::string> words{"softmax_grad", "--"};
    for (const std::string& word : patient("right")) words.push_back(word);
    const CommandResult result = call(words);
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.out, ContainsText("no gradient: write grad_scores.npy, as the "
                                        "explanation of softmax_grad says"));
}

TEST_CASE("attn-doctor: an adapter is printed, and nothing else", "[doctor]") {
    for (const std::string& language : attn::doctor::adapter_languages()) {
        INFO(language);
        const CommandResult result = call({"--adapter", language});
        CHECK(result.exit_code == 0);
        CHECK(result.err == "");
        CHECK(result.out == attn::doctor::adapter(language));
    }
}

TEST_CASE("attn-doctor: a wrong call is refused on stderr", "[doctor]") {
    const CommandResult result = call({"nothing", "--", "true"});
    CHECK(result.exit_code == 64);
    CHECK(result.out == "");
    CHECK_THAT(result.err, ContainsText("There is no kind \"nothing\""));
}

TEST_CASE("attn-doctor: what was typed is told in one line", "[doctor]") {
    const std::string typed = "x\n\x1b[2J";
    const std::vector<std::vector<std::string>> calls{
        {typed},
        {"--" + typed},
        {"--adapter", typed},
        {"softmax", "--timeout", typed},
        {"softmax", "--accept", typed, "--", "true"},
        {"softmax", "--keep", "/dev/null/" + typed, "--", "true"},
        {"softmax", "--", "/nowhere/" + typed}};
    for (const std::vector<std::string>& words : calls) {
        const CommandResult result = call(words);
        INFO(result.out << result.err);
        CHECK(result.exit_code >= 3);
        CHECK_THAT(result.out + result.err, ContainsText("x\xef\xbf\xbd\xef\xbf\xbd[2J"));
    }
}

TEST_CASE("attn-doctor: a report that cannot be written is no success", "[doctor]") {
    if (!fs::exists("/dev/full")) return;  // Linux has it
    const CommandResult result =
        run_command({"/bin/sh", "-c", "exec \"$0\" --help >/dev/full", attn_doctor()});
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.err, ContainsText("stdout takes no more"));
}

TEST_CASE("attn-doctor: a program that cannot be started is no verdict", "[doctor]") {
    const CommandResult result = call({"softmax", "--", "/nowhere/mine"});
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.out, ContainsText("/nowhere/mine cannot be started: No such file"));
}

TEST_CASE("attn-doctor: a parent that ignores ended children hides no crash", "[doctor]") {
    const std::vector<std::string> ignoring{"env", "--ignore-signal=CHLD"};
    if (run_command({ignoring[0], ignoring[1], "true"}).exit_code != 0) {
        WARN("skipped: this system's env ignores no signals");
        return;
    }
    const CommandResult result =
        run_command({ignoring[0], ignoring[1], attn_doctor(), "softmax", "--timeout", "5",
                     "--", patient("crashes")[0], "crashes"});
    CHECK_THAT(result.out, ContainsText("crashed (signal 6, "));
    CHECK_THAT(result.out, !ContainsText("no answer after"));
}

TEST_CASE("attn-doctor: a disk that takes nothing is no verdict", "[doctor]") {
    const Variable tmp("TMPDIR", "/nowhere/at/all");
    const CommandResult result = ask_about_softmax("right");
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.out, ContainsText("TMPDIR may name another"));
}

TEST_CASE("attn-doctor: --json is one line for programs", "[doctor]") {
    const CommandResult result = ask_about_softmax("right", {"--json"});
    CHECK(result.out.front() == '{');
    CHECK(result.out.substr(result.out.size() - 2) == "}\n");
    CHECK_THAT(result.out, ContainsText("\"nan_row\""));
}

TEST_CASE("attn-doctor: --keep overwrites nothing", "[doctor]") {
    const TemporaryFolder folder;
    const std::string kept = (folder.path / "kept").string();
    ask_about_softmax("right", {"--keep", kept});
    CHECK(fs::exists(folder.path / "kept/1"));
    const CommandResult again = ask_about_softmax("right", {"--keep", kept});
    CHECK(again.exit_code == 64);
    CHECK_THAT(again.err, ContainsText("new or an empty folder"));
    for (const std::string content : {"mine", ""}) {
        std::ofstream(folder.path / "file") << content;
        CHECK(ask_about_softmax("right", {"--keep", (folder.path / "file").string()})
                  .exit_code == 64);
    }
}

TEST_CASE("attn-doctor: where no folder can be, --keep is told so", "[doctor]") {
    const CommandResult result = ask_about_softmax("right", {"--keep", "/dev/null/kept"});
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.out, ContainsText("No folder can be made below /dev/null/kept: "
                                        "Not a directory (--keep may name another"));
}

TEST_CASE("attn-doctor: --keep reports though nothing can be kept", "[doctor]") {
    const TemporaryFolder folder;
    const std::string kept = (folder.path / "kept").string();
    const CommandResult result = ask_about_softmax("removes_its_folder", {"--keep", kept});
    CHECK_THAT(result.out, ContainsText("softmax: "));
    CHECK_THAT(result.err, ContainsText("right.npy: No such file"));
}

TEST_CASE("attn-doctor: Ctrl-C leaves neither a process nor a folder", "[doctor]") {
    const TemporaryFolder folder, empty;
    const Variable tmp("TMPDIR", empty.path.string());
    const Variable pids("PIDS", (folder.path / "pids").string());
    std::string words[] = {attn_doctor(), "softmax", "--", patient("hangs")[0], "hangs"};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(),
                         words[3].data(), words[4].data(), nullptr};
    pid_t process = 0;
    REQUIRE(posix_spawn(&process, arguments[0], nullptr, nullptr, arguments, environ) == 0);
    const auto noted = [&] { return lines_in(folder.path / "pids"); };
    for (int i = 0; i < 3000 && noted() < 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    CHECK(!fs::is_empty(empty.path));
    kill(process, SIGINT);
    int status = 0;
    REQUIRE(waitpid(process, &status, 0) == process);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    CHECK(noted() == 2);
    CHECK(count_alive(folder.path / "pids") == 0);
    CHECK(fs::is_empty(empty.path));
}
