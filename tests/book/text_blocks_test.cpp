#include "tools/text_blocks.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/quotes.hpp"
#include "tools/text_files.hpp"

using namespace book;

namespace {

const char* const source = R"(#include "a.hpp"

// Not directly above anything.

namespace attn {
namespace {

/// How long a is.
/// In metres.
double norm(std::span<const double> a) {
    // [inner]
    if (a.empty()) {
        return 0;  // [n]
    }
    // [/inner]
    // [n]
    return root(a);
}

struct Range {
    char32_t first, last;
};

template <class T, std::size_t n = 3>
bool is_in(T code, const std::array<Range, n>& ranges) {
    return false;
}

constexpr std::array<Range, 2> wide{{{1, 2},
                                     {3, 4}}};
const double pi = 3;

class ShapeError : public std::invalid_argument {
public:
    double norm() const { return 1; }
};

enum class Kind : int { small, large };

}  // namespace

Matrix::Matrix(std::size_t rows, std::size_t cols)
    : rows_(rows), cols_(cols) {}

std::function<double(double)> Matrix::row(std::size_t i) & {
    return i;
}

AttentionMask operator&(const AttentionMask& a, const AttentionMask& b) {
    return a;
}

double Matrix::operator()(std::size_t i) const {
    return 1;
}

[[nodiscard]] int scale(int a);  // an int
[[nodiscard]] int scale(double a,
                        double b);

}  // namespace attn
)";

std::string definition(std::string_view name, std::string_view signature = "") {
    return join_lines(quote_definition(source, name, signature));
}

/// A project with one source and one recording.
struct ProjectOfBlocks {
    ProjectOfBlocks() {
        write_file(folder.path / "lib/a.cpp",
                   "/// Twice.\nint twice(int a) {\n    return 2 * a;\n}\n");
        write_file(folder.path / "tests/expected/01_a.txt",
                   "== One\n1.00\n\n== Two\n2.00\n\n");
    }
    FilledText fill(std::string_view text) const {
        return fill_blocks(text, "docs/01_a.md", folder.path);
    }
    TemporaryFolder folder;
};

const char* const code_marker = "<!-- code lib/a.cpp twice -->\n";
const char* const code_block =
    "```cpp\n/// Twice.\nint twice(int a) {\n    return 2 * a;\n}\n```\n";

}  // namespace

TEST_CASE("A definition is quoted with its comment, without region marks",
          "[text_blocks]") {
    CHECK(definition("norm") ==
          "/// How long a is.\n/// In metres.\n"
          "double norm(std::span<const double> a) {\n"
          "    if (a.empty()) {\n        return 0;  // [n]\n    }\n"
          "    // [n]\n    return root(a);\n}");
}

TEST_CASE("Whatever is defined can be quoted by its name", "[text_blocks]") {
    CHECK(definition("Range") == "struct Range {\n    char32_t first, last;\n};");
    CHECK(definition("is_in").starts_with(
        "template <class T, std::size_t n = 3>\nbool is_in("));
    CHECK(definition("is_in").ends_with("return false;\n}"));
    CHECK(definition("wide").ends_with("{3, 4}}};"));
    CHECK(definition("pi") == "const double pi = 3;");
    CHECK(definition("ShapeError").ends_with("return 1; }\n};"));
    CHECK(definition("Kind") == "enum class Kind : int { small, large };");
    CHECK(definition("Matrix::Matrix").ends_with("    : rows_(rows), cols_(cols) {}"));
    CHECK(definition("Matrix::row").ends_with("    return i;\n}"));
    CHECK(definition("operator&").ends_with("    return a;\n}"));
    CHECK(definition("Matrix::operator()").ends_with("    return 1;\n}"));
}

TEST_CASE("Of several overloads a piece of the head chooses one", "[text_blocks]") {
    CHECK_THROWS_WITH(definition("scale"),
                      "scale is defined 2 times; say which one with a piece of its head in "
                      "quotes:\n    [[nodiscard]] int scale(int a);\n"
                      "    [[nodiscard]] int scale(double a, double b);");
    CHECK(definition("scale", "int a") == "[[nodiscard]] int scale(int a);  // an int");
    CHECK(definition("scale", "double a, double b").ends_with("double b);"));
    CHECK_THROWS_WITH(definition("scale", "float"),
                      "no definition of scale has \"float\" in its head");
}

TEST_CASE("A name that is only used is not a definition", "[text_blocks]") {
    for (const char* name : {"root", "a", "rows_", "nor", "row", "Matrix", "std", "double",
                             "scal", "first", "none"}) {
        CHECK_THROWS_WITH(definition(name),
                          "there is no definition of " + std::string(name));
    }
}

