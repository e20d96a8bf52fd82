// What the command line writes where a reader said: nothing that was learned is lost.
#include "chapters/program/command_line.hpp"

#include <filesystem>
#include <iostream>
#include <sstream>

#include "catch.hpp"
#include "caught.hpp"
#include "chapters/program/chapter.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters {

namespace fs = std::filesystem;

namespace ch13 {
void contents(Chapter& chapter);
}

namespace {

struct Result {
    int exit_code;
    std::string out, err;
};

Result run(Chapter& chapter, std::vector<std::string> words) {
    words.insert(words.begin(), "program");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    const Caught out(std::cout), err(std::cerr);
    const int code = run_command_line(chapter, static_cast<int>(argv.size()), argv.data());
    return {code, out.text(), err.text()};
}

/// A chapter of one section, which works for hours and then gives its result.
void working(Chapter& chapter, PathUse use, const std::function<void()>& work) {
    chapter.titled("00_sample", "Is it kept?");
    const auto save = chapter.path("save", use, "none", "gets the result");
    chapter.section(
        "Work",
        [=](Page& page, const Path& to) {
            page.give("result", to, [use](const Path& place) {
                const bool is_folder = use == PathUse::write_folder;
                if (is_folder) fs::create_directories(place);
                write_whole_file(is_folder ? place / "learned" : place, "42");
            });
            work();
        },
        save);
}

/// The place that a line "result: PLACE" tells.
Path told(const std::string& err) {
    const std::size_t line = err.find("result: ");
    REQUIRE(line != std::string::npos);
    return err.substr(line + 8, err.find('\n', line) - line - 8);
}

}  // namespace

TEST_CASE("A result is written where the reader said", "[command_line]") {
    const TemporaryFolder folder;
    for (const PathUse use : {PathUse::write_file, PathUse::write_folder}) {
        Chapter chapter;
        working(chapter, use, [] {});
        const Path to = folder.path / (use == PathUse::write_file ? "new/file" : "folder");
        const Result result = run(chapter, {"--save", to});
        CHECK(result.exit_code == 0);
        CHECK(told(result.err) == to);
        CHECK(read_whole_file(use == PathUse::write_file ? to : to / "learned") == "42");
        for (const auto& one : fs::directory_iterator(to.parent_path()))
            CHECK(one.path().filename().string()[0] != '.');
    }
}

TEST_CASE("A path that cannot be written is refused before the first section",
          "[command_line]") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "file", "");
    const std::vector<std::pair<PathUse, Path>> refused{
        {PathUse::write_folder, "/dev/null/x"},
        {PathUse::write_folder, folder.path / "file"},
        {PathUse::write_file, folder.path},
        {PathUse::write_file, "/dev/null"},
        {PathUse::write_file, folder.path / "file/x"}};
    for (const auto& [use, path] : refused) {
        INFO(path);
        int worked = 0;
        Chapter chapter;
        working(chapter, use, [&] { ++worked; });
        const Result result = run(chapter, {"--save", path});
        CHECK(worked == 0);
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        CHECK_THAT(result.err, ContainsText("--save was given '" + path.string() + "'"));
        const std::string wanted = use == PathUse::write_file ? "file" : "folder";
        CHECK_THAT(result.err, ContainsText("give a " + wanted + " that can be;"));
    }
}

TEST_CASE("A folder for figures or matrices is tried before the first section",
          "[command_line]") {
    for (const std::string option : {"--figures", "--npy"}) {
        INFO(option);
        int worked = 0;
        Chapter chapter;
        working(chapter, PathUse::write_file, [&] { ++worked; });
        const Result result = run(chapter, {option, "/dev/null/x"});
        CHECK(worked == 0);
        CHECK(result.exit_code == 2);
        CHECK(result.out == "");
        CHECK_THAT(result.err, ContainsText(option + " was given '/dev/null/x'"));
    }
}

TEST_CASE("A section that is not there is refused before anything is printed",
          "[command_line]") {
    Chapter chapter;
    working(chapter, PathUse::write_file, [] {});
    const Result result = run(chapter, {"--only", "Play\x1b[2J"});
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK_THAT(result.err, ContainsText("--only was given 'Play\uFFFD[2J', and no section "
                                        "has that title; there are Work;"));
}

