// The book that book/make makes of the texts, and the checks of its pages.
#include <cctype>
#include <filesystem>

#include "book/our_project.hpp"
#include "catch.hpp"
#include "fake_programs.hpp"
#include "tools/markdown.hpp"
#include "tools/pages.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

const fs::path make = root / "book/make";

/// Says so where a test that makes a book is skipped.
bool lacks_pandoc() {
    const bool lacks = run_command({"pandoc", "--version"}).exit_code != 0;
    if (lacks) WARN("skipped: pandoc, which makes the book, is not installed");
    return lacks;
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

/// A project of one chapter, so that its book is made quickly.
struct SmallProject {
    SmallProject() {
        for (const char* part : {"book", "tests/expected"}) {
            fs::create_directories(path / part);
            fs::copy(root / part, path / part, fs::copy_options::recursive);
        }
        write_file(path / "README.md", "# A book\n\nOne sentence. And another.\n");
        write_file(path / "docs/glossary.md",
                   "# Glossary\n\n- **mask** (chapter [1](01_a.md)): b.\n");
        write_file(path / "docs/01_a.md", "# 1. A: b?\n\nWords.\n");
        fs::create_directories(path / "docs/figures");
        for (const char* figure : {"16_alignment.svg", "16_own.svg"}) {
            fs::copy(root / "docs/figures" / figure, path / "docs/figures");
        }
    }
    /// Makes its book, and returns where that is.
    fs::path book_made_with(const std::vector<std::string>& arguments = {}) const {
        std::vector<std::string> command{path / "book/make", folder.path / "book"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const CommandResult made = run_command(command);
        REQUIRE(made.err == "");
        return folder.path / "book";
    }

    TemporaryFolder folder;
    fs::path path = folder.path / "project";
};

/// The page of a text: docs/01_a.md is 01_a.html, README.md index.html.
fs::path page_of(const fs::path& text) {
    if (text == "README.md") return "index.html";
    return text.lexically_relative("docs").replace_extension(".html");
}

std::vector<fs::path> chapters() {
    std::vector<fs::path> found;
    for (const fs::path& text : texts_of(root)) {
        const std::string name = text.filename().string();
        if (text.parent_path() == "docs" && name[0] <= '9' && !name.starts_with("00")) {
            found.push_back(text);
        }
    }
    return found;
}

std::size_t count_of(const std::string& text, const std::string& piece) {
    std::size_t count = 0;
    for (std::size_t i = text.find(piece); i != std::string::npos;
         i = text.find(piece, i + piece.size())) {
        ++count;
    }
    return count;
}

/// Figures in the page, sections in its contents, answers below their questions.
void check_chapter(const fs::path& book, const fs::path& text) {
    const std::string html = read_whole_file(book / page_of(text));
    const std::string markdown = read_whole_file(root / text);
    const std::string answers = read_whole_file(root / "docs/answers" / text.filename());
    INFO(text);
    const std::size_t figures = count_of(markdown, "\n![");
    CHECK(count_of(html, "<figure class=\"plot\" id=\"figure-") == figures);
    CHECK(count_of(html, "<div class=\"turn\" hidden></div>") == figures);
    CHECK(count_of(html, "<svg xmlns") + count_of(html, "src=\"figures/drawings/") ==
          figures);
    CHECK(count_of(html, "<details class=\"answer\">") == count_of(answers, "<details>"));
    CHECK(count_of(html, "<details class=\"aside\"") == count_of(markdown, "<details>"));
    CHECK(count_of(html, "<div class=\"block output\"") >=
          count_of(markdown, "\n<!-- output "));
    const std::string contents = html.substr(html.find("<nav id=\"book-contents\""));
    for (const std::string& anchor : anchors_of(markdown)) {
        if (std::isdigit(static_cast<unsigned char>(anchor[0])) != 0)
            continue;  // the title
        CHECK_THAT(contents, ContainsText("<a href=\"#" + anchor + "\">"));
    }
    CHECK_THAT(html, ContainsText("<body class=\"text-page\" data-chapter=\"" +
                                  text.stem().string() + "\""));
    CHECK(html.size() < 600'000);
}

/// What the style loads that is not there, or from elsewhere.
std::vector<std::string> style_errors(const fs::path& book) {
    const std::string css = read_whole_file(book / "book.css");
    std::vector<std::string> errors;
    if (css.find("@import") != std::string::npos) errors.push_back("@import");
    const std::string begin = "url(";
    for (std::size_t i = css.find(begin); i != std::string::npos;
         i = css.find(begin, i + 1)) {
        const std::size_t from = i + begin.size();
        const std::string file = css.substr(from, css.find(')', from) - from);
        if (!fs::exists(book / file)) errors.push_back(file);
    }
    return errors;
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
        {"<script>1</script>", "a script in the page"},
        {"<script src=\"c.js\"></script>", "(c.js): no such file"},
        {"<script src=\"https://a.org/c.js\"></script>",
         "(https://a.org/c.js): loads from elsewhere"},
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
    if (lacks_pandoc()) return;
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
        if (text.string().find("docs/") == 0) CHECK(fs::exists(book / page_of(text)));
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
    CHECK(style_errors(book) == no_errors);
    for (const fs::path& text : chapters()) check_chapter(book, text);
    const std::string first_page = read_whole_file(book / "index.html");
    const std::string found = read_whole_file(book / "search-data.js");
    for (const fs::path& text : chapters()) {
        const std::string page = page_of(text).string();
        INFO(page);
        CHECK_THAT(first_page, ContainsText("<h3><a href=\"" + page + "\">"));
        CHECK_THAT(found, ContainsText("{u:\"" + page + "\""));
        CHECK_THAT(found, ContainsText("{u:\"" + page + "#exercises\""));
    }
    CHECK_THAT(found, ContainsText("{u:\"glossary.html#self-attention\""));
    // The map's strip: every part leads to its chapter, and a chapter's own are filled.
    const std::string masking = read_whole_file(book / "06_masking.html");
    CHECK_THAT(masking, ContainsText("<a href=\"05_scaling.html\" title=\"Chapter 5\">"));
    for (const std::string part : {"masks", "causal mask"}) {
        CHECK_THAT(masking, ContainsText("<a href=\"06_masking.html\" class=\"own\" "
                                         "title=\"Chapter 6\">" +
                                         part + "</a>"));
    }
    CHECK(read_whole_file(book / "13_speed.html").find("class=\"map\"") ==
          std::string::npos);
    // As the recorded run prints it: love to you 0.4551.
    CHECK_THAT(first_page, ContainsText("<span>you</span> <b>45.5 %</b>"));
}

TEST_CASE("Only a book that is given live figures has a script for them", "[book]") {
    if (lacks_pandoc()) return;
    const SmallProject project;
    const fs::path folder = project.folder.path;
    write_file(folder / "live/live.js", "");
    const auto page_made_with = [&](const std::vector<std::string>& arguments) {
        const fs::path book = project.book_made_with(arguments);
        CHECK(page_errors(book) == no_errors);
        return read_whole_file(book / "01_a.html");
    };
    const std::string script = "<script src=\"live/live.js\" defer>";
    CHECK_THAT(page_made_with({}), !ContainsText("live.js"));
    CHECK_THAT(page_made_with({folder, folder / "live"}), ContainsText(script));
    const std::string first_page = read_whole_file(folder / "book/index.html");
    CHECK_THAT(first_page, ContainsText("<h3><a href=\"01_a.html\">A</a></h3>"));
    CHECK_THAT(first_page, !ContainsText("live.js"));
    // Where the README shows the translator's picture, it learns, and translates a reader's sentence.
    write_file(project.path / "README.md",
               "# A book\n\nOne sentence. And another.\n\n"
               "24641 parameters learn from 288 sentences.\n\n"
               "![A. B.](docs/figures/16_alignment.svg)\n\n*A caption.*\n");
    page_made_with({folder, folder / "live"});
    const std::string with_own = read_whole_file(folder / "book/index.html");
    CHECK_THAT(with_own, ContainsText("data-figure=\"16_sentence\" data-knobs=\"sentence\" "
                                      "data-sentence=\"나는 바다에 가고 싶어\""));
    CHECK_THAT(with_own, ContainsText("data-figure=\"16_own\" data-knobs=\"without\" "));
    CHECK_THAT(with_own, ContainsText(script) && ContainsText("A caption."));
    CHECK_THAT(with_own, ContainsText("a Transformer of 24,641 numbers"));
    CHECK_THAT(with_own, !ContainsText("parameters learn"));
    page_made_with({});
    const std::string without = read_whole_file(folder / "book/index.html");
    CHECK_THAT(without, !ContainsText("live.js") && !ContainsText("16_sentence"));
    CHECK_THAT(without, ContainsText("data-figure=\"16_alignment\""));
}

TEST_CASE("A caption may hold an upright word, and its slant is turned round", "[book]") {
    if (lacks_pandoc()) return;
    const SmallProject project;
    const auto html_with = [&](const std::string& below) {
        write_file(project.path / "docs/01_a.md",
                   "# 1. A: b?\n\nWords.\n\n![A. B.](figures/16_alignment.svg)\n\n" +
                       below + "\n");
        const std::string html = read_whole_file(project.book_made_with() / "01_a.html");
        const std::size_t from = html.find("<figure");
        const std::size_t end = html.find("</figure>", from);
        REQUIRE(end != std::string::npos);
        return std::pair{html.substr(from, end - from), html.substr(end)};
    };
    const auto [figure, rest] =
        html_with("*Row* you *looks at the* **stream** *only. Drawn by `./run 1`.*");
    CHECK_THAT(figure, ContainsText("Row <em>you</em> looks at the "
                                    "<strong>stream</strong> only."));
    CHECK_THAT(rest, !ContainsText("stream"));
    // What only begins or ends in italics is a paragraph.
    for (const char* below : {"*You* see a stream.", "The stream has *you*", "A stream."}) {
        const auto [alone, after] = html_with(below);
        INFO(below);
        CHECK_THAT(alone, !ContainsText("stream"));
        CHECK_THAT(after, ContainsText("stream"));
    }
}

TEST_CASE("The pages give the figures their own colours, in the light and in the dark",
          "[book]") {
    const std::string css = read_whole_file(root / "book/book.css");
    std::size_t colours = 0;
    for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
        const std::string svg = read_whole_file(entry.path());
        const std::string begin = "svg:root{";
        const std::size_t from = svg.find(begin) + begin.size();
        const std::string dark = svg.substr(from, svg.find('}', from) - from);
        // "--f-ink:#e9e5dc;" and, where the class is, "var(--f-ink,#17202c)"
        for (std::size_t i = 0; i < dark.size(); i = dark.find(';', i) + 1) {
            const std::string name = dark.substr(i, dark.find(':', i) - i);
            const std::string in_the_dark = dark.substr(i + name.size() + 1, 7);
            const std::string use = "var(" + name + ",";
            REQUIRE(svg.find(use) != std::string::npos);
            const std::string in_the_light = svg.substr(svg.find(use) + use.size(), 7);
            INFO(entry.path());
            CHECK_THAT(css, ContainsText(name + ": light-dark(" + in_the_light + ", " +
                                         in_the_dark + ")"));
            CHECK_THAT(css, ContainsText(name + ": " + in_the_light + ";"));
            ++colours;
        }
    }
    CHECK(colours > 300);
}

TEST_CASE("A folder that is no book is left alone", "[book]") {
    if (lacks_pandoc()) return;
    const TemporaryFolder folder;
    write_file(folder.path / "mine/letter.txt", "Dear reader");
    const CommandResult made = run_command({make, folder.path / "mine"});
    CHECK(made.exit_code == 1);
    CHECK_THAT(made.err, ContainsText("is there and is no book: not touched."));
    CHECK(read_whole_file(folder.path / "mine/letter.txt") == "Dear reader");
}

TEST_CASE("The book's own sources are no earlier book", "[book]") {
    if (lacks_pandoc()) return;
    const SmallProject project;  // a copy, so that the sources are safe
    const CommandResult made =
        run_command({project.path / "book/make", project.path / "book"});
    CHECK(made.exit_code == 1);
    CHECK_THAT(made.err, ContainsText("is there and is no book: not touched."));
    CHECK(fs::exists(project.path / "book/page.html"));
}

TEST_CASE("A book whose removal is interrupted has its successor in place", "[book]") {
    if (lacks_pandoc()) return;
    const SmallProject project;
    const fs::path book = project.book_made_with();
    write_file(project.path / "README.md", "# A newer book\n\nOne sentence.\n");
    const FakePrograms programs;  // a removal of an earlier book is ended on its way
    programs.add("rm",
                 "shift; css=$(find \"$@\" -name book.css 2>/dev/null)\n"
                 "if [ -n \"$css\" ]; then unlink \"$css\"; kill -TERM $PPID $$; fi\n"
                 "exec /bin/rm -rf \"$@\"");
    run_command({project.path / "book/make", book});
    CHECK(fs::exists(book / "book.css"));
    CHECK_THAT(read_whole_file(book / "index.html"), ContainsText("A newer book"));
}

TEST_CASE("A library of the search that was copied in part is not kept", "[book]") {
    if (lacks_pandoc()) return;
    const SmallProject project;
    const FakePrograms programs;
    programs.add("npm", "exit 0");
    programs.add("sha256sum", "exit 0");
    programs.add("tar",
                 "mkdir -p package/dist/umd\n"
                 "echo whole >package/dist/umd/index.js; echo MIT >package/LICENSE.txt");
    // The disk is full when the library is to be kept.
    programs.add("cp",
                 "case $1 in */umd/index.js) echo part >\"$2\"; exit 1 ;; esac\n"
                 "exec /bin/cp \"$@\"");
    CHECK_FALSE(fs::exists(project.book_made_with() / "minisearch.js"));
    fs::remove(programs.folder.path / "cp");
    CHECK(read_whole_file(project.book_made_with() / "minisearch.js") == "whole\n");
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
