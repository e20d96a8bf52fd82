#!/usr/bin/env python3
"""The book that book/make makes of the texts.

    python3 tests/book/book_test.py        exit code 77 where pandoc is missing
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from xml.dom.minidom import parseString as parse_xml

from in_folder import InFolder
from markdown import anchors_of, read, texts_of
from pages import page_errors

ROOT = Path(__file__).parents[2]
MAKE = ROOT / "book/make"


def make_book(make, *arguments, **environment):
    return subprocess.run([make, *arguments], capture_output=True, encoding="utf-8", check=False, env=os.environ | environment)


def page_of(text):
    return "index.html" if text == "README.md" else text.removeprefix("docs/").replace(".md", ".html")


class WholeBook(unittest.TestCase):
    """Every text and figure, and all links lead somewhere. The chapters' programs are fakes that draw
    nothing and write the numbers of their committed figures."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.book, programs = Path(cls.folder.name, "a book"), Path(cls.folder.name, "programs")
        programs.mkdir()
        cls.chapters = [text for text in texts_of(ROOT) if re.match(r"docs/(?!00)\d\d_", text)]
        for text in [*cls.chapters, "docs/00_preface.md"]:
            program = programs / Path(text).stem
            figures = (ROOT / "docs/figures").glob(f"{program.name[:3]}*.svg")
            numbers = 'word,x\\n"a, ""b"" <c>",0.123456789\\n'
            lines = [f"printf '{numbers}' >\"$2/{svg.stem}.csv\"" for svg in figures]
            program.write_text("\n".join(["#!/bin/sh", *lines, ""]))
            program.chmod(0o700)
        made = make_book(MAKE, cls.book, programs)
        assert made.returncode == 0 and made.stderr == "", made.stderr

    def test_nothing_is_wrong_with_its_pages(self):
        self.assertEqual(page_errors(self.book), [])

    def test_it_has_every_text_and_figure(self):
        for text in texts_of(ROOT):
            if text.startswith("docs/"):
                self.assertTrue((self.book / page_of(text)).exists(), text)
        for svg in (ROOT / "docs/figures").glob("*.svg"):
            self.assertTrue((self.book / "figures" / svg.name).exists(), svg)
            page = read(self.book / f"figures/{svg.stem}.html")
            self.assertIn("<tr><td>a, &quot;b&quot; &lt;c&gt;</td><td>0.12346</td></tr>", page)
            self.assertIn(f'{svg.stem}.csv">', page)

    def test_a_chapter_has_its_figures_sections_and_answers(self):
        for text in self.chapters:
            html, words = read(self.book / page_of(text)), read(ROOT / text)
            answers = read(ROOT / "docs/answers" / Path(text).name)
            with self.subTest(text):
                figures = words.count("\n![")
                self.assertEqual(html.count('<figure class="plot" id="figure-'), figures)
                self.assertEqual(html.count('<div class="turn" hidden></div>'), figures)
                self.assertEqual(html.count("<svg xmlns") + html.count('src="figures/drawings/'), figures)
                self.assertEqual(html.count('<details class="answer">'), answers.count("<details>"))
                self.assertEqual(html.count('<details class="aside"'), words.count("<details>"))
                blocks = html.count('<div class="block output"')
                self.assertGreaterEqual(blocks, words.count("\n<!-- output "))
                contents = html[html.index('<nav id="book-contents"') :]
                for anchor in anchors_of(words):
                    if not anchor[0].isdigit():  # the title
                        self.assertIn(f'<a href="#{anchor}">', contents)
                self.assertIn(f'<body class="text-page" data-chapter="{Path(text).stem}"', html)
                self.assertLess(len(html.encode()), 600_000)

    def test_the_first_page_and_the_search_know_every_chapter(self):
        first, search = read(self.book / "index.html"), read(self.book / "search-data.js")
        for page in map(page_of, self.chapters):
            self.assertIn(f'<h3><a href="{page}">', first)
            self.assertIn('{u:"' + page + '"', search)
            self.assertIn('{u:"' + page + '#exercises"', search)
        self.assertIn('{u:"glossary.html#self-attention"', search)
        # Its parts stand before their first chapters, there and in each page's contents.
        for html in (first, read(self.book / "06_masking.html")):
            self.assertRegex(html, r'<li class="book-part">The encoder</li>\n<li [^>]*data-page="10_residual_and_norm"')
            self.assertEqual(html.count('<li class="book-part">'), 5)
        # As the recorded run prints it: love to you 0.4551.
        self.assertIn("<span>you</span> <b>45.5 %</b>", first)

    def test_a_chapters_own_parts_of_the_map_are_filled(self):
        masking = read(self.book / "06_masking.html")
        self.assertIn('<a href="04_scaling.html" title="Chapter 4">', masking)
        for part in ("masks", "causal mask"):
            self.assertIn(f'<a href="06_masking.html" class="own" title="Chapter 6">{part}</a>', masking)
        self.assertNotIn('class="map"', read(self.book / "21_speed.html"))


