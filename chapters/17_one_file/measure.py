#!/usr/bin/env python3
"""What it costs to train chapter 16's translator with transformer.cpp, with the library and with PyTorch: costs.txt.

    cmake --build build/release --target one_file_steps
    python3 chapters/17_one_file/measure.py [--build build/release] [--python /usr/bin/python3] [--write]

Lines are those of code, neither blank nor a comment alone. Of the library they are those of all files of lib/attn that
chapter 16's training needs, and of its grammar, task, translator and training; compiled are these, one after the other, with -O2
and no cache. Of PyTorch they are those of the script. A step has 32 pairs of sentences; its time is the best of five times twenty
steps, by one thread; the file is compiled with -O2, as its first lines say, and the library as always, with -O3. Memory is the most that the process held, its libraries included.
"""
import argparse
import os
import pathlib
import re
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("--build", default="build/release")
parser.add_argument("--python", default="python3", help="one that has PyTorch")
parser.add_argument("--write", action="store_true", help="write costs.txt")
options = parser.parse_args()

here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent
pytorch = project / "chapters/16_translation/pytorch/from_pytorch.py"


def code_lines(file):
    """Without blank lines, comments, and the docstring of a Python file."""
    text = re.sub(r'^"""(.|\n)*?^"""', "", file.read_text(), flags=re.M) if file.suffix == ".py" else file.read_text()
    return sum(1 for line in text.splitlines() if not re.match(r"\s*(//.*|#(?!\w).*)?$", line))


def closure(first):
    """The file and all that it includes, headers with their sources."""
    found, waiting = [], [first]
    while waiting:
        file = waiting.pop()
        if file in found or not file.exists():
            continue
        found.append(file)
        for name in re.findall(r'^#include "(.*)"', file.read_text(), re.M):
            header = project / ("lib" if name.startswith("attn/") else ".") / name
            waiting += [header, header.with_suffix(".cpp")]
    own = [here.parent / "16_translation" / name for name in ("grammar", "task", "translator", "training")]
    return sorted(file for file in found if project / "lib" in file.parents or file.with_suffix("") in own)


def seconds_to_compile(sources):
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        for source in sources:
            subprocess.run(["c++", "-std=c++20", "-O2", f"-I{project}", f"-I{project}/lib", "-c", source,
                            "-o", f"{folder}/out.o"], check=True)
        return time.perf_counter() - start


def run(*command):
    """What a program prints, and the most memory that it held, in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{command} failed")
    return text, usage.ru_maxrss / 1024


def steps(which):
    text, memory = run(f"{options.build}/tests/one_file_steps", which)
    return float(text.split()[0]), memory


def pytorch_steps():
    texts = [run(options.python, pytorch, "--time") for _ in range(5)]
    best = min(float(re.search(r"([\d.]+) ms each", text)[1]) for text, _ in texts)
    return re.match(r"PyTorch \d+\.\d+", texts[0][0])[0], best, texts[0][1]


one = here / "transformer.cpp"
library = closure(project / "chapters/16_translation/training.cpp")
rows = [(code_lines(one), seconds_to_compile([one]), *steps("file"), "transformer.cpp"),
        (sum(map(code_lines, library)), seconds_to_compile(f for f in library if f.suffix == ".cpp"), *steps("library"), "lib/attn")]
name, step, memory = pytorch_steps()
rows.append((code_lines(pytorch), 0, step, memory, name))
processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
text = "".join(["# Lines of code, seconds to compile, milliseconds per step, MiB, program. Written by: measure.py --write\n",
                f"# Machine: {processor}\n", f"# Compiler: {compiler}\n",
                *(f"{lines} {compiling:.1f} {step:.2f} {memory:.1f} {name}\n" for lines, compiling, step, memory, name in rows)])
print(text, end="")
print(f"# {len(library)} files of the library")
if options.write:
    (here / "costs.txt").write_text(text)
