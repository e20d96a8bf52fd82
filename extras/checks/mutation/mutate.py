#!/usr/bin/env python3
"""Breaks one place of the code at a time, and says which breaks no test sees.

mutate.py PART [--mutants 20] [--seed 1] [--only softmax]
PART is lib, doctor, plots, chapters, one_file or harness. The last commit is copied to build/mutation and built there,
so your own files stay as they are. A mutant that does not compile does not count; one that fails a test, or runs three times as
long as the tests ran before, is caught. Survivors are printed as lines of code: mend a test, or declare in declared.txt
why nobody could tell the difference. Exits with 1 where one survives.
The doctor ends processes and removes folders, and so do its mutants: not as root.
"""
import argparse
import filecmp
import fnmatch
import glob
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent.parent
copy = project / "build/mutation"
build = copy / "build/release"
log_file = copy / "mutate.log"

# What is broken, what not, and the programs that see it, each with the tests that it runs (files', or Catch2's words).
# What one program lets live the next one is built for.
RECORDED = ("chapters", "tests/book/programs_test.py")
DOCTOR = "../extras/doctor/tests/doctor_tests"
PARTS = {
    "lib": (["lib/**/*.cpp"], [], [("lib_tests", "*")]),
    "doctor": (["extras/doctor/library/*.cpp", "extras/doctor/program/*.cpp"], [], [(DOCTOR, "*")]),
    "plots": (["plots/*.cpp"], [], [("plots_tests", "*"), RECORDED]),
    "chapters": (["chapters/[0-9]*/*.cpp"], ["*/exercises.cpp", "*/answers.cpp", "*/transformer.cpp"],
                 [("chapters_tests", "tests/chapters/[0-9]*_test.cpp"), RECORDED]),
    "one_file": (["chapters/17_one_file/transformer.cpp"], [],
                 [("chapters_tests", "tests/chapters/17_one_file_test.cpp"), ("live_tests", "transformer.cpp*")]),
    "harness": (["chapters/program/*.cpp", "chapters/printing/*.cpp", "chapters/properties/*.cpp"], [],
                [("chapters_tests", "tests/chapters/[a-z]*_test.cpp"), RECORDED]),
}
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


def files_of(patterns, but_not=()):
    files = {os.path.relpath(file, copy) for pattern in patterns for file in glob.glob(str(copy / pattern), recursive=True)}
    return sorted(file for file in files if not any(fnmatch.fnmatch(file, other) for other in but_not))


def tags_of(test_files):
    """Those of Catch2's -#: a tag for each file of tests."""
    return ",".join(f"[#{pathlib.Path(file).stem}]" for file in test_files)


def words_of(tests, file):
    """For Catch2; what is recorded of all chapters is asked of the file's own one alone."""
    if tests != RECORDED[1]:
        return [tests]
    chapter = re.match(r"chapters/(\d\d_\w+)/", file)
    return ["--only", chapter[1]] if chapter else ["--quick"]


def builds(*programs):
    """Whether it compiled, or None where the programs have nothing of it."""
    done = subprocess.run(["cmake", "--build", build, "--target", *(pathlib.Path(program).name for program in programs)], capture_output=True, text=True)
    log_file.write_text(done.stdout + done.stderr)
    return None if "no work to do" in done.stdout else done.returncode == 0


def limits(seconds):
    def set_them():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    return set_them


