// The chapters' programs as a reader runs them: on a good day, with a slip, on a full disk
// and without gnuplot.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/figure_hash.hpp"
#include "tools/output_comparison.hpp"
#include "tools/recordings.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

const fs::path root = ATTN_SOURCE_DIR;
const fs::path programs = ATTN_PROGRAMS_DIR;

/// How the output differs from the recording; empty when it does not.
std::string difference(const Recording& recording, const std::string& output) {
    return output_difference(read_whole_file(file_of(recording, root)), output)
        .value_or("");
}

/// The recordings of programs run without arguments, which draw their figures.
std::vector<Recording> default_runs() {
    std::vector<Recording> runs = recordings_of(root);
    std::erase_if(runs, [](const Recording& run) { return !run.arguments.empty(); });
    return runs;
}

/// The names, without their ends, of the files in a folder that end in extension.
std::set<std::string> names_in(const fs::path& folder, const char* extension) {
    std::set<std::string> names;
    if (!fs::exists(folder)) return names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == extension) names.insert(entry.path().stem());
    }
    return names;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Every program is recorded without arguments", "[programs]") {
    CHECK(programs_of(default_runs()) == programs_of(recordings_of(root)));
    for (const auto& entry : fs::directory_iterator(root / "chapters")) {
        if (entry.path().extension() != ".cpp") continue;
        const std::vector<std::string> known = programs_of(default_runs());
        INFO(entry.path());
        CHECK(std::count(known.begin(), known.end(), entry.path().stem()) == 1);
    }
}

TEST_CASE("Every program prints what was recorded", "[programs]") {
    for (const Recording& recording : recordings_of(root)) {
        INFO(recording.name);
        const TemporaryFolder figures;
        const CommandResult result =
            run_command(command_of(recording, programs, figures.path));
        CHECK(result.exit_code == 0);
        CHECK(difference(recording, result.out) == "");
    }
}

TEST_CASE("An option that does not exist is refused by its name", "[programs]") {
    for (const std::string& program : programs_of(recordings_of(root))) {
        INFO(program);
        const CommandResult result = run_command({programs / program, "--no-such-option"});
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        CHECK(contains(result.err, "--no-such-option"));
        CHECK(contains(result.err, "--help"));
    }
}

TEST_CASE("Output that cannot be written is a failure", "[programs]") {
    for (const Recording& run : default_runs()) {
        INFO(run.name);
        const TemporaryFolder figures;
        std::vector<std::string> command{"/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"};
        for (const std::string& word : command_of(run, programs, figures.path)) {
            command.push_back(word);
        }
        const CommandResult result = run_command(command);
        CHECK(result.exit_code != 0);
        CHECK(result.exit_code < 126);
    }
}

TEST_CASE("Figures that cannot be written cost no number", "[programs]") {
    const std::string folder = "/dev/null/figures";
    for (const Recording& run : default_runs()) {
        INFO(run.name);
        const CommandResult result = run_command(command_of(run, programs, folder));
        CHECK(result.exit_code == 1);
        CHECK(difference(run, result.out) == "");
        CHECK(contains(result.err, folder));
    }
}

TEST_CASE("Without gnuplot there are numbers, tables and one line of advice",
          "[programs]") {
    for (const Recording& run : default_runs()) {
        INFO(run.name);
        const TemporaryFolder figures;
        const TemporaryFolder empty;
        const CommandResult result =
            run_command(command_of(run, programs, figures.path),
                        {.environment = {{"PATH", empty.path.string()}}});
        CHECK(result.exit_code == 0);
        CHECK(difference(run, result.out) == "");
        INFO(result.err);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK(contains(result.err, "gnuplot-nox"));
        CHECK_FALSE(names_in(figures.path, ".csv").empty());
        CHECK(names_in(figures.path, ".gp") == names_in(figures.path, ".csv"));
        CHECK(names_in(figures.path, ".svg").empty());
    }
}

TEST_CASE("The committed figures are those of today's scripts", "[programs]") {
    const TemporaryFolder figures;
    for (const Recording& run : default_runs()) {
        run_command(command_of(run, programs, figures.path));
    }
    const fs::path committed = root / "docs/figures";
    const std::set<std::string> drawn = names_in(figures.path, ".gp");
    CHECK(names_in(committed, ".svg") == drawn);
    for (const std::string& name : drawn) {
        const fs::path svg = committed / (name + ".svg");
        INFO(svg << ": the CMake target refill_docs draws it again");
        if (!fs::exists(svg)) continue;
        CHECK(script_hash_of_svg(read_whole_file(svg)) ==
              script_hash(read_whole_file(figures.path / (name + ".gp"))));
    }
}