TEST_CASE("A test is quoted by a piece of its title", "[text_blocks]") {
    const char* const tests =
        "TEST_CASE(\"One\") {\n    CHECK(1);\n}\n\n"
        "TEST_CASE(\"Two\") {\n    CHECK(2);\n}\n";
    CHECK(join_lines(quote_definition(tests, "TEST_CASE", "Two")) ==
          "TEST_CASE(\"Two\") {\n    CHECK(2);\n}");
}

TEST_CASE("A region is quoted without its indentation", "[text_blocks]") {
    CHECK(join_lines(quote_region(source, "inner")) ==
          "if (a.empty()) {\n    return 0;  // [n]\n}");
    CHECK(join_lines(quote_region("# [a]\nx = 1\n# [/a]\n# [b]\n", "a")) == "x = 1");
    CHECK_THROWS_WITH(quote_region("[a]\nx = 1\n[/a]\n", "a"),
                      "there is no comment // [a]");
    CHECK_THROWS_WITH(quote_region(source, "outer"), "there is no comment // [outer]");
    CHECK_THROWS_WITH(quote_region("// [a]\n", "a"), "there is no comment // [/a]");
    CHECK_THROWS_WITH(quote_region("// [/a]\n// [a]\n", "a"),
                      "// [/a] stands before // [a]");
    CHECK_THROWS_WITH(quote_region("// [a]\n// [a]\n// [/a]\n", "a"),
                      "there is more than one comment // [a]");
}

TEST_CASE("A section goes from its heading to the next", "[text_blocks]") {
    const char* const recording = "hello\n\n== One\n1.00\n\n\n== Two\n2.00\n\n";
    CHECK(join_lines(quote_section(recording, "One")) == "== One\n1.00");
    CHECK(join_lines(quote_section(recording, "Two")) == "== Two\n2.00");
    CHECK(join_lines(quote_recording(recording)).ends_with("== Two\n2.00"));
    CHECK_THROWS_WITH(quote_section(recording, "On"), "there is no section \"On\"");
    CHECK_THROWS_WITH(quote_section("== a\n== a\n", "a"),
                      "there is more than one section \"a\"");
}

TEST_CASE("A block is put in where there is none, and replaced where there is one",
          "[text_blocks]") {
    const ProjectOfBlocks project;
    const std::string wanted = std::string(code_marker) + code_block + "\nThen.\n";
    const FilledText inserted = project.fill(std::string(code_marker) + "\nThen.\n");
    CHECK(inserted.text == wanted);
    CHECK(inserted.stale_markers ==
          std::vector<std::string>{"<!-- code lib/a.cpp twice -->"});

    const FilledText replaced =
        project.fill(std::string(code_marker) + "```cpp\nold\n\n\nold\n```\n\nThen.\n");
    CHECK(replaced.text == wanted);
    CHECK(replaced.stale_markers.size() == 1);

    const FilledText unchanged = project.fill(wanted);
    CHECK(unchanged.text == wanted);
    CHECK(unchanged.stale_markers.empty());

    const char* const moved_byte = "    return 2 * a;";
    std::string stale = wanted;
    stale.replace(stale.find(moved_byte), 4, "   ");
    CHECK(project.fill(stale).stale_markers.size() == 1);
}

TEST_CASE("A file is quoted as a whole", "[text_blocks]") {
    const ProjectOfBlocks project;
    write_file(project.folder.path / "lib/b.cpp", "int a;\n\nint b;\n");
    const char* const filled = "<!-- code lib/b.cpp -->\n```cpp\nint a;\n\nint b;\n```\n";
    CHECK(project.fill("<!-- code lib/b.cpp -->\n").text == filled);
    CHECK(project.fill(filled).stale_markers.empty());
    CHECK_THROWS_AS(project.fill("<!-- code -->\n"), std::runtime_error);
}

TEST_CASE("Output is quoted by section or as a whole", "[text_blocks]") {
    const ProjectOfBlocks project;
    CHECK(project.fill("<!-- output 01_a \"One\" -->").text ==
          "<!-- output 01_a \"One\" -->\n```text\n== One\n1.00\n```");
    CHECK(project.fill("<!-- output 01_a -->").text ==
          "<!-- output 01_a -->\n```text\n== One\n1.00\n\n== Two\n2.00\n```");
}

