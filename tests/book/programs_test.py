#!/usr/bin/env python3
"""The chapters' programs as a reader runs them: on a good day, with a slip, on a full disk, and with and
without the programs that draw otherwise.

    python3 tests/book/programs_test.py build/release [--quick | --only PROGRAM] [TEST]

With --quick those are left out whose recordings need seconds of training, with --only all but one.
"""

import ast
import os
import shutil
import struct
import subprocess
import sys
import unittest
from pathlib import Path

from fill_docs import output_of, recordings_of
from in_folder import InFolder
from markdown import read
from same import difference

ROOT = Path(__file__).parents[2]
BUILD = Path("build/release")
IS_QUICK = "--quick" in sys.argv
ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
SLOW = {"17_one_file", "18_language_model"}
SOME_PROGRAM = "07_self_attention"  # for what is the same for all of them
DRAWING_TIP = "more: --png and --pdf draw pictures, --show plots the numbers with gnuplot\n"


def advice_in(told):
    """What is said on stderr, but for where a figure is."""
    return "".join(line for line in told.splitlines(keepends=True) if not line.startswith("figure: "))


def names_in(folder, extension):
    return {path.stem for path in Path(folder).glob(f"*.{extension}")}


def array_in(npy):
    """The shape of a .npy file, and its float64 numbers."""
    data = npy.read_bytes()
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    shape = ast.literal_eval(data[10:begin].decode("latin-1").strip())["shape"]
    return shape, list(struct.unpack(f"<{(len(data) - begin) // 8}d", data[begin:]))