class SmallBook(InFolder):
    """A project of one chapter, a copy, so that its book is made quickly."""

    def setUp(self):
        self.folder = self.new_folder()
        self.root = self.folder / "project"
        for part in ("book", "tests/expected"):
            shutil.copytree(ROOT / part, self.root / part)
        self.write("README.md", "# A book\n\nOne sentence. And another.\n")
        self.write("docs/glossary.md", "# Glossary\n\n- **mask** (chapter [1](01_a.md)): b.\n")
        self.write("docs/01_a.md", "# 1. A: b?\n\nWords.\n")
        for figure in ("16_alignment.svg", "16_moving.svg", "16_own.svg"):
            (self.root / "docs/figures").mkdir(exist_ok=True)
            shutil.copy(ROOT / "docs/figures" / figure, self.root / "docs/figures")

    def make(self, *arguments, **environment):
        made = make_book(self.root / "book/make", self.folder / "book", *arguments, **environment)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        if not environment:  # with an address it has links to itself
            self.assertEqual(page_errors(self.folder / "book"), [])

    def page(self, name):
        return read(self.folder / "book" / name)

    def test_only_a_book_that_is_given_live_figures_has_a_script_for_them(self):
        (self.folder / "live").mkdir()
        for script in ("live.js", "01_a.js", "16_translation.js"):
            (self.folder / "live" / script).touch()
        live, script = (self.folder, self.folder / "live"), '<script src="live/live.js" defer>'
        self.make(*live)
        self.assertIn(script, self.page("01_a.html"))
        first = self.page("index.html")
        self.assertIn('<h3><a href="01_a.html">A</a></h3>', first)
        self.assertNotIn("live.js", first)
        # Where the README shows the translator's picture, it learns, and translates a reader's sentence.
        self.write(
            "README.md",
            "# A book\n\nOne sentence. And another.\n\n![A. B.](docs/figures/16_moving.svg)\n\n*A caption.*\n\n"
            "## See one learn\n\n24641 parameters learn from 288 sentences.\n",
        )
        self.make(*live)
        first = self.page("index.html")
        self.assertIn('data-figure="16_sentence" data-knobs="sentence" data-sentence="나는 바다에 가고 싶어"', first)
        self.assertIn('data-figure="16_own" data-knobs="without" ', first)
        for part in (script, "A caption.", "has 24,641 numbers"):
            self.assertIn(part, first)
        self.assertNotIn("parameters learn", first)
        self.make()
        still = self.page("index.html")
        for unwanted in ("live.js", "canonical"):
            self.assertNotIn(unwanted, still + self.page("01_a.html"))
        self.assertNotIn("16_sentence", still)
        self.assertIn('data-figure="16_moving"', still)
        self.assertIn("parameters learn", still)

    @unittest.skipUnless(shutil.which("rsvg-convert"), "rsvg-convert, which draws the cards, is not installed")
    def test_a_book_with_an_address_has_what_a_server_and_those_who_share_it_want(self):
        self.write("docs/01_a.md", "# 1. A: b?\n\nWords.\n\n![A. B.](figures/16_moving.svg)\n")
        self.make(BOOK_ADDRESS="https://a.org/b/")
        book, page = self.folder / "book", self.page("01_a.html")
        self.assertIn('<link rel="canonical" href="https://a.org/b/01_a.html">', page)
        self.assertIn('<meta name="description" content="A: B? Chapter 1 of a book', page)
        for name in re.findall(r'og:image" content="https://a.org/b/([^"]*)"', page + read(book / "glossary.html")):
            width_and_height = (book / name).read_bytes()[16:24]
            self.assertEqual(width_and_height, b"\0\0\4\xb0\0\0\2\x76", name)  # 1200 by 630
        self.assertIn('<link rel="stylesheet" href="https://a.org/b/book.css">', read(book / "404.html"))
        self.assertIn("https://a.org/b/\nhttps://a.org/b/01_a.html\n", read(book / "sitemap.txt"))
        with tarfile.open(book / "attention-by-hand.tar.gz") as archive:
            self.assertIn("attention-by-hand/index.html", archive.getnames())

    def test_a_caption_may_hold_an_upright_word(self):
        right = "*Row* you *looks at the* **stream** *only. Drawn by `./run 1`.*"
        # What only begins or ends in italics is a paragraph.
        wrong = ("*You* see a stream.", "The stream has *you*", "A stream.")
        for number, below in enumerate((right, *wrong), 1):
            text = f"# {number}. A: b?\n\nWords.\n\n![A. B.](figures/16_alignment.svg)\n\n{below}\n"
            self.write(f"docs/0{number}_a.md", text)
        self.make()
        for number, below in enumerate((right, *wrong), 1):
            figure, end, rest = self.page(f"0{number}_a.html").partition("<figure")[2].partition("</figure>")
            self.assertTrue(end)
            if below == right:
                self.assertIn("Row <em>you</em> looks at the <strong>stream</strong> only.", figure)
            self.assertEqual(("stream" in figure, "stream" in rest), (below == right, below != right), below)

    def test_a_folder_that_is_no_book_is_left_alone(self):
        self.write("mine/letter.txt", "Dear reader")
        for folder, kept in (("mine", "mine/letter.txt"), ("book", "book/page.html")):
            made = make_book(self.root / "book/make", self.root / folder)
            self.assertEqual(made.returncode, 1)
            self.assertIn("is there and is no book: not touched.", made.stderr)
            self.assertTrue((self.root / kept).exists())


