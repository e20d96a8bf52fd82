#!/usr/bin/env python3
"""Whether a program prints and draws what was recorded, but for another machine's last digits.

    tests/book/same.py RECORDED ACTUAL

Two files with the ending .svg are compared as figures. Exit code 0 when they are the same; else 1, and the
first difference is printed.

Printed, a number with a point or an exponent may be one unit of its recorded last digit away; whole numbers are
exact. Of a measured number, "~271.3", and of what stands in "~(...)" only the presence is compared. Drawn, a place
may be 0.02 away, and each part of a colour 2.
"""

import re
import sys
import xml.etree.ElementTree as xml
from decimal import Context, Decimal
from itertools import zip_longest
from pathlib import Path

NUMBER = r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][+-]\d{1,5}|[eE]\d{1,5}(?!\w))?"
PRINTED = re.compile(f"({NUMBER})", re.ASCII)
MEASURED = re.compile(rf"~{NUMBER}(?:\s+(?:s|ms|µs|ns)(?!\w))?", re.ASCII)
DRAWN = re.compile(r"(#[0-9a-fA-F]{6}(?![0-9a-fA-F])|(?<![\d_#ks.-])-?\d+(?:\.\d+)?)")  # a digit behind k or s names
EXACT = Context(prec=60)


def are_alike_printed(recorded, actual):
    if recorded == actual:
        return True
    a, b = Decimal(recorded.lower()), Decimal(actual.lower())
    whole, decimals = (lambda text: not re.search("[.e]", text.lower())), (lambda text: len((text + ".").split(".")[1]))
    if whole(recorded) or ("e" in recorded.lower()) != ("e" in actual.lower()):
        return False
    if "e" in recorded.lower():
        if a == 0 or abs(a.as_tuple().exponent - b.as_tuple().exponent) > 1:
            return a == b == 0
    elif decimals(recorded) != decimals(actual):
        return False
    return abs(EXACT.subtract(a, b)) <= Decimal(1).scaleb(a.as_tuple().exponent, EXACT)


def are_alike_drawn(recorded, actual):
    if recorded[0] == "#" or actual[0] == "#":
        parts = zip(*(bytes.fromhex(text[1:]) if text[0] == "#" else b"" for text in (recorded, actual)))
        return recorded[0] == actual[0] and all(abs(a - b) <= 2 for a, b in parts)
    return abs(float(recorded) - float(actual)) <= 0.02 + 1e-9


def agree(recorded, actual, pattern, are_alike):
    """Whether two texts are the same, where what the pattern finds in both need only be alike."""
    a, b = pattern.split(recorded), pattern.split(actual)
    return a[::2] == b[::2] and all(map(are_alike, a[1::2], b[1::2]))


def output_difference(recorded, actual):
    """The first line that differs; nothing when there is none. How wide columns are does not count."""

    def lines_of(text):
        text = re.sub(r"~\([^)\n]*\)", "~()", text.replace("−", "-"))
        return [" ".join(line.split()) for line in MEASURED.sub("~", text).split("\n")]

    for i, (a, b) in enumerate(zip_longest(lines_of(recorded), lines_of(actual)), 1):
        if a is None or b is None or not agree(a, b, PRINTED, are_alike_printed):
            return f"line {i}:\n  recorded: {a}\n  printed:  {b}"
    return ""


def figure_difference(recorded, actual):
    """The first element that differs; nothing when there is none."""

    def parts_of(element):
        mix = lambda name, value: name == "style" and value.startswith("--c:")  # where a colour lies in its palette
        exact = [element.tag, *(name for name, value in element.items() if not mix(name, value))]
        alike = [value for name, value in element.items() if not mix(name, value)]
        for words in ((element.text or "").strip(), (element.tail or "").strip()):
            (alike if "{" in words else exact).append(words)
        return exact, "\n".join(alike)

    before = ""
    for a, b in zip_longest(xml.fromstring(recorded).iter(), xml.fromstring(actual).iter()):
        if a is None or b is None:
            return f"after {before}: one figure ends here"
        (exact_a, alike_a), (exact_b, alike_b) = parts_of(a), parts_of(b)
        if exact_a != exact_b or not agree(alike_a, alike_b, DRAWN, are_alike_drawn):
            return f"after {before}:\n  recorded: {exact_a} {alike_a}\n  drawn:    {exact_b} {alike_b}"
        before = exact_a
    return ""


def difference(recorded, actual):
    """Of two files."""
    compare = figure_difference if str(recorded).endswith(".svg") else output_difference
    found = compare(*(Path(file).read_text(encoding="utf-8") for file in (recorded, actual)))
    return found and f"{actual} differs from {recorded}, {found}"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(difference(*sys.argv[1:]) or 0)
