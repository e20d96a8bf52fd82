#!/usr/bin/env python3
"""Where does each decimal in the prose come from?

A number with two or more places that stands in a sentence is found in what the program of that
chapter prints (its recordings and records), in a label of its figures, or in a block or table of
the same text. What stands nowhere there is in prose_numbers.txt, with the sum, the command or the
source that gives it. Exits with 1 and names each number that nothing gives.

    python3 tests/book/prose_numbers.py [ROOT] [--programs build/release/chapters]
"""

import glob
import math
import os
import re
import shlex
import subprocess
import sys
from functools import lru_cache

from markdown import prose_lines, read, texts_of

NUMBER = re.compile(r"(?<![\w.])(?:\d[\d,]*)?\.\d{2,}(?:e[-−+]?\d+)?(?![\w]|\.\d)")
# Identifiers of papers look like decimals, and link targets hold them.
NO_NUMBER = re.compile(r"[^\s\[]*\]\([^)]*\)|<https?:[^>]*>|(?:arXiv:?|doi) [\d./a-z]+", re.I)


def numbers_in(line):
    """The decimals of a line as they are written, without signs and with a digit before the point."""
    found = (match.group().replace(",", "") for match in NUMBER.finditer(line))
    return [("0" if text.startswith(".") else "") + text for text in found]


def parts_of(text):
    """The lines of a Markdown text that are prose, numbered, and those of its blocks and tables."""
    prose, quoted = [], []
    for number, (line, outside) in enumerate(zip(text.split("\n"), prose_lines(text)), 1):
        if line and not outside or line.startswith("|"):
            quoted.append(line)
        elif not line.startswith(("![", "<!--")):
            prose.append((number, NO_NUMBER.sub(" ", line)))
    return prose, quoted


def words_of(path):
    """What a reader sees of a recording, a record or a figure."""
    text = read(path)
    return " ".join(re.findall(r">([^<]+)<", text)) if path.endswith(".svg") else text


def printed_for(path):
    """The decimals that programs print and figures label for a text. All chapters' for a text of all."""
    name = os.path.basename(path)
    chapter = name[:2] if name[:2].isdigit() and name[:2] != "00" else "[0-9][0-9]"
    found = set()
    for pattern in (
        f"tests/expected/{chapter}_*.txt",
        f"chapters/{chapter}_*/*.txt",
        f"docs/figures/{chapter}_*.svg",
    ):
        for file in glob.glob(pattern):
            found.update(numbers_in(words_of(file)))
    for file in {path, *glob.glob(f"docs/{chapter}_*.md")} if chapter.isdigit() else {path}:
        for line in parts_of(read(file))[1]:
            found.update(numbers_in(line))
    return found


MATHS = {name: getattr(math, name) for name in ("sqrt", "exp", "log", "cos", "sin", "atan", "erf", "pi", "e")}


def is_rounded(value, text):
    """Whether value, rounded as far as text is written, is what text says."""
    mantissa, _, exponent = text.replace("−", "-").partition("e")
    places = len(mantissa.partition(".")[2])
    return abs(abs(value) / 10.0 ** int(exponent or 0) - float(mantissa)) <= 0.5001 * 10.0**-places


@lru_cache(maxsize=None)
def output_of(command, programs):
    """What a command of the list prints: ./run NN OPTION… as the program that it starts."""
    words = shlex.split(command)
    (program,) = (
        path
        for path in glob.glob(os.path.join(programs, f"{int(words[1]):02}_*"))
        if os.access(path, os.X_OK) and os.path.isfile(path)
    )
    run = subprocess.run([program, *words[2:]], capture_output=True, encoding="utf-8", check=False)
    return frozenset(numbers_in(run.stdout))


def gives(text, origin, programs):
    """Whether an entry of the list gives the number: '= SUM', '$ COMMAND', '@ CHAPTER' or ': SOURCE'."""
    kind, rest = origin[0], origin[1:].strip()
    if kind == "=":
        return is_rounded(eval(rest, {"__builtins__": {}}, MATHS), text)  # our own list
    # Behind two blanks: what is printed there, if that has more digits.
    rest, _, printed = rest.partition("  ")
    if printed and not is_rounded(float(printed), text):
        return False
    if kind == "$":
        return not programs or (printed or text) in output_of(rest, programs)
    if kind == "@":
        return (printed or text) in printed_for(f"docs/{rest}.md")
    return kind == ":" and (text in read(rest) if os.path.exists(rest) else rest != "")


def main(arguments):
    programs = ""
    if "--programs" in arguments:
        at = arguments.index("--programs")
        programs = os.path.abspath(arguments[at + 1])
        del arguments[at : at + 2]
    os.chdir(arguments[0] if arguments else os.path.join(os.path.dirname(__file__), "../.."))
    listed, errors, used = {}, [], set()
    for line in read("tests/book/prose_numbers.txt").split("\n"):
        if not line or line.startswith("#"):
            continue
        text, number, origin = line.split(None, 2)
        listed[text, number] = origin
        if not gives(number, origin, programs):
            errors.append(f"prose_numbers.txt: {text} {number} is not what this gives: {origin}")
    count = 0
    for path in sorted(set(texts_of(".")) - {"CHANGELOG.md"}):
        printed = printed_for(path)
        name = path.removeprefix("docs/").removesuffix(".md")
        for line, words in parts_of(read(path))[0]:
            for number in numbers_in(words):
                count += 1
                entry = next((key for key in ((name, number), ("*", number)) if key in listed), None)
                if entry:
                    used.add(entry)
                elif number not in printed:
                    errors.append(f"{path}:{line}: nothing gives {number}; is it printed, or in {name}'s list?")
    errors += [f"prose_numbers.txt: no sentence of {text} has {number}" for text, number in set(listed) - used]
    print("\n".join(sorted(errors)) if errors else f"{count} decimals stand in sentences, and each comes from somewhere")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
