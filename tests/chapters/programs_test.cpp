// The chapters' programs as a reader runs them: on a good day, with a slip, on a full disk,
// and with and without the programs that draw otherwise.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "book/our_project.hpp"
#include "catch.hpp"
#include "support/files/npy.hpp"
#include "support/files/state_dict.hpp"
#include "temporary_folder.hpp"
#include "tools/output_comparison.hpp"
#include "tools/places.hpp"
#include "tools/recordings.hpp"
#include "tools/run_command.hpp"
#include "tools/same_figure.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
const fs::path programs = build_folder() / "chapters";

/// How the output differs from the recording; empty when it does not.
std::string difference(const Recording& recording, const std::string& output) {
    return output_difference(read_whole_file(file_of(recording, root)), output)
        .value_or("");
}

/// A program for what chapters/program does for all of them.
const Recording some_run{"07_self_attention_more", "07_self_attention", {"--more"}};

/// The names, without their ends, of the files in a folder that end in extension.
std::set<std::string> names_in(const fs::path& folder, const char* extension) {
    std::set<std::string> names;
    if (!fs::exists(folder)) return names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == extension) names.insert(entry.path().stem());
    }
    return names;
}

/// The run, with its matrices kept in a folder.
std::vector<std::string> with_npy(Recording run, const fs::path& kept,
                                  const fs::path& figures) {
    run.arguments.insert(run.arguments.end(), {"--npy", kept.string()});
    return command_of(run, programs, figures);
}

/// A PATH on which there is neither gnuplot nor rsvg-convert.
CommandOptions without_others() {
    return {.environment = {{"PATH", "/nonexistent"}}};
}

/// What is said on stderr, but for where a figure is.
std::string advice_in(const std::string& told) {
    std::istringstream lines(told);
    std::string advice;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("figure: ")) advice += line + "\n";
    }
    return advice;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct RefusedCase {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> words;  // what the message must hold
};

}  // namespace

TEST_CASE("Every program is recorded without arguments", "[programs]") {
    std::set<std::string> known, there;
    for (const Recording& recording : recordings_of(root)) {
        if (recording.arguments.empty()) known.insert(recording.program);
    }
    for (const auto& entry : fs::directory_iterator(root / "chapters")) {
        const std::string name = entry.path().filename();
        if (name[0] >= '0' && name[0] <= '9') there.insert(name);
    }
    CHECK(there.size() >= 13);
    CHECK(known == there);
}

TEST_CASE("A section runs alone by its title, and a detour by its own knob", "[programs]") {
    const TemporaryFolder figures;
    const auto headings = [&](const std::vector<std::string>& arguments) {
        const CommandResult result = run_command(
            command_of({"", "07_self_attention", arguments}, programs, figures.path),
            without_others());
        CHECK(result.exit_code == 0);
        std::vector<std::string> found;
        std::istringstream lines(result.out);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("== ")) found.push_back(line.substr(3));
        }
        return found;
    };
    using Titles = std::vector<std::string>;
    CHECK(headings({"--only", "Three roles"}) == Titles{"Three roles"});
    CHECK(headings({"--only", "Two languages"}) == Titles{"Two languages"});
    const Titles road = headings({});
    const Titles all = headings({"--more"});
    CHECK(all.size() > road.size());
    CHECK(headings({"--rate", "0.2"}) == Titles{"Two languages"});
    CHECK(headings({"--order", "3,2,1,0"}) == Titles{"Another order"});
    Titles with_one = road;
    with_one.push_back("Two languages");
    CHECK(headings({"--rate", "0.2", "--all"}) == with_one);
    CHECK(headings({"--order", "3,2,1,0", "--all"}) == road);
    CHECK(headings({"--order", "3,2,1,0", "--more"}) == all);
}

TEST_CASE("Knobs are listed as a table or as JSON, and as nothing else", "[programs]") {
    const fs::path program = programs / some_run.program;
    CHECK(run_command({program, "--list", "json"}).exit_code == 0);
    CHECK(run_command({program, "--list", "xml"}).exit_code == 2);
}

