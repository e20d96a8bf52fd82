#!/usr/bin/env python3
"""What the checks of the texts see, on a small project with one fault at a time."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import text_checks
from blocks import fill_blocks, quote_definition, quote_region, quote_section
from fill_docs import recordings_of
from in_folder import InFolder
from markdown import anchors_of, links_of
from pages import page_errors
from text_checks import declared_functions, line_errors, words_to_keep

SOURCE = """#include "a.hpp"

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
"""

FIGURE = '<svg class="fig"><title>A &lt; B?</title><desc>Row: a &amp; b.</desc></svg>'

# A project of one chapter whose texts are as they should be.
PROJECT = {
    "README.md": "# A\n![A < B? Row: a & b.](docs/figures/01_a.svg)\n",
    "docs/01_a.md": "# A\n1. none\n\n**Words to keep**: norm, NaN.\n\n## Exercises\n**Predict** this\n\n"
    "1. a\n2. b\n   more\n3. c\n\n**Change** one thing\n\n1. a\n2. b\n3. c\n4. d\n\n**Build**\n\n1. `one`\n"
    "2. `two`\n3. `three`\n\nAnswers: [answers/01_a.md](answers/01_a.md).\n\n## Next\n1. none\n",
    "docs/answers/01_a.md": "# Answers\n## Predict\n**1.** a\n<details>a\n</details>\n**2.** b\n<details>b\n"
    "</details>\n**3.** c\n<details>c\n</details>\n## Change\n1. a\n<details>\n2. b\n<details>\n3. c\n<details>\n"
    "4. d\n<details>\n## Build\n**1.**\n<details>\n**2.**\n<details>\n**3.**\n<details>\n"
    "<!-- code chapters/01_a/answers.cpp one \"int\" -->\n```cpp\nint one(int a, int b);\n```\n"
    '<!-- code chapters/01_a/answers.cpp two "Matrix" -->\n```cpp\nMatrix& two();\n```\n'
    "<!-- code chapters/01_a/answers.cpp three \"\" -->\n```cpp\nVector three();\n```\n",
    "docs/figures/01_a.svg": FIGURE,
    "docs/glossary.md": "# G\n\n- **NaN** ([1](01_a.md)): no\n  number.\n- **norm**: a length\n  ([1](01_a.md)).\n",
    "docs/questions.md": "Why? [Chapter 1](01_a.md), `./run 1 --angle 3`.\n",
    "chapters/01_a/exercises.hpp": "/// one()\nnamespace a {\nstruct S {\n    int inside();\n};\nint one(int a,\n"
    "        int b(int));\nMatrix& two();\n/// hint three()\nstd::vector<double> three();\n}  // namespace a\n",
    "chapters/01_a/answers.cpp": "int one(int a, int b);\n\nMatrix& two();\n\nVector three();\n",
    "tests/exercises/01_a_test.cpp": 'TEST_CASE("one is 1") {}\nTEST_CASE("two is 2") {}\nTEST_CASE("three is") {}\n',
    "tests/expected/runs.txt": "# a comment\n\n01_a  01_a\nhelp  *  --help\n",
    "tests/expected/01_a.txt": "== One\n1.00\n\n== Two\n2.00\n\n",
    "tests/expected/help.txt": "== 01_a\n\n  --angle arg  an angle\n  --only TITLE  run one section\n",
    "lib/a.cpp": "/// Twice.\nint twice(int a) {\n    return 2 * a;\n}\n",
    "docs/notes.md": "".join(
        f"- **{note}-{line:02}** a [1](01_a.md)" + ("" if f"{note}-{line:02}" in text_checks.HISTORY else ": `./run 1`") + "\n"
        for note, lines in text_checks.NOTES.items()
        for line in range(1, lines + 1)
    ),
}


class InProject(InFolder):
    def setUp(self):
        self.root = self.new_folder()
        for path, text in PROJECT.items():
            self.write(path, text)

    def errors(self):
        return text_checks.errors_of(self.root)

    def assert_one_error(self, path, old, new, *parts):
        """That a change of a file gives errors with these parts, and no others."""
        self.assertIn(old, PROJECT[path])
        self.write(path, PROJECT[path].replace(old, new, 1))
        errors = self.errors()
        self.write(path, PROJECT[path])
        self.assertEqual(len(errors), len(parts), errors)
        for error, part in zip(errors, parts):
            self.assertIn(part, error)

    def snapshot(self):
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}


class Checks(InProject):
    def test_a_project_as_it_should_be_has_no_errors(self):
        self.assertEqual(self.errors(), [])

    def test_a_link_that_leads_nowhere_is_named(self):
        for good in (
            "[a](docs/01_a.md)", "[a](docs/01_a.md#exercises)", "[a](docs/)", "[a](#a)", "[a](https://a.org/x#y)",
            "![a](https://a.org/x.svg)", "[a](extras/deleted/README.md)", "`[a](none.md)`", "a [0](", "[b][0](x",
        ):
            self.write("README.md", PROJECT["README.md"] + good)
            self.assertEqual(self.errors(), [], good)
        self.write("extras/kept/a.md", "")
        for link, error in {
            "[a](docs/02_b.md)": "(docs/02_b.md): there is no such file",
            "[a](extras/kept/b.md)": "(extras/kept/b.md): there is no such file",
            "[a](docs/01_a.md#exercise)": "(docs/01_a.md#exercise): there is no such heading",
            "[a](#exercises)": "(#exercises): there is no such heading",
            "[a](../other)": "(../other): the link leaves the project",
            "[a](/docs/01_a.md)": "(/docs/01_a.md): the link leaves the project",
            "[a]()": "(): the link is empty",
            "![ ](docs/figures/01_a.svg)": "(docs/figures/01_a.svg): the picture has no description",
            '<img src="docs/figures/01_a.svg">': "the picture has no description",
            "![a](docs/figures/02_b.svg)": "there is no such file",
            "![A](docs/figures/01_a.svg)": "the figure calls itself: A < B? Row: a & b.",
            "![A < B? Column.](docs/figures/01_a.svg)": "the figure calls itself: A < B? Row: a & b.",
            "[a](docs/figures/01_a.svg#a)": "there is no such heading",
        }.items():
            self.assert_one_error("README.md", "# A\n", f"# A\n{link}\n", error)
        self.assert_one_error("docs/notes.md", "(01_a.md)", "(../01_a.md)", "docs/notes.md: (../01_a.md)")

    def test_a_figure_is_in_a_text_small_and_our_own(self):
        self.assert_one_error("README.md", "![A < B? Row: a & b.](docs/figures/01_a.svg)", "", "docs/figures/01_a.svg is in no text")
        figure = "docs/figures/01_a.svg"
        for old, new, error in (
            (' class="fig"', "", "is not drawn by our own writer"),
            ("</svg>", "<image/></svg>", "holds <image"),
            ("</svg>", "<script></svg>", "holds <script"),
            ("</svg>", "<style>filter:blur</svg>", "holds filter:"),
            ("</svg>", " " * 300 * 1024, "is over 300 KiB"),
        ):
            self.assert_one_error(figure, old, new, error)

    def test_exercises_answers_functions_and_tests_fit_together(self):
        text, answers = "docs/01_a.md", "docs/answers/01_a.md"
        self.assert_one_error(text, "(answers/01_a.md)", "(glossary.md)", "the exercises do not link to their answers")
        self.assert_one_error(text, "2. b\n", "2. <summary>Answer\n", "an answer stands here")
        self.assert_one_error(text, "4. d\n", "", "Change has other numbers than the text")
        self.assert_one_error(text, "3. c\n\n**Change", "2. c\n\n**Change", "Predict has not three", "Predict has other")
        self.assert_one_error(answers, "**2.** b", "", "Predict has other numbers than the text")
        self.assert_one_error(answers, "<details>a\n", "", "an answer is not folded away")
        self.assert_one_error(answers, '<!-- code chapters/01_a/answers.cpp two "Matrix" -->\n', "", "does not quote two")
        self.assert_one_error(text, "`two`", "`2`", "does not name two")
        self.assert_one_error("tests/exercises/01_a_test.cpp", '"two ', '"two_', 'begins with "two "')
        self.assert_one_error("chapters/01_a/exercises.hpp", "int one", "// int one", "fewer than three functions")
        self.assertEqual(declared_functions(PROJECT["chapters/01_a/exercises.hpp"]), ["one", "two", "three"])

    def test_the_command_test_finds_the_functions_that_the_headers_declare(self):
        project = Path(__file__).parents[2]
        listed = subprocess.run([project / "test", "exercise"], capture_output=True, encoding="utf-8", check=True).stdout
        headers = sorted(project.glob("chapters/*/exercises.hpp"))
        self.assertGreater(len(headers), 10)
        for header in headers:
            functions = " ".join(declared_functions(header.read_text(encoding="utf-8")))
            self.assertIn(f"\n{header.parent.name:<22} {functions}\n", listed)

    def test_what_the_glossary_lacks_is_named(self):
        glossary = "docs/glossary.md"
        self.assert_one_error(glossary, "- **norm**", "- **Norm**", '"norm" has no entry')
        self.assert_one_error(glossary, "length\n  ([1](01_a.md))", "length", '"norm" has no entry')
        self.assert_one_error(glossary, "- **NaN**", "- **z**: z.\n- **NaN**", '"NaN" stands behind "z"')
        self.assert_one_error(glossary, "- **norm**", "- **norm**: a.\n- **norm**", '"norm" stands behind "norm"')
        self.assertEqual(
            words_to_keep("Text.\n\n**Words to keep**: norm, causal (look-ahead, so to say)\nmask, a b.\n\n**So**: no."),
            ["norm", "causal mask", "a b"],
        )

    def test_questions_notes_and_recordings_are_checked(self):
        self.assert_one_error("docs/questions.md", "--angle", "--angles", "there is no --angles")
        self.assert_one_error("docs/questions.md", "`./run 1 --angle 3`", "", "no answer links to 01_a.md")
        self.assert_one_error("docs/notes.md", "- **S1-02**", "- S1-02", "missing or too many: ['S1-02']")
        self.assert_one_error("docs/notes.md", "[1](01_a.md)", "", "S0-01 has no link")
        self.assert_one_error("docs/notes.md", "`./run 1`", "", "S0-01: a command stands with all but history")
        self.assert_one_error("docs/notes.md", "`./run 1`", "`./run 2`", "./run 2 is not recorded")
        self.assert_one_error("docs/notes.md", "`./run 1`", '`./run 1 --only "Three"`', "there is no Three", "is not recorded")
        self.assert_one_error("tests/expected/01_a.txt", "1.00", "나" * 41, "wider than a terminal")
        self.assert_one_error("tests/expected/runs.txt", "help", "other", "help.txt is not in runs.txt")
        self.write("docs/notes.md", PROJECT["docs/notes.md"].replace("`./run 1`", '`./run 1 --only "Two"`', 1))
        self.assertEqual(self.errors(), [])

    def test_runs_txt_lists_names_programs_and_arguments(self):
        self.write("tests/expected/runs.txt", '# a comment\n\na  b\nc b --sentence "I am" --empty ""\n')
        self.assertEqual(recordings_of(self.root), [["a", "b"], ["c", "b", "--sentence", "I am", "--empty", ""]])
        for runs, error in (
            ("01_a\n", "runs.txt: 01_a: give a name and a program"),
            ("a b\na c\n", "runs.txt: a c: this name comes twice"),
            ('a b "c\n', 'runs.txt: a b "c: '),
        ):
            self.write("tests/expected/runs.txt", runs)
            with self.assertRaisesRegex(ValueError, error):
                recordings_of(self.root)

    def test_what_a_line_should_not_hold_is_found(self):
        for bad in (
            "see line 12", "Lines 3 to 5", "(line  7)", "in `dot.cpp:12`", "matrix.hpp:7: here", "[a](b.cpp#L12)",
            "They sum to\n1. Softmax", "a\n- b", "and so on.</details>", "> a > > b", "|a|\n|-|\n|b|\n\n|c|",
            '<!-- output 01_a "B" -->\n```text\n== B\n\n' + 26 * "x\n" + "```",
        ):
            self.assertEqual(len(line_errors(bad)), 1, bad)
        for fine in (
            "a line of numbers", "pipeline 3", "line3", "dot.cpp: 12", "```\nsee line 12\n```", "line",
            "a\n\n- b\n- c", "|a|\n|-|\n- b", "a\n10. b", "done.\n</details>",
            '<!-- output 01_a "B" -->\n```text\n== B\n\n' + 25 * "x\n" + "```",
            'a\n## Further\n<!-- output 01_a "B" -->\n```text\n== B\n\n' + 99 * "x\n" + "```",
        ):
            self.assertEqual(line_errors(fine), [], fine)

    def test_links_and_headings_are_read_as_github_reads_them(self):
        links = links_of(
            'See [one](a.md), ![a [b] picture](b.svg "title") and\n[![nested](c.svg)](d.md#e), `[code](f.md)`,'
            ' ``a ` [b](g.md)``, <a href="h.md">.\n```\n[block](i.md)\n```\n<img src="j.svg" alt="k"> [x](<l.md>)'
            " a [b] (c)\n"
        )
        self.assertEqual(
            ["!" * link.is_picture + link.target + "|" + link.text for link in links],
            ["a.md|one", "!b.svg|a [b] picture", "d.md#e|![nested](c.svg)", "!c.svg|nested", "l.md|x", "h.md|", "!j.svg|k"],
        )
        headings = (
            "# 5. Why divide by √d_k?\n## Paper, PyTorch, us\n## Paper, PyTorch, us\n### `dot` and [its code](a.md) *now*\n"
            '#### 나는 바다에 – A\n# C++ "x" (y) / z\n#no heading\n```\n# in a block\n```\n<a id="here"></a>\n'
            "# dot\n# dot-1\n# dot\n"
        )
        names = "5-why-divide-by-d_k paper-pytorch-us paper-pytorch-us-1 dot-and-its-code-now 나는-바다에--a c-x-y--z here dot dot-1 dot-2"
        self.assertEqual(anchors_of(headings), names.split())


class Quotes(unittest.TestCase):
    def definition(self, name, signature=""):
        return "\n".join(quote_definition(SOURCE, name, signature))

    def test_a_definition_is_quoted_with_its_comment_and_without_region_marks(self):
        self.assertEqual(
            self.definition("norm"),
            "/// How long a is.\n/// In metres.\ndouble norm(std::span<const double> a) {\n    if (a.empty()) {\n"
            "        return 0;  // [n]\n    }\n    // [n]\n    return root(a);\n}",
        )
        for name, begin, end in (
            ("Range", "struct Range {", "};"),
            ("is_in", "template <class T, std::size_t n = 3>\nbool is_in(", "return false;\n}"),
            ("wide", "constexpr std::array<Range, 2> wide", "{3, 4}}};"),
            ("pi", "const double pi = 3;", ""),
            ("ShapeError", "class ShapeError", "return 1; }\n};"),
            ("Kind", "enum class Kind : int { small, large };", ""),
            ("Matrix::Matrix", "Matrix::Matrix(", "    : rows_(rows), cols_(cols) {}"),
            ("Matrix::row", "std::function<double(double)> Matrix::row(", "    return i;\n}"),
            ("operator&", "AttentionMask operator&(", "    return a;\n}"),
            ("Matrix::operator()", "double Matrix::operator()(", "    return 1;\n}"),
        ):
            quoted = self.definition(name)
            self.assertTrue(quoted.startswith(begin) and quoted.endswith(end), quoted)

    def test_of_several_overloads_a_piece_of_the_head_chooses_one(self):
        with self.assertRaisesRegex(ValueError, r"scale is defined 2 times; .*\n.*scale\(int a\);\n.*double a, double b"):
            self.definition("scale")
        self.assertEqual(self.definition("scale", "int a"), "[[nodiscard]] int scale(int a);  // an int")
        self.assertTrue(self.definition("scale", "double a, double b").endswith("double b);"))
        with self.assertRaisesRegex(ValueError, 'no definition of scale has "float" in its head'):
            self.definition("scale", "float")
        tests = 'TEST_CASE("One") {\n    CHECK(1);\n}\n\nTEST_CASE("Two") {\n    CHECK(2);\n}\n'
        self.assertEqual(quote_definition(tests, "TEST_CASE", "Two")[1], "    CHECK(2);")

    def test_a_name_that_is_only_used_is_no_definition(self):
        for name in "root a rows_ nor row Matrix std double scal first none".split():
            with self.assertRaisesRegex(ValueError, f"there is no definition of {name}"):
                self.definition(name)

    def test_a_region_is_quoted_without_its_indentation(self):
        self.assertEqual(quote_region(SOURCE, "inner"), ["if (a.empty()) {", "    return 0;  // [n]", "}"])
        self.assertEqual(quote_region("# [a]\nx = 1\n# [/a]\n# [b]\n", "a"), ["x = 1"])
        for source, error in (
            ("[a]\nx = 1\n[/a]\n", r"there is no comment // \[a\]"),
            ("// [a]\n", r"there is no comment // \[/a\]"),
            ("// [/a]\n// [a]\n", r"// \[/a\] stands before // \[a\]"),
            ("// [a]\n// [a]\n// [/a]\n", r"there is more than one comment // \[a\]"),
        ):
            with self.assertRaisesRegex(ValueError, error):
                quote_region(source, "a")

    def test_a_section_goes_from_its_heading_to_the_next(self):
        recording = "hello\n\n== One\n1.00\n\n\n== Two\n2.00\n\n"
        self.assertEqual(quote_section(recording, "One"), ["== One", "1.00"])
        self.assertEqual(quote_section(recording, "Two"), ["== Two", "2.00"])
        with self.assertRaisesRegex(ValueError, 'there is no section "On"'):
            quote_section(recording, "On")
        with self.assertRaisesRegex(ValueError, 'there is more than one section "a"'):
            quote_section("== a\n== a\n", "a")


class Blocks(InProject):
    def fill(self, text):
        return fill_blocks(text, "docs/01_a.md", self.root)

    def test_a_block_is_put_in_and_replaced(self):
        self.write("tests/expected/knobs.txt", "== 01_a\n\n| knob |\n|---|\n| `--b` |\n\n== 02_b\n\n| c |\n")
        self.write("tests/expected/02_b.txt", "```\n")
        self.write("lib/a.py", "# [half]\nx = 0.5\n# [/half]\n")
        for marker, old, block in (
            ("code lib/a.cpp twice", "```cpp\nold\n\n```\n", "```cpp\n" + PROJECT["lib/a.cpp"] + "```\n"),
            ("code lib/a.cpp", "```cpp\nint  a;\n```\n", "```cpp\n" + PROJECT["lib/a.cpp"] + "```\n"),
            ("code lib/a.py [half]", "```python\n```\n", "```python\nx = 0.5\n```\n"),
            ('output 01_a "One"', "```text\n1.01\n```\n", "```text\n== One\n1.00\n```\n"),
            ('output 01_a_more "Two"', "", "```text\n== Two\n2.00\n```\n"),
            ("output 01_a", "~~~text\n~~~\n", "```text\n== One\n1.00\n\n== Two\n2.00\n```\n"),
            ("output 02_b", "```text\n```\n", "````text\n```\n````\n"),
            ("knobs 01_a", "| old |\n|---|\n", "| knob |\n|---|\n| `--b` |\n"),
        ):
            # A block of another kind that follows is not ours.
            marker, after = f"<!-- {marker} -->\n", "```sh\n./run 1\n```\nThen.\n"
            wanted = marker + block + after
            self.assertEqual(self.fill(marker + after), (wanted, [marker.strip()]))
            self.assertEqual(self.fill(marker + old + after), (wanted, [marker.strip()]))
            self.assertEqual(self.fill(wanted), (wanted, []))

    def test_other_text_passes_byte_by_byte(self):
        for text in (
            "", "\n", "no line end", "a\n\n\n", "나는 $d_k$  \n", "<!-- coder -->\n",
            "````md\n<!-- code lib/none.cpp none -->\n```cpp\n```\n````\n", "~~~\n<!-- output wrong words here -->\n~~~\n",
            "like `<!-- code a b -->` here\n",
        ):
            self.assertEqual(self.fill(text), (text, []))

    def test_what_cannot_be_filled_is_an_error_with_text_marker_and_reason(self):
        thrice = "docs/01_a.md: <!-- code lib/a.cpp thrice -->: there is no definition of thrice"
        with self.assertRaisesRegex(ValueError, thrice):
            self.fill("<!-- code lib/a.cpp thrice -->")
        for marker in (
            "code -->", "code lib -->", "code lib/none.cpp twice -->", "code lib/a.cpp [region] -->",
            "code lib/a.cpp twice int -->", 'code lib/a.cpp [twice] "int" -->', 'code lib/a.cpp twice "double" -->',
            'code lib/a.cpp twice "int -->', "code lib/a.cpp thrice-->", "code lib/a.cpp twice",
            "code lib/a.cpp twice --> and", "code lib/a.cpp twice --> ", "output -->", "output none -->",
            'output 01_a "Three" -->', "output 01_a One -->", 'output 01_a "One" "Two" -->',
            "output 01_a -->\n```text", "knobs -->", "knobs 03_c -->", "a -->\n```cpp", "a -->\ntext\n~~~\n```",
        ):
            with self.assertRaises(ValueError, msg=marker):
                self.fill("<!-- " + marker)
        with self.assertRaises(ValueError):
            self.fill("  <!-- code lib/a.cpp twice -->")


class FillDocs(InProject):
    """fill_docs on a project whose chapter is a shell script."""

    def setUp(self):
        super().setUp()
        for path in ("docs/01_a.md", "docs/answers/01_a.md"):
            (self.root / path).unlink()
        self.write("README.md", "<!-- code lib/a.cpp twice -->\n")
        self.write("docs/deep/01_a.md", '<!-- output 01_a "One" -->\n')
        self.write("tests/expected/runs.txt", "01_a  01_a\n01_a_less  01_a --less\nhelp  *  --help\n")
        self.write("chapters/01_a/01_a.cpp", "")
        self.set_program('echo "== One"; echo "1.00 $1"', "one")

    def set_program(self, lines, word):
        svg = f'<svg class="fig"><text x="1">{word}</text></svg>'
        drawing = f"printf '%s' '{svg}' > \"$folder/01_a.svg\""
        self.write("build/chapters/01_a", f"#!/bin/sh\nfor folder; do :; done\n{drawing}\n{lines}\n")
        (self.root / "build/chapters/01_a").chmod(0o700)

    def fill(self):
        command = [sys.executable, Path(__file__).with_name("fill_docs.py"), self.root / "build", self.root]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def test_it_records_copies_and_fills_and_then_has_nothing_to_do(self):
        first = self.fill()
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        for file in ("tests/expected/01_a.txt", "tests/expected/01_a_less.txt", "docs/figures/01_a.svg", "README.md"):
            self.assertIn(f"wrote {file}\n", first.stdout)
        for file, text in (("01_a", "1.00 --more\n"), ("01_a_less", "1.00 --less\n"), ("help", "1.00 --help\n")):
            self.assertTrue(self.text(f"tests/expected/{file}.txt").endswith(text), file)
        self.assertTrue(self.text("tests/expected/help.txt").startswith("== 01_a\n\n== One\n"))
        self.assertIn("```cpp\n/// Twice.\nint twice(int a) {", self.text("README.md"))
        self.assertIn("```text\n== One\n1.00", self.text("docs/deep/01_a.md"))
        self.assertEqual(text_checks.block_errors(self.root), [])
        before = self.snapshot()
        self.assertEqual(self.fill().stdout, "fill_docs: changed 0 files\n")
        self.assertEqual(self.snapshot(), before)

    def test_another_machines_last_digit_or_place_changes_nothing(self):
        self.fill()
        self.write("docs/figures/01_a.svg", self.text("docs/figures/01_a.svg").replace('"1"', '"1.01"'))
        before = self.snapshot()
        self.set_program('echo "== One"; echo "1.01 $1"', "one")
        before[self.root / "build/chapters/01_a"] = (self.root / "build/chapters/01_a").read_bytes()
        self.fill()
        self.assertEqual(self.snapshot(), before)
        self.set_program('echo "== One"; echo "1.02 $1"', "two")
        self.fill()
        self.assertIn("1.02", self.text("docs/deep/01_a.md"))
        self.assertIn("two", self.text("docs/figures/01_a.svg"))

    def test_every_stale_text_is_named(self):
        self.fill()
        self.write("lib/a.cpp", "int twice(int a) {\n    return a + a;\n}\n")
        self.write("tests/expected/01_a.txt", "== One\n7.00\n")
        stale = "stale, the target refill_docs fills it"
        errors = [f"README.md: {stale}: <!-- code lib/a.cpp twice -->"]
        errors.append(f'docs/deep/01_a.md: {stale}: <!-- output 01_a "One" -->')
        self.assertEqual(text_checks.block_errors(self.root), errors)

    def test_a_program_that_fails_or_a_section_that_is_gone_changes_nothing(self):
        self.fill()
        for lines, error in (
            ('echo "== One"; exit 3', "ended with exit code 3"),
            ('echo "== Eins"', 'there is no section "One"'),
        ):
            self.set_program(lines, "other")
            before = self.snapshot()
            said = self.fill()
            self.assertEqual(said.returncode, 1)
            self.assertIn(error, said.stderr)
            self.assertEqual(self.snapshot(), before)


class Pages(unittest.TestCase):
    def test_what_is_wrong_with_pages_is_found(self):
        good = '<h2>B</h2><a href="https://a.org">x</a><img src="data:,x" alt="x">1 < 2<!-- <b> -->'
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "deep").mkdir()
            Path(folder, "deep/b.html").write_text("<h1 id=\"b\">B</h1><a href='../index.html'>A</a>")

            def errors_with(html):
                Path(folder, "index.html").write_text(f'<h1>A</h1><a href="deep/b.html#b">B</a>{html}')
                return page_errors(folder)

            self.assertEqual(errors_with(good), [])
            for html, error in {
                '<a href="c.html">C</a>': "(c.html): no such file",
                '<a href="deep">C</a>': "(deep): no such file",
                '<a href="deep/b.html#c">C</a>': "(deep/b.html#c): no such heading",
                '<a href="#c">C</a>': "(#c): no such heading",
                '<a href="">C</a>': "(): leads nowhere",
                '<img src="deep/b.html" alt=" ">': "the picture has no description",
                '<img src="c.svg" alt="c">': "(c.svg): no such file",
                '<img src="https://a.org/c.svg" alt="c">': "(https://a.org/c.svg): loads from elsewhere",
                '<link href="http://a.org/c.css">': "(http://a.org/c.css): loads from elsewhere",
                "<script>1</script>": "a script in the page",
                '<script src="c.js"></script>': "(c.js): no such file",
                '<p onclick="1">': "a script in onclick",
            }.items():
                self.assertEqual(errors_with(html), [f"index.html: {error}"])
            Path(folder, "c.html").write_text('<h1>C</h1><a href="c.html">C</a>')
            Path(folder, "book.css").write_text("a{src:url(none.woff2)}")
            self.assertEqual(errors_with(""), ["c.html: no page links to it", "book.css: none.woff2: no such file"])


if __name__ == "__main__":
    unittest.main()
