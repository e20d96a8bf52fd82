#!/usr/bin/env python3
"""The commands run, test and doctor, where they have nothing to set up.

    python3 tests/book/scripts_test.py
"""

import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

ROOT = Path(__file__).parents[2]
EXERCISES = "12_other_one           one two\n"
CHAPTERS = "  01_first               What comes first?\n  12_other_one           \n"


class Scripts(InFolder):
    """On a copy of the commands with two chapters, in which nothing was built yet. Programs that would
    install or build something leave a trace instead."""

    def setUp(self):
        self.new_copy()

    def new_copy(self):
        folder = self.new_folder()
        self.root, self.log = folder / "it's a copy", folder / "log"
        self.programs, self.build = folder / "programs", self.root / "build/release"
        for file in ("run", "test", "doctor", "scripts/setup.sh"):
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, self.root / file)
        self.write("chapters/01_first/01_first.cpp", "")
        self.write("chapters/12_other_one/12_other_one.cpp", "")
        self.write("chapters/study_notes/12_no_chapter.cpp", "")
        self.write("chapters/12_other_one/exercises.hpp", "/// one()\nint one(int a);\nstd::vector<double> two();\n")
        self.write("chapters/printing/not_written_yet.hpp", "int none();\n")
        self.write("docs/01_first.md", "# 1. What comes first?\n\nText.\n")
        for name in ("apt-get", "dpkg", "dpkg-query", "sudo", "cmake", "ninja", "c++", "g++"):
            self.add(name, f"echo \"$0 $*\" >>'{self.log}'; exit 1")

    def write_program(self, path, body):
        self.write(path, f"#!/bin/sh\n{body}\n").chmod(0o700)

    def add(self, name, body):
        """A program that is found before the system's."""
        self.write_program(self.programs / name, body)

    def call(self, script, *arguments, folder="/"):
        """What a command does; it is called from elsewhere."""
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        command = [self.root / script, *arguments]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False
        )

    def pretend_to_be_built(self):
        """A build in which nothing is to do."""
        cache = (
            f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\nCMAKE_CACHEFILE_DIR:INTERNAL={self.build}\n"
            "CMAKE_MAKE_PROGRAM:FILEPATH=ninja\nCMAKE_CXX_COMPILER:STRING=c++\nATTN_BUILD_TESTS:BOOL=ON\n"
            "ATTN_GNUPLOT:BOOL=OFF\n"
        )
        self.write(self.build / "CMakeCache.txt", cache)
        self.write(self.build / "build.ninja", "")
        self.add("cmake", "echo 'ninja: no work to do.'")

    def logged(self):
        return self.log.read_text() if self.log.exists() else ""

    def assert_untouched(self):
        self.assertFalse(self.log.exists() or (self.root / "build").exists())

    def assert_refused(self, result, said):
        self.assertEqual((result.returncode, result.stdout, result.stderr), (2, "", said))

    def test_run_explains_itself_and_builds_nothing(self):
        for option in ("--help", "-h"):
            said = self.call("run", option)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            for part in ("./run CHAPTER [OPTION...]", "\n./run book ", "\n./run live ", "\nChapters:\n" + CHAPTERS):
                self.assertIn(part, said.stdout)
        self.assert_untouched()

    def test_run_refuses_what_is_no_chapter_and_builds_nothing(self):
        for word in ("99", "2", "second", "01_firs", "012"):
            self.assert_refused(self.call("run", word), f'There is no chapter "{word}". Chapters:\n{CHAPTERS}')
        option = self.call("run", "--angle", "3")
        self.assertEqual((option.returncode, option.stdout), (2, ""))
        self.assertIn("The chapter comes first, then its options: ./run 1 --angle 3\n", option.stderr)
        self.assert_refused(self.call("run", "book", "3"), "./run book takes no options.\n")
        self.assert_refused(self.call("run", "live", "3"), "./run live takes no options.\n")
        self.assert_refused(self.call("run", "epub", "3"), "./run epub takes no options.\n")
        self.assert_untouched()

    def test_doctor_passes_its_words_on_to_what_was_built(self):
        self.pretend_to_be_built()
        (self.root / "extras/doctor").mkdir(parents=True)
        self.write_program(self.build / "extras/doctor/attn-doctor", "printf '%s|' \"$@\"; echo words >&2; exit 2")
        said = self.call("doctor", "mha", "--", "a  b", "*")
        self.assertEqual((said.returncode, said.stdout, said.stderr), (2, "mha|--|a  b|*|", "words\n"))
        self.assertFalse((self.root / "build/doctor").exists())

    def test_doctor_needs_neither_boost_nor_catch2(self):
        version = "case $* in *version*) echo 'cmake version 3.25.1' ;; "
        self.add("cmake", f"{version} *) echo \"$*\" >>'{self.log}'; exit 1 ;; esac")
        self.add("ninja", "")
        self.add("c++", "")
        (self.root / "extras/doctor").mkdir(parents=True)
        said = self.call("doctor", "mha", "--", "a")
        self.assertEqual((said.returncode, said.stdout), (1, ""))
        self.assertIn("Configuring build/doctor\n", said.stderr)
        self.assertIn("--preset doctor ", self.logged())
        self.assertNotIn("=ON", self.logged())

    def test_test_explains_itself_and_lists_the_exercises_and_builds_nothing(self):
        for words, parts in ((["--help"], ["./test -R softmax", "./test exercise 4"]), (["exercise"], [":\n" + EXERCISES])):
            said = self.call("test", *words)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            for part in parts:
                self.assertIn(part, said.stdout)
            self.assertNotIn("none", said.stdout)
        self.assert_untouched()

    def test_test_refuses_what_is_no_exercise_and_builds_nothing(self):
        for word in ("1", "99", "other", "012", "--help"):
            said = self.call("test", "exercise", word)
            self.assert_refused(said, f'There is no exercise "{word}". Exercises:\n{EXERCISES}')
        for word in ("three", "o.*", "-v"):
            said = self.call("test", "exercise", "12", "one", word)
            self.assert_refused(said, f'Exercise 12_other_one has no function "{word}". It has:\n  one\n  two\n')
        self.assert_untouched()

    def test_test_says_how_each_function_of_an_exercise_fared(self):
        self.pretend_to_be_built()
        header = "int one();\nint two();\nint three();\nint four();\n"
        self.write("chapters/12_other_one/exercises.hpp", header)
        unwritten = "not written yet: two, in chapters/12_other_one/exercises.cpp"
        self.write_program(
            self.build / "tests/exercises/exercise_12",
            "case $1 in\n'one *') echo 'All tests passed' ;;\n"
            f"'two *') echo \"'{unwritten}'; expression\"; exit 3 ;;\n"
            "'three *') echo '3 is 4'; exit 1 ;;\n*) echo 'No test cases matched' ;;\nesac",
        )
        every = self.call("test", "exercise", "12")
        self.assertEqual(every.returncode, 1)
        fared = f"passed: one\n{unwritten}\n3 is 4\nFAILED: three\nNo test cases matched\nFAILED: four\n"
        self.assertEqual(every.stdout, fared)
        self.assertIn("docs/answers/12_other_one.md", every.stderr)
        one = self.call("test", "exercise", "other_one", "one")
        self.assertEqual((one.returncode, one.stdout), (0, "passed: one\n"))

    def test_run_shows_a_line_a_chapter_and_keeps_what_each_printed(self):
        self.pretend_to_be_built()
        drawing = "echo 'figure: 01_a.svg' >&2; echo 'figure: 01_b.svg' >&2"
        self.write_program(self.build / "chapters/01_first", f"echo one; {drawing}; echo '01_first: no 01_c' >&2")
        self.write_program(self.build / "chapters/12_other_one", "echo two; echo 'too much' >&2; exit 3")
        both = self.call("run")
        self.assertEqual(both.returncode, 1)
        self.assertIn("01_first: no 01_c\ntoo much\n", both.stderr)
        heading, first, second = both.stdout.split("\n")[:3]
        self.assertTrue(first.startswith(" 1  What comes first") and first.endswith(" 2"), first)
        self.assertEqual(len(first), len(heading))
        self.assertTrue(second.startswith("12  ") and " FAILED " in second, second)
        self.assertEqual((self.build / "output/01_first.txt").read_text(), "one\n")
        self.assertEqual((self.build / "output/12_other_one.txt").read_text(), "two\n")
        self.write_program(self.build / "chapters/12_other_one", "")
        self.assertEqual(self.call("run").returncode, 0)

    def test_run_prepares_for_pictures_when_somebody_asks_for_them(self):
        self.pretend_to_be_built()
        self.write_program(self.build / "chapters/01_first", 'echo "drawn with $*"')
        self.add("dpkg-query", "echo installed")
        self.add("cmake", f"echo \"$*\" >>'{self.log}'; echo 'cmake version 3.25.1'; echo no work to do")
        self.assertEqual(self.call("run", "1", "--angle", "3").stdout, "drawn with --angle 3\n")
        self.add("rsvg-convert", "")
        self.add("fc-list", "echo NanumGothic")
        for option in ("--png", "--pdf"):
            self.assertEqual(self.call("run", "1", option).stdout, f"drawn with {option}\n")
        self.assertNotIn("ATTN_GNUPLOT", self.logged())
        for option in ("--show", "--gnuplot=x.gp"):
            self.log.unlink()
            self.assertEqual(self.call("run", "1", option).stdout, f"drawn with {option}\n")
            self.assertIn("-D ATTN_GNUPLOT=ON\n", self.logged())

    def test_what_both_commands_say_of_themselves_fits_into_80_columns(self):
        for words in (["run", "--help"], ["test", "--help"], ["test", "exercise"]):
            said = subprocess.run([ROOT / words[0], *words[1:]], capture_output=True, encoding="utf-8", check=True)
            self.assertEqual([line for line in said.stdout.split("\n") if len(line) > 80], [])

    def test_both_commands_start_to_build_where_they_should(self):
        for words in ("test", "test exercise 12", "run", "run 12", "run other_one", "run 01", "run book"):
            self.new_copy()
            self.assertNotIn(self.call(*words.split()).returncode, (0, 2), words)
            self.assertTrue(self.log.exists() or (self.root / "build").exists(), words)

    def test_what_a_source_changes_is_built_and_of_no_work_nothing_is_said(self):
        for real in ("cmake", "ninja"):
            (self.programs / real).unlink()
        self.add("dpkg-query", "echo installed")
        self.write_program(self.root / "program", "echo ran")
        preset = {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}
        self.write("CMakePresets.json", json.dumps({"version": 6, "configurePresets": [preset]}))
        self.write(
            "CMakeLists.txt",
            """cmake_minimum_required(VERSION 3.25)
project(copy NONE)
set(CMAKE_CXX_COMPILER sh CACHE STRING "")
file(GLOB found CONFIGURE_DEPENDS chapters/01_first/*.cpp)
set(program ${PROJECT_BINARY_DIR}/chapters/01_first)
add_custom_command(VERBATIM OUTPUT ${program} DEPENDS ${found}
  COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/program ${program})
add_custom_target(01_first DEPENDS ${program})
""",
        )
        for file in ("one", "another"):
            self.write(f"chapters/01_first/{file}.cpp", "")
            built, again = self.call("run", "1"), self.call("run", "1")
            self.assertIn("Generating chapters/01_first", built.stderr)
            self.assertEqual((built.stdout, again.stdout, again.stderr), ("ran\n", "ran\n", ""))

    def test_apt_says_what_it_installs_and_why_it_cannot(self):
        self.add("id", "echo 0")
        self.add("apt-get", 'echo "apt: $*"; [ "$2" = update ]')
        said = self.call("run", "1")
        self.assertEqual((said.returncode, said.stdout), (1, ""))
        self.assertIn("apt: -q install -y", said.stderr)
        self.assertIn("apt failed: it says why above.\n", said.stderr)

    @unittest.skipUnless(shutil.which("flock"), "flock is not there")
    def test_one_command_waits_for_another_one_that_builds(self):
        self.pretend_to_be_built()
        self.write_program(self.build / "chapters/01_first", "echo ran")
        self.write_program(self.root / "both", "flock build/.lock sh -c 'echo locks; sleep 1' | (read locks; ./run 1)")
        both = self.call("both", folder=self.root)
        self.assertEqual((both.stdout, both.stderr), ("ran\n", "Another command builds here: waiting for it.\n"))
        self.assertEqual(self.call("run", "1").stderr, "")  # a chapter that runs locks nothing

    def test_a_build_that_is_damaged_or_from_elsewhere_is_configured_anew_and_keeps_what_it_printed(self):
        elsewhere = "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\nCMAKE_CACHEFILE_DIR:INTERNAL=/elsewhere/build\n"
        for cache in ("", "CMAKE_HOME_DIRECTORY:INTERN", elsewhere):
            self.new_copy()
            self.pretend_to_be_built()
            self.write(self.build / "CMakeCache.txt", cache)
            self.add("dpkg-query", "echo installed")
            self.add("cmake", f"echo \"$*\" >>'{self.log}'; echo 'cmake version 3.25.1'")
            kept = self.write(self.build / "output/01_first.txt", "mine")
            self.assertIn("Configuring build/release\n", self.call("run", "1").stderr)
            self.assertIn("--fresh --preset release ", self.logged())
            self.assertEqual(kept.read_text(), "mine")

    def test_both_commands_say_where_they_cannot_write_and_install_nothing(self):
        self.write("build", "a file where a folder should be")
        for script in ("run", "test"):
            said = self.call(script)
            self.assertEqual(said.returncode, 1)
            self.assertIn("This folder must be writable", said.stderr)
            self.assertFalse(self.log.exists())


if __name__ == "__main__":
    unittest.main()