TEST_CASE("Every program prints what was recorded, and draws the committed figures",
          "[programs]") {
    const fs::path committed = root / "docs/figures";
    const TemporaryFolder figures;
    for (const Recording& recording : recordings_of(root)) {
        INFO(recording.name);
        const bool is_default =
            recording.arguments.empty() || recording.arguments == Words{"--more"};
        const TemporaryFolder others;
        CommandOptions options = without_others();
        options.folder = root;
        const CommandResult result = run_command(
            command_of(recording, programs, is_default ? figures.path : others.path),
            options);
        CHECK(result.exit_code == 0);
        CHECK(difference(recording, result.out) == "");
        if (!is_default) continue;
        CHECK(
            advice_in(result.err) ==
            "more: --png and --pdf draw pictures, --show plots the numbers with gnuplot\n");
        CHECK(result.err.ends_with(advice_in(result.err)));
    }
    const std::set<std::string> drawn = names_in(figures.path, ".svg");
    CHECK(names_in(committed, ".svg") == drawn);
    CHECK(names_in(figures.path, ".csv") == drawn);
    CHECK(names_in(figures.path, ".png").empty());
    for (const std::string& name : drawn) {
        if (name == "14_nudge")
            continue;  // rounding errors: another C library makes others
        const fs::path svg = committed / (name + ".svg");
        INFO(svg << ": the CMake target refill_docs draws it again");
        if (!fs::exists(svg)) continue;
        const std::string own = read_whole_file(figures.path / (name + ".svg"));
        CHECK(figure_difference(read_whole_file(svg), own).value_or("") == "");
    }
}

TEST_CASE("An option that does not exist is refused by its name", "[programs]") {
    const CommandResult result =
        run_command({programs / some_run.program, "--no-such-option"});
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(contains(result.err, "--no-such-option"));
    CHECK(contains(result.err, "--help"));
}

TEST_CASE("Options that do not fit are refused before anything is printed", "[programs]") {
    const std::vector<RefusedCase> cases{
        {"01_dot_product",
         {"--a", "1,2,3", "--b", "1"},
         {"--a has 3 numbers", "--b has 1;"}},
        {"01_dot_product",
         {"--a", "1", "--b", "1,2"},
         {"--a has 1 number and", "--b has 2;"}},
        {"01_dot_product", {"--b", "1,2,3"}, {"--a has 2", "--b has 3"}},
        {"01_dot_product", {"--npy", ""}, {"--npy was given an empty text"}},
        {"04_query_key_value", {"--query", "1,2,3"}, {"--query has 3", "have 2"}},
        {"04_query_key_value", {"--query", "1"}, {"--query has 1 number;", "have 2"}},
        {"04_query_key_value", {"--look-up", "1,2"}, {"--look-up has 2", "have 4"}},
        {"04_query_key_value", {"--word", "11"}, {"--word", "'11'", "from 0 to 10"}},
        {"08_multi_head", {"--heads", "3"}, {"--heads is 3", "divide 4"}},
        {"11_encoder", {"--heads", "3"}, {"--heads is 3", "divide", "16"}},
        {"11_encoder", {"--sentence", " "}, {"0 words", "1 to 12"}}};
    for (const RefusedCase& refused : cases) {
        const TemporaryFolder figures;
        const CommandResult result = run_command(
            command_of({"", refused.program, refused.arguments}, programs, figures.path));
        INFO(refused.program << " says: " << result.err);
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        for (const std::string& word : refused.words) CHECK(contains(result.err, word));
        CHECK(fs::is_empty(figures.path));
    }
}

TEST_CASE("Weights that chapter 11 saved are loaded, and a lost one is named",
          "[programs]") {
    const TemporaryFolder figures, weights;
    const std::string file = weights.path / "model.safetensors",
                      folder = weights.path / "npy";
    const auto output = [&](const std::vector<std::string>& arguments) {
        const Recording run{"", "11_encoder", arguments};
        CommandOptions options = without_others();
        options.folder = root;
        return run_command(command_of(run, programs, figures.path), options);
    };
    const CommandResult saved = output({"--save", file});
    CHECK(saved.exit_code == 0);
    CHECK(output({"--load", file}).out == saved.out);
    const std::string small = "chapters/11_encoder/data/weights.safetensors";
    CHECK(output({"--load", small, "--heads", "4"}).exit_code == 0);
    attn::StateDict arrays = attn::read_state_dict(file);
    attn::write_state_dict(folder, arrays);
    CHECK(output({"--load", folder}).out == saved.out);
    arrays["layers.1.norm2.beta"] = arrays.extract("layers.1.norm2.bias").mapped();
    attn::write_state_dict(file, arrays);
    fs::remove(fs::path(folder) / "layers.1.norm2.bias.npy");
    for (const std::string& path : {file, folder}) {
        const CommandResult lost = output({"--load", path});
        CHECK(lost.exit_code == 1);
        CHECK(lost.out == "");
        CHECK(contains(lost.err, path));
        CHECK(contains(lost.err, "layers.1.norm2.bias"));
    }
    CHECK(contains(output({"--load", file}).err,
                   "\n  layers.1.norm2.beta is unknown: this model has no such weight; "
                   "layers.1.norm2.bias [16] is missing\n"));
    for (const char* option : {"--save", "--npy"}) {
        INFO(option);
        const CommandResult refused = output({option, "/dev/null/weights"});
        CHECK(refused.exit_code == 2);
        CHECK(refused.out == "");
    }
}

