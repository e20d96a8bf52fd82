#include "tools/run_command.hpp"

#include <csignal>
#include <filesystem>

#include "catch.hpp"
#include "temporary_folder.hpp"

using namespace book;

namespace {

CommandResult run_script(const std::string& script, const CommandOptions& options = {}) {
    return run_command({"/bin/sh", "-c", script}, options);
}

}  // namespace

TEST_CASE("A program's two outputs and its exit code are kept apart", "[run_command]") {
    const CommandResult result = run_script("echo out; echo err >&2; exit 3");
    CHECK(result.exit_code == 3);
    CHECK(result.out == "out\n");
    CHECK(result.err == "err\n");
}

TEST_CASE("An argument arrives as it is", "[run_command]") {
    const std::string hostile = "a b \"c\" '$(exit 1)' `d` \\ * ; > x\n";
    CHECK(run_command({"printf", "%s|%s", hostile, ""}).out == hostile + "|");
}

TEST_CASE("Both outputs may be long", "[run_command]") {
    const CommandResult result = run_script(
        "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; "
        "i=$((i+1)); done");
    CHECK(result.out.size() == 220000);
    CHECK(result.err.size() == 220000);
}

TEST_CASE("A program that waits for input gets none", "[run_command]") {
    CHECK(run_command({"cat"}).out == "");
}

TEST_CASE("A signal's death is 128 and its number", "[run_command]") {
    CHECK(run_script("kill -TERM $$").exit_code == 128 + SIGTERM);
}

TEST_CASE("Variables and the folder can be changed", "[run_command]") {
    const TemporaryFolder folder;
    const CommandResult result =
        run_script("echo $BOOK_TEST; echo $PATH; pwd -P",
                   {.environment = {{"BOOK_TEST", "a b"}}, .folder = folder.path});
    CHECK(result.out == "a b\n" + std::string(getenv("PATH")) + "\n" +
                            std::filesystem::canonical(folder.path).string() + "\n");
    CHECK(run_script("echo $PATH", {.environment = {{"PATH", "/nowhere"}}}).out ==
          "/nowhere\n");
    CHECK(run_command({"cat"}, {.environment = {{"PATH", "/nowhere"}}}).exit_code == 127);
}

TEST_CASE("A program that is not there is 127 with a reason", "[run_command]") {
    const CommandResult missing = run_command({"/nowhere/program"});
    CHECK(missing.exit_code == 127);
    CHECK(missing.out == "");
    CHECK(missing.err == "cannot run /nowhere/program: No such file or directory\n");
}

TEST_CASE("A folder that is not there is 127 with another reason", "[run_command]") {
    const CommandResult missing = run_command({"cat"}, {.folder = "/nowhere"});
    CHECK(missing.exit_code == 127);
    CHECK(missing.out == "");
    CHECK(missing.err == "cannot go to /nowhere: No such file or directory\n");
}
