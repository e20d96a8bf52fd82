#!/usr/bin/env python3
"""Breaks one place of the code at a time, and says which breaks no test sees.

mutate.py ROOM [--mutants 20] [--seed 1] [--only softmax]
ROOM is lib, doctor, plots, one_file or harness. The last commit is copied to build/mutation and built there, so your
own files stay as they are. A mutant that does not compile does not count; one that fails a test, or runs three times as
long as the tests ran before, is caught. Survivors are printed as lines of code: mend a test, or declare in declared.txt
why nobody could tell the difference. Exits with 1 where one survives.
The doctor ends processes and removes folders, and so do its mutants: not as root.
"""
import argparse
import glob
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent
copy = project / "build/mutation"
build = copy / "build/release"
log_file = copy / "mutate.log"

# What is broken, what not, and the programs that see it, each with the tests that it runs (files', or Catch2's words).
ROOMS = {
    "lib": (["lib/attn/**/*.cpp"], "lib/attn/doctor/", {"attn_tests": "~doctor:*"}),
    "doctor": (["lib/attn/doctor/*.cpp", "lib/doctor/*.cpp"], None, {"attn_tests": "doctor:*", "doctor_tests": "*"}),
    "plots": (["plots/*.cpp"], None, {"plots_tests": "tests/plots/*_test.cpp"}),
    "one_file": (["chapters/17_one_file/transformer.cpp"], None, {"plots_tests": "tests/chapters/17_one_file_test.cpp"}),
    "harness": (["chapters/program/*.cpp", "chapters/text/*.cpp"], None,
                {"plots_tests": "tests/chapters/[a-z]*_test.cpp"}),
}
# What a mutant would wait for: a library compiled together is compiled whole for it, and CTest asks each program that was
# linked for its tests.
SLOW = re.compile(r"attn_compile_together\((attn_\$\{part\}_objects|plots|chapter_text|chapter_program)\)|"
                  r"catch_discover_tests\(.*\)")
BREAKS = [  # a place, and what stands there instead
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "), (r" / ", " * "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "), (r"\(!(?=\w)", "("),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.])", "2"), (r"\bbreak;", ";"), (r"\bcontinue;", ";"),
    # A statement, which becomes a comment.
    (r"^( +)(?=(?!return|throw|const|auto|using|break|continue)[\w.:>\-\[\]]+(\(| [-+*/]?= ).*;$)", r"\1; // "),
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


def files_of(patterns, but_not=None):
    files = {os.path.relpath(file, copy) for pattern in patterns for file in glob.glob(str(copy / pattern), recursive=True)}
    return sorted(file for file in files if not (but_not and file.startswith(but_not)))


def tags_of(test_files):
    """Those of Catch2's -#: a tag for each file of tests."""
    return ",".join(f"[#{pathlib.Path(file).stem}]" for file in test_files)


def builds(programs):
    """Whether it compiled, or None where the programs have nothing of it."""
    done = subprocess.run(["cmake", "--build", build, "--target", *programs], capture_output=True, text=True)
    log_file.write_text(done.stdout + done.stderr)
    return None if "no work to do" in done.stdout else done.returncode == 0


def limits(seconds):
    def set_them():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    return set_them


def first_failure(tests, seconds):
    """The file of the test that fails first, "" where it has no file, None where all pass."""
    for program, which in tests.items():
        command = [build / "tests" / program, "-#", "--abort", "--reporter", "compact", which]
        try:
            done = subprocess.run(command, cwd=build, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=10 * seconds, preexec_fn=limits(seconds))
        except subprocess.TimeoutExpired:
            return ""
        if done.returncode != 0:
            found = re.search(r"([\w/.]+_test\.cpp):\d+: failed", done.stdout)
            log_file.write_text(done.stdout + done.stderr)
            return found[1] if found else ""
    return None


def copy_and_build(programs):
    copy.mkdir(parents=True, exist_ok=True)
    archive = subprocess.Popen(["git", "-C", project, "archive", "HEAD"], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-xmC", copy], stdin=archive.stdout, check=True)
    for lists in copy.glob("*/CMakeLists.txt"):
        lists.write_text(SLOW.sub(lambda m: f"attn_compile_soon({m[1]})" if m[1] else "", lists.read_text()))
    linker = ["-D", "CMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
    subprocess.run(["cmake", "--preset", "release", "-D", "CMAKE_SUPPRESS_REGENERATION=ON", *linker], cwd=copy,
                   stdout=subprocess.DEVNULL, check=True)
    if builds(programs) is False:
        sys.exit(f"mutate.py: the last commit does not build; see {log_file}")


def seconds_for(tests):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if first_failure(tests, 3600) is not None:
        sys.exit(f"mutate.py: the last commit fails its tests; see {log_file}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int(3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)) + 5


def declared():
    """Broken lines that do the same as before, or as well; each stands after its reason, which begins with #."""
    lines = (here / "declared.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def verdict_on(mutant, tests, seconds, caught_by):
    """caught_by: the files of tests that caught others of the same file, which are tried first."""
    file, number, line, broken = mutant
    path = copy / file
    text = path.read_text()
    lines = text.split("\n")
    lines[number] = broken
    try:
        path.write_text("\n".join(lines))
        built = builds(tests)
        if not built:
            return "does not compile" if built is False else "is in no program"
        likely = {program: tags_of(caught_by) for program in tests} if caught_by else {}
        for some in (likely, tests):
            by = first_failure(some, seconds)
            if by is not None:
                if by and by not in caught_by:
                    caught_by.append(by)
                return "caught"
        return "SURVIVED"
    finally:
        path.write_text(text)


parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
parser.add_argument("room", choices=ROOMS)
parser.add_argument("--mutants", type=int, default=20, help="how many (default: 20)")
parser.add_argument("--seed", type=int, default=1, help="draws the places")
parser.add_argument("--only", default="", help="files with this in their paths")
options = parser.parse_args()
patterns, but_not, tests = ROOMS[options.room]
copy_and_build(tests)
tests = {program: tags_of(files_of([which])) if which.startswith("tests/") else which for program, which in tests.items()}
seconds = seconds_for(tests)
files = [file for file in files_of(patterns, but_not) if options.only in file]
places = [mutant for file in files for mutant in mutants_of(file)]
drawn = sorted(random.Random(options.seed).sample(places, min(options.mutants, len(places))))
known = declared()
caught_by = {file: [] for file in files}
counts = dict.fromkeys(("caught", "declared", "SURVIVED", "does not compile", "is in no program"), 0)
for mutant in drawn:  # in order of files, as a file that is left is compiled once more
    file, number, line, broken = mutant
    is_known = f"{file}: {broken.strip()}" in known
    verdict = "declared" if is_known else verdict_on(mutant, tests, seconds, caught_by[file])
    counts[verdict] += 1
    print(f"{verdict}: {file}:{number + 1}\n  - {line.strip()}\n  + {broken.strip()}", flush=True)
mutants = counts["caught"] + counts["declared"] + counts["SURVIVED"]
print(f"{options.room}: {mutants} mutants of {len(places)} places, seed {options.seed}: {counts['caught']} caught, "
      f"{counts['declared']} declared, {counts['SURVIVED']} survived")
sys.exit(1 if counts["SURVIVED"] else 0)