TEST_CASE("A path is told without signs that move the cursor", "[programs]") {
    const TemporaryFolder figures, weights;
    const fs::path strange = weights.path / "a\x1b[2J\nb";
    for (const char* option : {"--save", "--npy", "--load"}) {
        INFO(option);
        const CommandResult result = run_command(
            command_of({"", "11_encoder", {option, strange}}, programs, figures.path),
            without_others());
        CHECK(contains(result.err, "a\uFFFD[2J\uFFFDb"));
        CHECK_FALSE(contains(result.err, "\x1b"));
        fs::remove_all(strange);
    }
}

TEST_CASE("Output that cannot be written is a failure", "[programs]") {
    const TemporaryFolder figures;
    std::vector<std::string> command{"/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"};
    for (const std::string& word : command_of(some_run, programs, figures.path)) {
        command.push_back(word);
    }
    const CommandResult result = run_command(command, without_others());
    CHECK(result.exit_code != 0);
    CHECK(result.exit_code < 126);
}

TEST_CASE("A folder for figures that cannot be written is refused before the first section",
          "[programs]") {
    const std::string folder = "/dev/null/figures";
    const CommandResult result =
        run_command(command_of(some_run, programs, folder), without_others());
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(contains(result.err, folder));
}

TEST_CASE("A figure that cannot be written costs no other", "[programs]") {
    const TemporaryFolder whole, figures;
    run_command(command_of(some_run, programs, whole.path), without_others());
    const std::set<std::string> all = names_in(whole.path, ".svg");
    REQUIRE(all.size() > 2);
    std::set<std::string> blocked, others;  // in turns
    for (const std::string& name : all) {
        (blocked.size() > others.size() ? others : blocked).insert(name);
    }
    for (const std::string& name : blocked) {
        fs::create_directory(figures.path / (name + ".csv"));
    }
    const CommandResult result =
        run_command(command_of(some_run, programs, figures.path), without_others());
    CHECK(result.exit_code == 1);
    CHECK(difference(some_run, result.out) == "");
    for (const std::string& name : blocked) CHECK(contains(result.err, name + ".csv"));
    CHECK(names_in(figures.path, ".svg") == others);
}

TEST_CASE("A figure that a reader's numbers rule out is named and left out", "[programs]") {
    for (const char* a :
         {"0,0", "1e-160,0"}) {  // no direction, or none that survives a square
        INFO(a);
        const TemporaryFolder figures;
        const CommandResult result = run_command(command_of(
            {"", "01_dot_product", {"--a", a, "--all"}}, programs, figures.path));
        CHECK(result.exit_code == 0);
        CHECK(contains(result.out, "cosine: the norm of a is "));
        CHECK(contains(result.err, "figure 01_shadow is not drawn: "));
        CHECK(names_in(figures.path, ".svg") ==
              std::set<std::string>{"01_arrows", "01_length", "01_product"});
    }
}

TEST_CASE("Matrices are kept as .npy files", "[programs]") {
    const TemporaryFolder folder;
    const fs::path kept = folder.path / "deep" / "kept";  // folders are made
    const Recording run{"01_dot_product", "01_dot_product", {}};
    const CommandResult result =
        run_command(with_npy(run, kept, folder.path), without_others());
    CHECK(result.exit_code == 0);
    CHECK(difference(run, result.out) == "");
    CHECK(names_in(kept, ".npy") ==
          std::set<std::string>{"01_dot_product.X", "01_dot_product.scores"});
    for (const std::string& name : names_in(kept, ".npy")) {
        CHECK(contains(result.err, "matrix: " + (kept / (name + ".npy")).string() + "\n"));
    }
    const attn::Matrix X = attn::as_matrix(attn::read_npy(kept / "01_dot_product.X.npy"));
    CHECK(X == attn::Matrix{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}});
    CHECK(attn::as_matrix(attn::read_npy(kept / "01_dot_product.scores.npy")) ==
          attn::matmul_transpose_b(X, X));
}

TEST_CASE(
    "A folder for matrices that cannot be written is refused before the first section",
    "[programs]") {
    const TemporaryFolder figures;
    const CommandResult result =
        run_command(with_npy(some_run, "/dev/null/kept", figures.path), without_others());
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "/dev/null/kept"));
    CHECK(result.out == "");
}

TEST_CASE("A matrix that cannot be kept costs no number", "[programs]") {
    const TemporaryFolder figures;
    const TemporaryFolder kept;
    const fs::path taken = kept.path / "07_self_attention.weights.npy";
    fs::create_directory(taken);
    const CommandResult result =
        run_command(with_npy(some_run, kept.path, figures.path), without_others());
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err, taken.string()));
    CHECK(difference(some_run, result.out) == "");
}

