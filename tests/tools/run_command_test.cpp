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
