#!/usr/bin/env python3
"""What it costs to train chapter 14's translator with transformer.cpp and with the library: costs.txt.

    cmake --build build/release --target one_file_steps
    python3 chapters/15_one_file/measure.py [--build build/release] [--rounds 6] [--write]

Lines are those of code, neither blank nor a comment alone. Of the library they are those of all files of lib
that chapter 14's training needs, and of its grammar, task, translator and training. A step has 32 pairs of sentences;
its time is the processor's, for one thread. The two take turns, --rounds times, and each one's best turn counts. The
file is compiled with -O2, as its first lines say, and the library as always, with -O3.
"""
import argparse
import pathlib
import re
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("--build", default="build/release")
parser.add_argument("--rounds", type=int, default=6)
parser.add_argument("--write", action="store_true", help="write costs.txt")
options = parser.parse_args()

here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent


def code_lines(file):
    """Without blank lines and comments."""
    return sum(1 for line in file.read_text().splitlines() if not re.match(r"\s*(//.*)?$", line))


def closure(first):
    """The file and all that it includes, headers with their sources."""
    found, waiting = [], [first]
    while waiting:
        file = waiting.pop()
        if file in found or not file.exists():
            continue
        found.append(file)
        for name in re.findall(r'^#include "(.*)"', file.read_text(), re.M):
            for header in (project / "lib" / name, project / name):
                waiting += [header, header.with_suffix(".cpp")]
    own = [here.parent / "14_translation" / name for name in ("grammar", "task", "translator", "training")]
    return sorted(file for file in found if project / "lib" in file.parents or file.with_suffix("") in own)


def steps(which):
    command = [f"{options.build}/extras/checks/benchmarks/one_file_steps", which]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0])


one = here / "transformer.cpp"
library = closure(project / "chapters/14_translation/training.cpp")
rounds = [(steps("file"), steps("library")) for _ in range(options.rounds)]
rows = [(code_lines(one), min(round[0] for round in rounds), "transformer.cpp"),
        (sum(map(code_lines, library)), min(round[1] for round in rounds), "the library")]
processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
text = "".join(["# Lines of code, milliseconds per step, program. Written by: measure.py --write\n",
                f"# Machine: {processor}\n", f"# Compiler: {compiler}\n",
                *(f"{lines} {step:.2f} {name}\n" for lines, step, name in rows)])
print(text, end="")
print(f"# {len(library)} files of the library")
if options.write:
    (here / "costs.txt").write_text(text)
