#include <filesystem>
#include <stdexcept>

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/row_checks.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

const fs::path root = source_folder();
using Ids = std::vector<std::string>;

/// The tags of all tests. The exit code says nothing: Catch2 2 returns the number of tags.
std::set<std::string> all_tags() {
    std::set<std::string> tags;
    for (const std::string& program : test_programs()) {
        tags.merge(tags_in(run_command({program, "--list-tags"}).out));
    }
    return tags;
}

}  // namespace

TEST_CASE("Every tag that looks like a row's is one of the 146 rows", "[rows]") {
    const std::vector<Row> rows = read_rows(read_whole_file(root / "tests/rows.txt"));
    CHECK(rows.size() == 146);
    const std::set<std::string> tags = all_tags();
    CHECK(tags.count("matrix") == 1);
    CHECK(tags.count("rows") == 1);
    CHECK(unknown_rows(rows, tags) == Ids{});
}

// A build without the chapters lacks their tests too.
#ifdef ATTN_HAS_CHAPTERS
TEST_CASE("Every row of the chapters that exist has a test or a text", "[rows]") {
    const std::vector<Row> rows = read_rows(read_whole_file(root / "tests/rows.txt"));
    CHECK_FALSE(chapters_of(root).empty());
    CHECK(missing_rows(rows, chapters_of(root), all_tags(), rows_in_texts(root)) == Ids{});
}
#endif

TEST_CASE("A row without a test and a tag without a row are found", "[rows]") {
    const std::vector<Row> rows =
        read_rows("# a comment\n\nS3-05 1\nS3-06 1\nW-01  6\nS1-01 4 text\nS4-02 9 text\n");
    REQUIRE(rows.size() == 5);
    CHECK(missing_rows(rows, {1}, {"S3-05", "matrix"}, {}) == Ids{"S3-06"});
    CHECK(missing_rows(rows, {1, 4, 6}, {"S3-05", "S3-06", "S1-01"}, {"W-01"}) ==
          Ids{"W-01", "S1-01"});
    CHECK(missing_rows(rows, {1, 4}, {"S3-05", "S3-06"}, {"S1-01"}) == Ids{});
    CHECK(missing_rows(rows, {}, {}, {}) == Ids{});
    CHECK(unknown_rows(rows, {"S3-05", "S3-5", "S9-01", "W-12", "S3", "matrix",
                              "Softmax"}) == Ids{"S3-5", "S9-01", "W-12"});
}

TEST_CASE("A line of rows.txt that says too little or too much is refused", "[rows]") {
    for (const char* line : {"S3-05", "S3-05 one", "S3-05 1 run", "X-05 1",
                             "S3-05 1 text 2", "S3-05 1\nS3-05 2", "S3-05 123"}) {
        INFO(line);
        CHECK_THROWS_AS(read_rows(line), std::runtime_error);
    }
}

TEST_CASE("Tags are read from either Catch2", "[rows]") {
    const std::set<std::string> wanted{"S0-03", "matrix", "vector"};
    CHECK(tags_in(
              "All available tags:\n   1  [S0-03]\n  12  [matrix], [vector]\n3 tags\n\n") ==
          wanted);
    CHECK(
        tags_in("All available tags:\n   1  [S0-03]\n  12  [matrix]\n   1  [vector]\n\n") ==
        wanted);
    CHECK(tags_in("").empty());
}

TEST_CASE("Chapters and rows of a project are found by their files", "[rows]") {
    const TemporaryFolder folder;
    CHECK(chapters_of(folder.path).empty());
    for (const char* name : {"01_a/01_a.cpp", "13_b/13_b.cpp", "02_c.cpp", "notes/n.cpp",
                             "program/03_d.cpp"}) {
        write_file(folder.path / "chapters" / name, "");
    }
    CHECK(chapters_of(folder.path) == std::set<int>{1, 13});
    write_file(
        folder.path / "docs/01_a.md",
        "<!-- row S1-01 -->\nBahdanau. <!-- row S4-02 -->\n```\n<!-- row S1-38 -->\n```\n");
    CHECK(rows_in_texts(folder.path) == std::set<std::string>{"S1-01", "S4-02"});
}