TEST_CASE("Without other programs --png and --show say so once, and lose nothing",
          "[programs]") {
    const Recording run = recordings_of(root).front();
    const std::vector<std::pair<std::string, std::string>> cases{
        {"--png",
         ": no png: rsvg-convert is not installed (Debian and Ubuntu: apt-get install "
         "librsvg2-bin)\n"},
        {"--show",
         ": no plots: gnuplot is not installed (Debian and Ubuntu: apt-get install "
         "gnuplot-qt, or gnuplot-nox for plots as text)\n"}};
    for (const auto& [option, advice] : cases) {
        const TemporaryFolder figures;
        std::vector<std::string> command = command_of(run, programs, figures.path);
        command.push_back(option);
        const CommandResult result = run_command(command, without_others());
        CHECK(result.exit_code == 1);
        CHECK(difference(run, result.out) == "");
        CHECK(advice_in(result.err) == run.program + advice);
        CHECK_FALSE(names_in(figures.path, ".svg").empty());
    }
}

TEST_CASE("A chapter's figures are drawn as pictures, and plotted by gnuplot as text",
          "[programs]") {
    if (run_command({"gnuplot", "--version"}).exit_code != 0) return;
    if (run_command({"rsvg-convert", "--version"}).exit_code != 0) return;
    const TemporaryFolder figures;
    const std::string script = (figures.path / "plots.gp").string();
    CommandOptions options;
    options.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
    const CommandResult result = run_command(
        command_of({"", "02_softmax", {"--png", "--pdf", "--show", "--gnuplot", script}},
                   programs, figures.path),
        options);
    CHECK(result.exit_code == 0);
    CHECK(advice_in(result.err) == "script: " + script + "\n");
    CHECK(names_in(figures.path, ".png") == names_in(figures.path, ".svg"));
    CHECK(names_in(figures.path, ".pdf") == names_in(figures.path, ".svg"));
    CHECK(contains(result.out, "temperature T (log scale)"));
    CHECK(contains(result.out, "student |"));
    CHECK(contains(read_whole_file(script), "set xlabel \"temperature T (log scale)\""));
}

TEST_CASE(
    "transformer.cpp alone prints what the texts quote, and nothing to a screen that is none",
    "[programs]") {
    const CommandResult result = run_command({programs / "transformer"});
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
    CHECK(result.out.find('\r') == std::string::npos);
    CHECK(
        output_difference(read_whole_file(root / "tests/one_file/expected.txt"), result.out)
            .value_or("") == "");
}

TEST_CASE("The translator reads Hangul in letters as it reads syllables", "[programs]") {
    const TemporaryFolder figures;
    const auto translation = [&](const std::string& sentence) {
        const Words arguments{"--only", "A sentence of your own", "--sentence", sentence};
        return run_command(
                   command_of({"", "16_translation", arguments}, programs, figures.path))
            .out;
    };
    const std::string syllables = translation("나는 집에 가");
    CHECK(contains(syllables, "I go to the house"));
    CHECK(translation("\u1102\u1161\u1102\u1173\u11AB 집에 \u1100\u1161") == syllables);
}

TEST_CASE("transformer.cpp refuses a sentence before it trains", "[programs]") {
    const std::string thirteen =
        "나는 나는 나는 나는 나는 나는 나는 나는 나는 나는 나는 나는 나는";
    const std::vector<RefusedCase> cases{
        {"", {"나는 바다로 가"}, {"\"바다로\"", "one that it knows is \"바다에\""}},
        {"", {"나는", "바다에", "가요"}, {"\"가요\"", "one that it knows is \"가\""}},
        {"", {""}, {"1 to 12 words, not 0"}},
        {"", {" \t "}, {"1 to 12 words, not 0"}},
        {"", {thirteen}, {"1 to 12 words, not 13"}},
        {"", {"(end)"}, {"\"(end)\""}},
        {"", {"--help"}, {"\"--help\""}},
        {"", {"\xeb\x82"}, {"one that it knows is \"나는\""}},
        {"", {"\xff\xfe \x80"}, {"is not a word"}},
        {"", {"나는 \u1100\u1161"}, {"\u1100\u1161", "whole syllables (NFC)"}},
    };
    for (const RefusedCase& refused : cases) {
        std::vector<std::string> command{programs / "transformer"};
        command.insert(command.end(), refused.arguments.begin(), refused.arguments.end());
        const CommandResult result = run_command(command);
        INFO("it says: " << result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.out == "");
        CHECK(result.err.starts_with("transformer: "));
        for (const std::string& word : refused.words) CHECK(contains(result.err, word));
    }
}
