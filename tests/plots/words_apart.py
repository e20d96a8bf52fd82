#!/usr/bin/env python3
"""Do words touch in a figure? Measured with the font files of this machine.

words_apart.py FOLDER: for each SVG in the folder, in DejaVu Sans and in Liberation Sans, which is as
wide as Helvetica and Arial. A line for each two words that are less than 3 pixels apart, and for each
that leaves the picture. Exit code 77 where neither font is installed.
"""
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

FONTS = ["DejaVu Sans", "Liberation Sans"]
HANGUL, OTHER = 0.94, 0.62  # of a sign that the font lacks, in ems
APART = 3


def advances(file):
    """What the font file says: sign -> its width in ems (the tables cmap, format 4, and hmtx)."""
    data = Path(file).read_bytes()
    number = lambda at, form="H": struct.unpack_from(">" + form, data, at)[0]
    tables = {data[at:at + 4].decode(): number(at + 8, "I")
              for at in range(12, 12 + 16 * number(4), 16)}
    em, last = number(tables["head"] + 18), number(tables["hhea"] + 34) - 1
    cmap = tables["cmap"]
    starts = [cmap + number(at + 4, "I") for at in range(cmap + 4, cmap + 4 + 8 * number(cmap + 2), 8)]
    at = next(start for start in starts if number(start) == 4)
    size = number(at + 6)  # twice the number of ranges
    widths = {}
    for i in range(0, size, 2):
        end, begin = number(at + 14 + i), number(at + 16 + size + i)
        delta, place = number(at + 16 + 2 * size + i), at + 16 + 3 * size + i
        for code in range(begin, min(end, 0xfffe) + 1):
            glyph = number(place + number(place) + 2 * (code - begin)) if number(place) else code
            if glyph := (glyph + delta) % 65536 if glyph else 0:
                widths[chr(code)] = number(tables["hmtx"] + 4 * min(glyph, last)) / em
    return widths


def font_file(name):
    """Its file by fontconfig; none where another font would stand for it."""
    found = subprocess.run(["fc-match", "-f", "%{family}\t%{file}", name], capture_output=True, text=True)
    family, _, file = found.stdout.partition("\t")
    return file if name.split(":")[0] in family.split(",") else None


def boxes(svg, plain, bold):
    """(text, left, top, right, bottom) of each text element."""
    def walk(node, given):
        given = given | {key: node.get(key) for key in ("font-size", "font-weight", "text-anchor")
                         if node.get(key)}
        if node.tag.endswith("}text"):
            text = "".join(node.itertext())
            font = bold if given.get("font-weight") == "bold" else plain
            size = float(given["font-size"])
            width = size * sum(font.get(sign, HANGUL if sign >= "\u1100" else OTHER) for sign in text)
            turned = re.match(r"rotate\(-90[ ,]+([-\d.]+)[ ,]+([-\d.]+)\)", node.get("transform", ""))
            x, y = map(float, turned.groups() if turned else (node.get("x"), node.get("y")))
            before = {"middle": width / 2, "end": width}.get(given.get("text-anchor"), 0)
            up, down = 0.75 * size, 0.2 * size
            yield ((text, x - up, y - width + before, x + down, y + before) if turned else
                   (text, x - before, y - up, x - before + width, y + down))
        for child in node:
            yield from walk(child, given)
    return list(walk(svg, {}))


def faults(svg, plain, bold):
    width = float(svg.get("width"))
    all_boxes = boxes(svg, plain, bold)
    for i, (text, left, top, right, bottom) in enumerate(all_boxes):
        if left < 0 or right > width:
            yield f"'{text}' leaves the picture"
        for other, left_2, top_2, right_2, bottom_2 in all_boxes[:i]:
            if (left - APART < right_2 and left_2 - APART < right and
                    top + 1 < bottom_2 and top_2 + 1 < bottom):
                yield f"'{text}' touches '{other}'"


def main(folder):
    figures = sorted(Path(folder).glob("*.svg"))
    if not figures:
        sys.exit(f"{folder} has no SVG")
    n_fonts = n_faults = 0
    for name in FONTS:
        files = [font_file(name), font_file(name + ":bold")]
        if None in files:
            print(f"{name} is not installed")
            continue
        n_fonts += 1
        plain, bold = map(advances, files)
        for figure in figures:
            for fault in faults(xml.parse(figure).getroot(), plain, bold):
                print(f"{figure.name}, in {name}: {fault}")
                n_faults += 1
    if n_fonts == 0:
        sys.exit(77)
    print(f"{len(figures)} figures in {n_fonts} fonts: {n_faults} faults")
    sys.exit(1 if n_faults else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