TEST_CASE("A file that no wanted section writes is refused before anything runs",
          "[command_line]") {
    const TemporaryFolder folder;
    const std::string to = folder.path / "kept";
    Chapter chapter;
    working(chapter, PathUse::write_file, [] {});
    const auto load = chapter.path("load", PathUse::read, "none", "is read");
    int played = 0;
    chapter.section("Play", [&](Page&) { ++played; });
    const Result result = run(chapter, {"--only", "Play", "--save", to});
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(played == 0);
    CHECK_THAT(result.err, ContainsText("--save was given '" + to +
                                        "', and no section that runs writes it; it is "
                                        "written by Work;"));
    CHECK(run(chapter, {"--only", "Play", "--load", to}).exit_code == 0);
    CHECK(run(chapter, {"--only", "Work", "--save", to}).exit_code == 0);
    CHECK(read_whole_file(to) == "42");
}

TEST_CASE("What cannot be written in the end is told", "[command_line]") {
    const TemporaryFolder folder;
    const Path inside = folder.path / "inside";
    Chapter chapter;
    working(chapter, PathUse::write_file, [&] { fs::remove_all(inside); });
    const Result result = run(chapter, {"--save", inside / "kept"});
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsText("cannot write " + (inside / "kept").string()));
}

TEST_CASE("Without options a figure is an SVG, and a line says what else there is",
          "[command_line]") {
    const TemporaryFolder folder;
    Chapter chapter;
    chapter.titled("00_sample", "What is drawn?");
    const auto never = chapter.flag("never", "runs what does not run");
    chapter
        .section(
            "Never", [](Page& page, bool) { page.say("it ran"); }, never)
        .only_if(never);
    chapter
        .section("One",
                 [](Page& page) {
                     page.keep("m", Matrix{{1}});
                     page.draw({"00_one",
                                "One cell",
                                "It holds 1.",
                                {{plots::table("", Matrix{{1}}, {}, {})}}});
                 })
        .draws("00_one");
    const Result result = run(chapter, {"--figures", folder.path});
    CHECK(result.exit_code == 0);
    CHECK(result.out == "00_sample: What is drawn?\n\n== One\n\n");
    CHECK(
        result.err ==
        "figure: " + (folder.path / "00_one.svg").string() +
            "\nmore: --png and --pdf draw pictures, --show plots the numbers with gnuplot\n");
    CHECK(fs::exists(folder.path / "00_one.svg"));
    CHECK_FALSE(fs::exists(folder.path / "00_one.png"));
    CHECK_FALSE(fs::exists(folder.path / "00_one.pdf"));
}

TEST_CASE("A chapter's contents are filled in before its options are read",
          "[command_line]") {
    std::string program = "program", list = "--list", json = "json";
    std::vector<char*> argv{program.data(), list.data(), json.data()};
    const Caught out(std::cout);
    CHECK(run_command_line(ch13::contents, 3, argv.data()) == 0);
    CHECK_THAT(out.text(), ContainsText("\"name\":\"13_encoder\""));
}

TEST_CASE("A section that fails after its work loses nothing", "[command_line]") {
    const TemporaryFolder folder;
    Chapter chapter;
    working(chapter, PathUse::write_file, [] { throw std::runtime_error("no figure"); });
    const Result result = run(chapter, {"--save", folder.path / "kept"});
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsText("no figure"));
    CHECK(read_whole_file(folder.path / "kept") == "42");
}

TEST_CASE("A list in an error stays a list", "[command_line]") {
    Chapter chapter;
    working(chapter, PathUse::write_file, [] {
        throw std::runtime_error("they do not fit:\n  a\x1b[2J is missing\n  b is unknown");
    });
    CHECK_THAT(run(chapter, {}).err,
               ContainsText("they do not fit:\n  a\uFFFD[2J is missing\n  b is unknown"));
}

TEST_CASE("A chapter writes no file", "[command_line]") {
    const TemporaryFolder folder;
    Chapter chapter;
    ch13::contents(chapter);
    chapter.turn("save", (folder.path / "weights").string());
    std::ostringstream text;
    Page page(text);
    chapter.run_section("A sentence of your own", page);
    CHECK(fs::is_empty(folder.path));
    REQUIRE(page.given().size() == 1);
    page.given()[0].write(page.given()[0].to);
    CHECK(fs::is_regular_file(folder.path / "weights"));
}

}  // namespace attn::chapters
