#include "plots/run_program.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>

#include "attn/files/whole_file.hpp"
#include "catch.hpp"
#include "fake_programs.hpp"

using namespace attn::fig;
using attn::read_whole_file;
using namespace std::chrono_literals;

TEST_CASE("A program is looked for on the PATH", "[run_program]") {
    const TemporaryFolder folder;
    const Variable path("PATH", folder.path.string());
    CHECK(find_program("gnuplot").empty());
    std::ofstream(folder.path / "gnuplot") << "not a program";
    CHECK(find_program("gnuplot").empty());
    std::filesystem::remove(folder.path / "gnuplot");
    write_program(folder.path / "gnuplot", "exit 0");
    CHECK(find_program("gnuplot") == folder.path / "gnuplot");
}

TEST_CASE("A program reads a file, writes files, and speaks UTF-8", "[run_program]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    programs.add("echoes", "read line; echo \"$line $# $1 $LC_ALL\"; echo oh >&2; exit $2");
    std::ofstream(folder.path / "in") << "read\n";
    const Streams streams{folder.path / "in", folder.path / "out", folder.path / "errors"};
    CHECK(run_program({"echoes", "a b", "0"}, streams, 10s) == Ending::well);
    CHECK(read_whole_file(streams.out) == "read 2 a b C.UTF-8\n");
    CHECK(read_whole_file(streams.errors) == "oh\n");
    CHECK(run_program({"echoes", "", "3"}, streams, 10s) == Ending::badly);
}

TEST_CASE("A program keeps the environment, but for the locale", "[run_program]") {
    const FakePrograms programs;
    const TemporaryFolder folder;
    const Variable locale("LC_ALL", "C"), other("ATTN_TEST", "kept");
    programs.add("tells", "echo \"$ATTN_TEST $LC_ALL\"");
    CHECK(run_program({"tells"}, {.out = folder.path / "out"}, 10s) == Ending::well);
    CHECK(read_whole_file(folder.path / "out") == "kept C.UTF-8\n");
}

TEST_CASE("A program that does not end is stopped", "[run_program]") {
    const FakePrograms programs;
    programs.add("hangs", "exec sleep 60");
    const auto begin = std::chrono::steady_clock::now();
    CHECK(run_program({"hangs"}, {}, 100ms) == Ending::stopped);
    CHECK(std::chrono::steady_clock::now() - begin < 20s);
}

TEST_CASE("A program that is not there is named", "[run_program]") {
    CHECK_THROWS_WITH(run_program({"no-such-program"}, {}, 1s),
                      "cannot start no-such-program: No such file or directory");
}

TEST_CASE("A word for the shell is one word", "[run_program]") {
    CHECK(shell_word("it's $(x) `y`") == "'it'\\''s $(x) `y`'");
}
