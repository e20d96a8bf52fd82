// The book that scripts/book/make makes of the texts, and the checks of its pages.
#include <cctype>
#include <filesystem>

#include "catch.hpp"
#include "fake_programs.hpp"
#include "tools/pages.hpp"
#include "tools/run_command.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

const fs::path root = ATTN_SOURCE_DIR;
const fs::path make = root / "scripts/book/make";
const std::vector<std::string> no_errors;

bool has_pandoc() {
    return run_command({"pandoc", "--version"}).exit_code == 0;
}

/// Two pages that link to each other and in which nothing is wrong.
struct Folder {
    Folder() {
        write_file(path / "index.html", "<h1>A</h1><a href=\"deep/b.html#b\">B</a>");
        write_file(path / "deep/b.html",
                   "<h1 id=\"b\">B</h1><a href='../index.html'>A</a>");
    }
    std::vector<std::string> errors_with(const std::string& html) const {
        write_file(path / "index.html", "<h1>A</h1><a href=\"deep/b.html\">B</a>" + html);
        return page_errors(path);
    }

    TemporaryFolder folder;
    fs::path path = folder.path;
};

/// A chapter's program that draws nothing and writes the numbers of its committed figures.
void write_chapter(const fs::path& program) {
    const std::string number = program.filename().string().substr(0, 3);
    std::string body;
    for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
        const std::string name = entry.path().stem().string();
        if (!name.starts_with(number)) continue;
        body += "printf 'word,x\\n\"a, \"\"b\"\" <c>\",0.123456789\\n' >\"$2/" + name +
                ".csv\"\n";
    }
    write_program(program, body);
}

/// The page of a text: docs/01_a.md is 01_a.html, README.md index.html.
fs::path page_of(const fs::path& text) {
    if (text == "README.md") return "index.html";
    return text.lexically_relative("docs").replace_extension(".html");
}

}  // namespace

TEST_CASE("Tags are found with their attributes", "[pages]") {
    const std::vector<Tag> tags = tags_of(
        "<!DOCTYPE html><P class=a id='b c'>1 < 2<!-- <b> --><img alt=\"x > &quot;y\" "
        "src=z hidden></p>");
    REQUIRE(tags.size() == 3);
    CHECK(tags[0].name == "p");
    CHECK(tags[0].attributes.at("class") == "a");
    CHECK(tags[0].attributes.at("id") == "b c");
    CHECK(tags[1].attributes.at("alt") == "x > \"y");
    CHECK(tags[1].attributes.at("src") == "z");
    CHECK(tags[1].attributes.count("hidden") == 1);
    CHECK(tags[2].name == "/p");
}

TEST_CASE("What is wrong with pages is found", "[pages]") {
    const Folder folder;
    CHECK(folder.errors_with("<h2>B</h2><h3>C</h3><h2>D</h2><a href=\"https://a.org\">x</a>"
                             "<img src=\"data:,\" alt=\"x\">") == no_errors);
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"<a href=\"c.html\">C</a>", "(c.html): no such file"},
        {"<a href=\"deep\">C</a>", "(deep): no such file"},
        {"<a href=\"deep/b.html#c\">C</a>", "(deep/b.html#c): no such heading"},
        {"<a href=\"#c\">C</a>", "(#c): no such heading"},
        {"<a href=\"\">C</a>", "(): leads nowhere"},
        {"<img src=\"deep/b.html\" alt=\" \">", "the picture has no description"},
        {"<img src=\"c.svg\" alt=\"c\">", "(c.svg): no such file"},
        {"<img src=\"https://a.org/c.svg\" alt=\"c\">",
         "(https://a.org/c.svg): loads from elsewhere"},
        {"<link href=\"http://a.org/c.css\">",
         "(http://a.org/c.css): loads from elsewhere"},
        {"<h3>C</h3>", "h3 follows h1"},
        {"<h1>C</h1>", "a second h1"},
        {"<p id=a></p><p id=a>", "two places have the id a"},
        {"<script>1</script>", "a script"},
        {"<p onclick=\"1\">", "a script in onclick"},
    };
    for (const auto& [html, error] : wrong) {
        INFO(html);
        CHECK(folder.errors_with(html) == std::vector<std::string>{"index.html: " + error});
    }
    write_file(folder.path / "c.html", "<h1>C</h1><a href=\"c.html\">C</a>");
    CHECK(folder.errors_with("") ==
          std::vector<std::string>{"c.html: no page links to it"});
}

TEST_CASE("The book has every text and figure, and all its links lead somewhere",
          "[book]") {
    if (!has_pandoc()) {
        WARN("skipped: pandoc, which makes the book, is not installed");
        return;
    }
    const TemporaryFolder folder;
    const fs::path book = folder.path / "a book";
    fs::create_directories(folder.path / "programs");
    for (const fs::path& text : texts_of(root)) {
        if (text.parent_path() != "docs" || text.filename().string()[0] > '9') continue;
        write_chapter(folder.path / "programs" / text.stem());
    }
    const CommandResult made = run_command({make, book, folder.path / "programs"});
    REQUIRE(made.err == "");
    REQUIRE(made.exit_code == 0);

    CHECK(page_errors(book) == no_errors);
    for (const fs::path& text : texts_of(root)) {
        INFO(text);
        if (text.parent_path() != "") CHECK(fs::exists(book / page_of(text)));
    }
    for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
        const fs::path figure = book / "figures" / entry.path().filename();
        INFO(figure);
        CHECK(fs::exists(figure));
        const std::string page =
            read_whole_file(fs::path(figure).replace_extension(".html"));
        CHECK_THAT(
            page,
            ContainsText("<tr><td>a, &quot;b&quot; &lt;c&gt;</td><td>0.12346</td></tr>"));
        CHECK_THAT(page, ContainsText(figure.stem().string() + ".csv\">"));
    }
    const std::string css = read_whole_file(book / "book.css");
    CHECK(css.find("url(") == std::string::npos);
    CHECK(css.find("@import") == std::string::npos);
}

TEST_CASE("A folder that is no book is left alone", "[book]") {
    if (!has_pandoc()) {
        WARN("skipped: pandoc, which makes the book, is not installed");
        return;
    }
    const TemporaryFolder folder;
    write_file(folder.path / "mine/letter.txt", "Dear reader");
    const CommandResult made = run_command({make, folder.path / "mine"});
    CHECK(made.exit_code == 1);
    CHECK_THAT(made.err, ContainsText("is there and is no book: not touched."));
    CHECK(read_whole_file(folder.path / "mine/letter.txt") == "Dear reader");
}

TEST_CASE("Without pandoc the book says what is missing", "[book]") {
    const TemporaryFolder folder;
    // All that the script calls before it looks for pandoc.
    write_program(folder.path / "dirname", "echo \"${2%/*}\"");
    const CommandResult made =
        run_command({"/bin/bash", make, folder.path / "book"},
                    {.environment = {{"PATH", folder.path.string()}}});
    CHECK(made.err == "pandoc is missing: it makes the book's pages.\n");
    CHECK(made.exit_code == 1);
    CHECK_FALSE(fs::exists(folder.path / "book"));
}