class Programs(InFolder):
    def setUp(self):
        self.root = self.folder = self.new_folder()
        self.figures = self.new_folder()

    def run_it(self, program, *arguments, others=False, figures=None):
        """Without others, the PATH has neither gnuplot nor rsvg-convert."""
        command = [BUILD / "chapters" / program, *arguments, "--figures", figures or self.figures]
        environment = {} if others else {"env": {"PATH": "/nonexistent"}}
        return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, **environment)

    def assert_as_recorded(self, name, printed):
        self.assert_alike(ROOT / f"tests/expected/{name}.txt", self.write("output.txt", printed))

    def assert_alike(self, recorded, file):
        self.assertEqual(difference(recorded, file), "")

    def assert_refused(self, result, *words):
        """With an exit code of 2, before anything is printed."""
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        for word in words:
            self.assertIn(word, result.stderr)

    def test_every_program_is_recorded_without_arguments(self):
        known = {program for _, program, *arguments in recordings_of(ROOT) if not arguments}
        self.assertEqual(known, {path.name for path in (ROOT / "chapters").glob("[0-9][0-9]_*")})

    def test_every_program_prints_what_was_recorded_and_draws_the_committed_figures(self):
        for name, program, *arguments in recordings_of(ROOT):
            if IS_QUICK and program in SLOW or ONLY not in ("", program):
                continue
            with self.subTest(name):

                def run(program, *words):
                    figures = self.new_folder() if arguments else None  # the texts have those of the start
                    result = self.run_it(program, *words, figures=figures)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    if not arguments:
                        self.assertEqual(advice_in(result.stderr), DRAWING_TIP)
                    return result.stdout

                self.assert_as_recorded(name, output_of(program, arguments, ROOT, run))
        drawn = names_in(self.figures, "svg")
        if not IS_QUICK and not ONLY:
            self.assertEqual(names_in(ROOT / "docs/figures", "svg"), drawn)
        self.assertEqual(names_in(self.figures, "csv"), drawn)
        self.assertEqual(names_in(self.figures, "png"), set())
        for name in drawn - {"14_nudge"}:  # rounding errors: another C library makes others
            with self.subTest(name):
                self.assert_alike(ROOT / f"docs/figures/{name}.svg", self.figures / f"{name}.svg")

    def test_a_section_runs_alone_by_its_title_and_a_detour_by_its_own_knob(self):
        def sections(*arguments):
            result = self.run_it(SOME_PROGRAM, *arguments)
            self.assertEqual(result.returncode, 0)
            return [section.strip() for section in result.stdout.split("\n== ")]

        def headings(*arguments):
            return [section.partition("\n")[0] for section in sections(*arguments)[1:]]

        self.assertEqual(headings("--only", "Three roles"), ["Three roles"])
        self.assertEqual(headings("--only", "Random weights"), ["Random weights"])
        road, everything = headings(), headings("--more")
        self.assertGreater(len(everything), len(road))
        self.assertEqual(sections(), [one for one in sections("--more") if one.partition("\n")[0] in road or one.startswith(SOME_PROGRAM)])
        self.assertEqual(headings("--seed", "8"), ["Random weights"])
        self.assertEqual(headings("--order", "3,2,1,0"), ["Another order"])
        self.assertEqual(headings("--seed", "8", "--all"), [*road, "Random weights"])
        self.assertEqual(headings("--order", "3,2,1,0", "--all"), road)
        self.assertEqual(headings("--order", "3,2,1,0", "--more"), everything)

    def test_options_that_do_not_fit_are_refused(self):
        self.assertEqual(self.run_it(SOME_PROGRAM, "--list", "json").returncode, 0)
        for program, arguments, words in (
            (SOME_PROGRAM, ["--no-such-option"], ["--no-such-option", "--help"]),
            (SOME_PROGRAM, ["--list", "xml"], ["xml"]),
            ("01_dot_product", ["--a", "1,2,3", "--b", "1"], ["--a has 3 numbers", "--b has 1;"]),
            ("01_dot_product", ["--a", "1", "--b", "1,2"], ["--a has 1 number and", "--b has 2;"]),
            ("01_dot_product", ["--b", "1,2,3"], ["--a has 2", "--b has 3"]),
            ("01_dot_product", ["--npy", ""], ["--npy was given an empty text"]),
            ("03_query_key_value", ["--query", "1,2,3"], ["--query has 3", "have 2"]),
            ("03_query_key_value", ["--query", "1"], ["--query has 1 number;", "have 2"]),
            ("03_query_key_value", ["--word", "11"], ["--word", "'11'", "from 0 to 10"]),
            ("08_multi_head", ["--heads", "3"], ["--heads is 3", "divide 4"]),
            ("13_encoder", ["--heads", "3"], ["--heads is 3", "divide", "16"]),
            ("13_encoder", ["--sentence", " "], ["0 words", "1 to 12"]),
            ("13_encoder", ["--save", "/dev/null/weights"], ["/dev/null/weights"]),
            ("13_encoder", ["--npy", "/dev/null/kept"], ["/dev/null/kept"]),
            (SOME_PROGRAM, ["--figures", "/dev/null/figures"], ["/dev/null/figures"]),
        ):
            with self.subTest(program, arguments=arguments):
                figures = arguments[1] if "--figures" in arguments else None
                result = self.run_it(program, *([] if figures else arguments), figures=figures)
                self.assert_refused(result, *words)
                self.assertEqual(list(self.figures.iterdir()), [])

    def test_weights_that_chapter_11_saved_are_loaded_and_a_lost_one_is_named(self):
        file = self.folder / "model.safetensors"
        saved = self.run_it("13_encoder", "--save", file)
        self.assertEqual(saved.returncode, 0)
        self.assertEqual(self.run_it("13_encoder", "--load", file).stdout, saved.stdout)
        small = "chapters/12_encoder_layer/data/weights.safetensors"
        self.assertEqual(self.run_it("13_encoder", "--load", small, "--heads", "4").returncode, 0)
        data = file.read_bytes()
        renamed = data.replace(b'"layers.1.norm2.bias"', b'"layers.1.norm2.beta"')
        self.assertNotEqual(data, renamed)
        file.write_bytes(renamed)
        lost = self.run_it("13_encoder", "--load", file)
        self.assertEqual((lost.returncode, lost.stdout), (1, ""))
        self.assertIn(str(file), lost.stderr)
        self.assertIn(
            "\n  layers.1.norm2.beta is unknown: this model has no such weight; layers.1.norm2.bias [16] is missing\n",
            lost.stderr,
        )

    def test_a_path_is_told_without_signs_that_move_the_cursor(self):
        strange = self.folder / "a\x1b[2J\nb"
        for option, program in (("--save", "13_encoder"), ("--npy", "12_encoder_layer"), ("--load", "13_encoder")):
            said = self.run_it(program, option, strange).stderr
            self.assertIn("a\ufffd[2J\ufffdb", said)
            self.assertNotIn("\x1b", said)
            if strange.is_file():
                strange.unlink()
            shutil.rmtree(strange, ignore_errors=True)

    def test_output_that_cannot_be_written_is_a_failure(self):
        command = [BUILD / "chapters" / SOME_PROGRAM, "--figures", self.figures]
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run(command, stdout=full, stderr=subprocess.DEVNULL, check=False)
        self.assertTrue(0 < result.returncode < 126, result.returncode)

    def test_who_stops_to_read_loses_no_file(self):
        command = [BUILD / "chapters" / SOME_PROGRAM, "--figures", self.figures]
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"the output could not be written to its end", result.stderr)
        self.assertTrue(names_in(self.figures, "svg"))

    def test_a_figure_that_cannot_be_written_costs_no_other(self):
        self.run_it(SOME_PROGRAM, "--more", figures=self.folder)
        names = sorted(names_in(self.folder, "svg"))
        blocked, others = set(names[::2]), set(names[1::2])
        self.assertTrue(blocked and others)
        for name in blocked:
            (self.figures / f"{name}.csv").mkdir()
        result = self.run_it(SOME_PROGRAM, "--more")
        self.assertEqual(result.returncode, 1)
        self.assert_as_recorded(SOME_PROGRAM, result.stdout)
        for name in blocked:
            self.assertIn(f"{name}.csv", result.stderr)
        self.assertEqual(names_in(self.figures, "svg"), others)

    def test_a_figure_that_a_readers_numbers_rule_out_is_named_and_left_out(self):
        for a in ("0,0", "1e-160,0"):  # no direction, or none that survives a square
            figures = self.new_folder()
            result = self.run_it("01_dot_product", "--a", a, "--all", figures=figures)
            self.assertEqual(result.returncode, 0)
            self.assertIn("cosine: the norm of a is ", result.stdout)
            self.assertIn("figure 01_shadow is not drawn: ", result.stderr)
            self.assertEqual(names_in(figures, "svg"), {"01_arrows", "01_length", "01_product", "01_votes", "01_words"})

    def test_matrices_are_kept_as_npy_files(self):
        kept = self.folder / "deep/kept"  # folders are made
        result = self.run_it("01_dot_product", "--more", "--npy", kept)
        self.assertEqual(result.returncode, 0)
        self.assert_as_recorded("01_dot_product", result.stdout)
        self.assertEqual(names_in(kept, "npy"), {"01_dot_product.X", "01_dot_product.scores"})
        for path in kept.iterdir():
            self.assertIn(f"matrix: {path}\n", result.stderr)
        X = [3, 0, 1, 1, 1, 2, -1, 3, 0, 2, 0, 1, 2, 0, -1]
        self.assertEqual(array_in(kept / "01_dot_product.X.npy"), ((5, 3), X))
        scores = [10, 5, -3, 7, 5, 5, 6, 2, 4, 0, -3, 2, 10, -2, -2, 7, 4, -2, 5, 3, 5, 0, -2, 3, 5]  # x_i · x_j, by hand
        self.assertEqual(array_in(kept / "01_dot_product.scores.npy"), ((5, 5), scores))

    def test_a_matrix_that_cannot_be_kept_costs_no_number(self):
        taken = self.folder / f"{SOME_PROGRAM}.weights.npy"
        taken.mkdir()
        result = self.run_it(SOME_PROGRAM, "--more", "--npy", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn(str(taken), result.stderr)
        self.assert_as_recorded(SOME_PROGRAM, result.stdout)

    def test_without_other_programs_png_and_show_say_so_once_and_lose_nothing(self):
        apt = "is not installed (Debian and Ubuntu: apt-get install"
        for option, advice in {
            "--png": f"no png: rsvg-convert {apt} librsvg2-bin)",
            "--show": f"no plots: gnuplot {apt} gnuplot-qt, or gnuplot-nox for plots as text)",
        }.items():
            result = self.run_it("01_dot_product", "--more", option)
            self.assertEqual(result.returncode, 1)
            self.assert_as_recorded("01_dot_product", result.stdout)
            self.assertEqual(advice_in(result.stderr), f"01_dot_product: {advice}\n")
            self.assertTrue(names_in(self.figures, "svg"))

    @unittest.skipUnless(shutil.which("gnuplot") and shutil.which("rsvg-convert"), "needs gnuplot and rsvg-convert")
    def test_figures_are_drawn_as_pictures_and_plotted_by_gnuplot_as_text(self):
        script = self.folder / "plots.gp"
        options = ["--png", "--pdf", "--show", "--gnuplot", script]
        screens = ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"]
        command = [*screens, BUILD / "chapters/02_softmax", *options, "--figures", self.figures]
        result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(advice_in(result.stderr), f"script: {script}\n")
        for extension in ("png", "pdf"):
            self.assertEqual(names_in(self.figures, extension), names_in(self.figures, "svg"))
        self.assertIn("temperature T (log scale)", result.stdout)
        self.assertIn("cross |", result.stdout)
        self.assertIn('set xlabel "temperature T (log scale)"', read(script))

    def test_one_file_alone_prints_what_the_texts_quote_and_nothing_to_a_screen_that_is_none(self):
        for program, expected in (("first_look", "first_look"), ("transformer", "expected")):
            result = subprocess.run([BUILD / "chapters" / program], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertNotIn("\r", result.stdout)
            self.assert_alike(ROOT / f"tests/one_file/{expected}.txt", self.write("output.txt", result.stdout))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = Path(sys.argv.pop(1)).absolute()
    unittest.main(argv=[word for word in sys.argv if word not in ("--quick", "--only", ONLY)])
