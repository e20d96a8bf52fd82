#!/usr/bin/env python3
"""Breaks one place of the code at a time, and says which breaks no test sees.

mutate.py ROOM [--mutants 20] [--seed 1] [--only softmax]
ROOM is lib, doctor, plots, one_file or harness. The last commit is copied to build/mutation and built there, so your
own files stay as they are. A mutant that does not compile does not count; one that fails a test, or takes ten times as
long as the tests took before, is caught. Survivors are printed as lines of code: mend a test, or declare in declared.txt
why nobody could tell the difference. Exits with 1 where one survives.
"""
import argparse
import glob
import os
import pathlib
import random
import re
import subprocess
import sys
import time

here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent
copy = project / "build/mutation/source"
build = project / "build/mutation/build"
names_of = "doctor:*"  # the library's tests of the doctor have no tag

# What is broken, and the programs that see it, each with the tests that it runs: those of these names, or with the tags of
# these files.
ROOMS = {
    "lib": (["lib/attn/**/*.cpp"], "lib/attn/doctor", {"attn_tests": "~" + names_of}),
    "doctor": (["lib/attn/doctor/*.cpp", "lib/doctor/*.cpp"], None, {"attn_tests": names_of, "doctor_tests": ""}),
    "plots": (["plots/*.cpp"], None, {"plots_tests": ["tests/plots/*_test.cpp"]}),
    "one_file": (["chapters/17_one_file/transformer.cpp"], None, {"plots_tests": ["tests/chapters/17_*_test.cpp"]}),
    "harness": (["chapters/program/*.cpp", "chapters/text/*.cpp"], None,
                {"plots_tests": ["tests/chapters/[a-z]*_test.cpp"]}),
}
BREAKS = [  # a place, and what stands there instead
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "), (r" / ", " * "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "), (r"\(!(?=\w)", "("),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.])", "2"), (r"\bbreak;", ";"), (r"\bcontinue;", ";"),
    (r"^( +)(?!return|throw|const|auto|using|break|continue)[\w.:>\-\[\]]+(\(| [-+*/]?= ).*;$", r"\1;"),  # a statement
]


def without_words(line):
    """The line with as many blanks for strings and comments, and nothing of a directive."""
    if line.lstrip().startswith(("#", "//", "///")):
        return ""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'', lambda m: '"' + "\0" * (len(m[0]) - 2) + '"', line)
    return line.split("//")[0].rstrip()


def mutants_of(file):
    """(file, number of the line, the line, the broken line)"""
    for number, line in enumerate((copy / file).read_text().split("\n")):
        code = without_words(line)
        for place, instead in BREAKS:
            for found in re.finditer(place, code):
                broken = line[:found.start()] + found.expand(instead) + line[found.end():]
                yield str(file), number, line, broken


def tests_of(room):
    for program, which in ROOMS[room][2].items():
        if isinstance(which, list):
            texts = [pathlib.Path(file).read_text() for pattern in which for file in glob.glob(str(copy / pattern))]
            which = ",".join(sorted({tag for text in texts for tag in re.findall(r'"(\[\w+\])"', text)}))
        yield [str(build / "tests" / program), "--abort", *([which] if which else [])]


def builds(targets, log):
    command = ["cmake", "--build", str(build), "--target", *targets]
    return subprocess.run(command, stdout=log, stderr=log).returncode == 0


def passes(tests, seconds, log):
    for command in tests:
        try:
            if subprocess.run(command, cwd=build, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                              timeout=seconds).returncode != 0:
                return False
        except subprocess.TimeoutExpired:
            return False
    return True


def copy_and_build(targets, log):
    copy.mkdir(parents=True, exist_ok=True)
    archive = subprocess.Popen(["git", "-C", project, "archive", "HEAD"], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-xmC", copy], stdin=archive.stdout, check=True)
    subprocess.run(["cmake", "-S", copy, "-B", build, "-G", "Ninja", "-D",
                    "CMAKE_CXX_FLAGS_RELEASE=-O1"], stdout=log, stderr=log, check=True)
    if not builds(targets, log):
        sys.exit(f"mutate.py: the last commit does not build; see {log.name}")


def declared():
    """Broken lines that do the same as before, or as well; each stands after its reason, which begins with #."""
    lines = (here / "declared.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def verdict_on(mutant, tests, targets, seconds, log):
    file, number, line, broken = mutant
    path = copy / file
    text = path.read_text()
    lines = text.split("\n")
    lines[number] = broken
    try:
        path.write_text("\n".join(lines))
        if not builds(targets, log):
            return "does not compile"
        return "SURVIVED" if passes(tests, seconds, log) else "caught"
    finally:
        path.write_text(text)


parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
parser.add_argument("room", choices=ROOMS)
parser.add_argument("--mutants", type=int, default=20, help="how many that compile (default: 20)")
parser.add_argument("--seed", type=int, default=1, help="draws the places")
parser.add_argument("--only", default="", help="files with this in their paths")
options = parser.parse_args()
patterns, but_not, programs = ROOMS[options.room]
build.parent.mkdir(parents=True, exist_ok=True)
with open(build.parent / f"{options.room}.log", "w") as log:
    copy_and_build(programs, log)
    tests = list(tests_of(options.room))
    begin = time.monotonic()
    if not passes(tests, 3600, log):
        sys.exit(f"mutate.py: the last commit fails its tests; see {log.name}")
    seconds = 10 * (time.monotonic() - begin) + 10
    files = sorted({os.path.relpath(file, copy) for pattern in patterns
                    for file in glob.glob(str(copy / pattern), recursive=True)})
    files = [file for file in files if options.only in file and not (but_not and file.startswith(but_not))]
    known = declared()
    places = [m for file in files for m in mutants_of(file) if f"{m[0]}: {m[3].strip()}" not in known]
    random.Random(options.seed).shuffle(places)
    counts = {"caught": 0, "SURVIVED": 0, "does not compile": 0}
    for mutant in places:
        if counts["caught"] + counts["SURVIVED"] == options.mutants:
            break
        verdict = verdict_on(mutant, tests, programs, seconds, log)
        counts[verdict] += 1
        file, number, line, broken = mutant
        print(f"{verdict}: {file}:{number + 1}\n  - {line.strip()}\n  + {broken.strip()}", flush=True)
    print(f"{options.room}: {counts['caught']} of {counts['caught'] + counts['SURVIVED']} mutants caught; "
          f"{len(places)} places in {len(files)} files, seed {options.seed}")
    sys.exit(1 if counts["SURVIVED"] else 0)