class Epub(InFolder):
    def test_it_has_every_text_figure_and_formula_and_its_links_lead_somewhere(self):
        file = self.new_folder() / "book.epub"
        made = make_book(MAKE, "--epub", file)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        with zipfile.ZipFile(file) as epub:
            pages = {Path(name).name: epub.read(name).decode() for name in epub.namelist() if name.endswith(".xhtml")}
        for name, page in pages.items():
            parse_xml(page)
            self.assertNotIn("<details", page)
            for other, anchor in re.findall(r'href="(?:text/)?([\w.]*xhtml)?#([^"]+)"', page):
                self.assertIn(f'id="{anchor}"', pages[other or name], f"{name} links to it")
        whole, texts = "".join(pages.values()), [read(ROOT / text) for text in texts_of(ROOT) if text.startswith("docs/")]
        self.assertEqual(whole.count("<img"), sum(text.count("\n![") for text in texts))
        self.assertGreater(whole.count("<math"), 1000)
        self.assertGreaterEqual(whole.count("<h1"), len(texts))


class Colours(unittest.TestCase):
    def test_the_pages_give_the_figures_their_own_colours_in_the_light_and_in_the_dark(self):
        css, colours = read(ROOT / "book/book.css"), 0
        for path in (ROOT / "docs/figures").glob("*.svg"):
            svg = read(path)
            # "--f-ink:#e9e5dc;" in the dark and, where the class is, "var(--f-ink,#17202c)"
            dark = re.search(r"svg:root\{(.*?)\}", svg).group(1)
            for name, in_the_dark in re.findall(r"(--[\w-]+):(#\w{6})", dark):
                in_the_light = re.search(rf"var\({name},(#\w{{6}})", svg).group(1)
                self.assertIn(f"{name}: light-dark({in_the_light}, {in_the_dark})", css, path)
                self.assertIn(f"{name}: {in_the_light};", css, path)
                colours += 1
        self.assertGreater(colours, 300)


class Hangul(unittest.TestCase):
    def test_the_books_font_has_every_syllable_of_its_texts_and_figures(self):
        listed = re.search(r'"Book Hangul".*unicode-range: ([^;]*)', read(ROOT / "book/book.css"))[1]
        font = {chr(int(code, 16)) for code in re.findall(r"U\+(\w+)", listed)}
        files = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/figures/*.svg"), ROOT / "book/live/labels.json", ROOT / "README.md"]
        used = set(re.findall("[\uac00-\ud7a3]", "".join(map(read, files))))
        self.assertGreater(len(used), 50)
        self.assertEqual(used - font, set(), "is not in book/fonts/hangul.woff2, nor in book.css")


if __name__ == "__main__":
    if not shutil.which("pandoc"):
        print("skipped: pandoc, which makes the book, is not installed")
        sys.exit(77)
    unittest.main()