TEST_CASE("A chapter's knobs are a table in place of the old one", "[text_blocks]") {
    const ProjectOfBlocks project;
    write_file(project.folder.path / "tests/expected/01_a_knobs.txt",
               "| knob |\n|---|\n| `--b` |\n");
    const std::string filled = "<!-- knobs 01_a -->\n| knob |\n|---|\n| `--b` |\n\nWords.";
    CHECK(project.fill("<!-- knobs 01_a -->\n\nWords.").text == filled);
    CHECK(project.fill("<!-- knobs 01_a -->\n| old |\n|---|\n\nWords.").text == filled);
    CHECK(project.fill(filled).stale_markers.empty());
    CHECK_THROWS_AS(project.fill("<!-- knobs -->"), std::runtime_error);
    CHECK_THROWS_AS(project.fill("<!-- knobs 02_b -->"), std::runtime_error);
}

TEST_CASE("A block of another kind that follows is not ours", "[text_blocks]") {
    const ProjectOfBlocks project;
    const std::string command = "```sh\n./run 1\n```\n";
    CHECK(project.fill(code_marker + command).text == code_marker + (code_block + command));
}

TEST_CASE("A fence is longer than those that it holds", "[text_blocks]") {
    const ProjectOfBlocks project;
    write_file(project.folder.path / "tests/expected/02_b.txt", "```\n");
    const FilledText filled = project.fill("<!-- output 02_b -->\n");
    CHECK(filled.text == "<!-- output 02_b -->\n````text\n```\n````\n");
    CHECK(project.fill(filled.text).stale_markers.empty());
}

TEST_CASE("A Python script's region stands in a block of Python", "[text_blocks]") {
    const ProjectOfBlocks project;
    write_file(project.folder.path / "lib/a.py", "# [half]\nx = 0.5\n# [/half]\n");
    const FilledText filled = project.fill("<!-- code lib/a.py [half] -->\nand so on\n");
    CHECK(filled.text ==
          "<!-- code lib/a.py [half] -->\n```python\nx = 0.5\n```\nand so on\n");
    CHECK(project.fill(filled.text).text == filled.text);
    CHECK(project.fill(filled.text).stale_markers.empty());
}

TEST_CASE("Other text passes byte by byte", "[text_blocks]") {
    const ProjectOfBlocks project;
    for (const char* text :
         {"", "\n", "no line end", "a\n\n\n", "나는 $d_k$  \n", "<!-- coder -->\n",
          "````md\n<!-- code lib/none.cpp none -->\n```cpp\n```\n````\n",
          "~~~\n<!-- output wrong words here -->\n~~~\n",
          "like `<!-- code a b -->` here\n"}) {
        CHECK(project.fill(text).text == text);
        CHECK(project.fill(text).stale_markers.empty());
    }
}

TEST_CASE("What cannot be filled is an error with text, marker and reason",
          "[text_blocks]") {
    const ProjectOfBlocks project;
    CHECK_THROWS_WITH(
        project.fill("<!-- code lib/a.cpp thrice -->"),
        "docs/01_a.md: <!-- code lib/a.cpp thrice -->: there is no definition "
        "of thrice");
    CHECK_THROWS_AS(project.fill("<!-- code lib/a.cpp thrice -->"), std::runtime_error);
    const std::vector<std::string> wrong{"<!-- code lib/none.cpp twice -->",
                                         "<!-- code lib/a.cpp [region] -->",
                                         "<!-- code lib/a.cpp twice int -->",
                                         "<!-- code lib/a.cpp [twice] \"int\" -->",
                                         "<!-- code lib -->",
                                         "<!-- code lib/a.cpp twice \"double\" -->",
                                         "<!-- code lib/a.cpp twice \"int -->",
                                         "<!--code lib/a.cpp thrice-->",
                                         "<!-- code lib/a.cpp twice",
                                         "  <!-- code lib/a.cpp twice -->",
                                         "<!-- code lib/a.cpp twice --> and",
                                         "<!-- code lib/a.cpp twice --> ",
                                         "<!-- output -->",
                                         "<!-- output none -->",
                                         "<!-- output 01_a \"Three\" -->",
                                         "<!-- output 01_a One -->",
                                         "<!-- output 01_a \"One\" \"Two\" -->",
                                         "<!-- output 01_a -->\n```text",
                                         "```cpp",
                                         "text\n~~~\n```"};
    for (const std::string& text : wrong) {
        INFO(text);
        CHECK_THROWS_AS(project.fill(text), std::runtime_error);
    }
    CHECK_THROWS_WITH(project.fill("```cpp\nint a;\n"),
                      "docs/01_a.md: ```cpp: the block ```cpp is never closed");
}