def first_failure(program, words, seconds):
    """The file of the test that fails first, "" where it has no file, None where all pass."""
    command = [build / "tests" / program, "-#", "--abort", "--reporter", "compact", *words]
    if program == RECORDED[0]:
        command = [sys.executable, copy / RECORDED[1], build, *words, "Programs.test_every_program_prints_what_was_recorded_and_draws_the_committed_figures"]
    try:
        done = subprocess.run(command, cwd=build, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", timeout=10 * seconds, preexec_fn=limits(seconds))
    except subprocess.TimeoutExpired:
        return ""
    if done.returncode == 0:
        return None
    log_file.write_text(done.stdout + done.stderr)
    found = re.search(r"([\w/.]+_test\.cpp):\d+: failed", done.stdout)
    return found[1] if found else ""


def copy_and_build(programs):
    copy.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as last_commit:
        archive = subprocess.Popen(["git", "-C", project, "archive", "HEAD"], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-xmC", last_commit], stdin=archive.stdout, check=True)
        # What a mutant would wait for: a library compiled together is compiled whole for it, and CTest asks each
        # program that was linked for its tests.
        for lists in pathlib.Path(last_commit).glob("**/CMakeLists.txt"):
            text = re.sub(r"catch_discover_tests\(.*\)", "", lists.read_text())
            lists.write_text(text.replace("function(attn_compile target)\n", """function(attn_compile target)
  if(NOT target MATCHES "_tests$")
    set(ATTN_COMPILE_TOGETHER OFF)
  endif()
"""))
        for file in glob.glob("**/*", root_dir=last_commit, recursive=True):
            old, new = copy / file, pathlib.Path(last_commit, file)
            if new.is_dir():
                old.mkdir(exist_ok=True)
            elif not (old.exists() and filecmp.cmp(old, new, shallow=False)):  # what is as it was is not compiled again
                shutil.copy(new, old)
        for old in copy.glob("[!b]*/**/*.cpp"):  # which CMake would still find
            if not pathlib.Path(last_commit, old.relative_to(copy)).exists():
                old.unlink()
    linker = ["-D", "CMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
    subprocess.run(["cmake", "--preset", "release", "-D", "CMAKE_SUPPRESS_REGENERATION=ON", *linker], cwd=copy,
                   stdout=subprocess.DEVNULL, check=True)
    if builds(*programs) is False:
        sys.exit(f"mutate.py: the last commit does not build; see {log_file}")


def seconds_for(program, words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if first_failure(program, words, 3600) is not None:
        sys.exit(f"mutate.py: the last commit fails its tests; see {log_file}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int(3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)) + 5


def declared():
    """Broken lines that do the same as before, or as well; each stands after its reason, which begins with #."""
    lines = (here / "declared.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def verdict_on(mutant, programs, seconds, caught_by):
    """caught_by: by program the files of tests that caught others of the same file, which are tried first."""
    file, number, line, broken = mutant
    path = copy / file
    text = path.read_text()
    lines = text.split("\n")
    lines[number] = broken
    verdict = "is in no program"
    try:
        path.write_text("\n".join(lines))
        for program, tests in programs:
            built = builds(program)
            if built is False:
                return "does not compile"
            if built is None:
                continue
            verdict = "SURVIVED"
            words = words_of(tests, file)
            likely = caught_by.setdefault(program, [])
            for some in ([tags_of(likely)], words) if likely else (words,):
                by = first_failure(program, some, seconds[program, *words])
                if by is not None:
                    if by and by not in likely and tests != RECORDED[1]:
                        likely.append(by)
                    return "caught"
        return verdict
    finally:
        path.write_text(text)


parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
parser.add_argument("part", choices=PARTS)
parser.add_argument("--mutants", type=int, default=20, help="how many (default: 20)")
parser.add_argument("--seed", type=int, default=1, help="draws the places")
parser.add_argument("--only", default="", help="files with this in their paths")
options = parser.parse_args()
patterns, but_not, programs = PARTS[options.part]
copy_and_build([program for program, _ in programs])
programs = [(program, tags_of(files_of([tests])) if tests.endswith("_test.cpp") else tests) for program, tests in programs]
files = [file for file in files_of(patterns, but_not) if options.only in file]
places = [mutant for file in files for mutant in mutants_of(file)]
drawn = sorted(random.Random(options.seed).sample(places, min(options.mutants, len(places))))
known = declared()
calls = {(program, *words_of(tests, file)) for file, *_ in drawn for program, tests in programs}
seconds = {call: seconds_for(call[0], call[1:]) for call in calls}
caught_by = {file: {} for file in files}
counts = dict.fromkeys(("caught", "declared", "SURVIVED", "does not compile", "is in no program"), 0)
for mutant in drawn:  # in order of files, as a file that is left is compiled once more
    file, number, line, broken = mutant
    is_known = f"{file}: {broken.strip()}" in known
    verdict = "declared" if is_known else verdict_on(mutant, programs, seconds, caught_by[file])
    counts[verdict] += 1
    print(f"{verdict}: {file}:{number + 1}\n  - {line.strip()}\n  + {broken.strip()}", flush=True)
mutants = counts["caught"] + counts["declared"] + counts["SURVIVED"]
print(f"{options.part}: {mutants} mutants of {len(places)} places, seed {options.seed}: {counts['caught']} caught, "
      f"{counts['declared']} declared, {counts['SURVIVED']} survived")
sys.exit(1 if counts["SURVIVED"] else 0)
