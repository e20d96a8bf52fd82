"""What the checks read of a Markdown text: its prose, its links and its headings."""

import os
import re
from collections import Counter, namedtuple
from pathlib import Path

Link = namedtuple("Link", "target text is_picture")

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})\s*([^`]*)$")


def texts_of(root):
    """The project's texts, as paths from its folder."""
    root = Path(root)
    texts = [root / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "lib/README")]
    texts += sorted(root.glob("extras/**/README.md")) + sorted(root.glob("docs/**/*.md"))
    return [str(text.relative_to(root)) for text in texts if text.exists()]


def end_of_block(lines, begin):
    """The number of the line behind the fenced block that begins on a line."""
    fence = FENCE.match(lines[begin]).group(1)
    for i in range(begin + 1, len(lines)):
        line = lines[i].strip()
        if len(line) >= len(fence) and set(line) == {fence[0]}:
            return i + 1
    raise ValueError(f"the block {lines[begin]} is never closed")


def prose_lines(text):
    """The lines of a text, where those of fenced blocks are empty."""
    lines, i = text.split("\n"), 0
    while i < len(lines):
        end = end_of_block(lines, i) if FENCE.match(lines[i]) else i
        lines[i:end] = [""] * (end - i)
        i = max(end, i + 1)
    return lines


def closing(text, opening, brackets):
    """Where the bracket is that closes the one at position opening; -1 where none does."""
    depth = 0
    for i in range(opening, len(text)):
        depth += (text[i] == brackets[0]) - (text[i] == brackets[1])
        if depth == 0:
            return i
    return -1


def attribute(tag, name):
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found.group(1) if found else None


def links_of(text):
    prose = "\n".join(re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", line) for line in prose_lines(text))
    links = []
    for found in re.finditer(r"\[", prose):
        end = closing(prose, found.start(), "[]")
        last = closing(prose, end + 1, "()") if end >= 0 and prose[end + 1 : end + 2] == "(" else -1
        if last >= 0:
            target = (prose[end + 2 : last].split() or [""])[0].strip("<>")
            is_picture = prose[: found.start()].endswith("!")
            links.append(Link(target, prose[found.end() : end], is_picture))
    for tag in re.findall(r"<(?:a|img) [^>]*>", prose):
        if tag.startswith("<img"):
            links.append(Link(attribute(tag, "src") or "", attribute(tag, "alt") or "", True))
        elif attribute(tag, "href") is not None:
            links.append(Link(attribute(tag, "href"), "", False))
    return links


def linked_file(text, target):
    """The file that a link of a text means, as a path from its project: the text for "#heading"."""
    file = target.split("#")[0]
    return os.path.normpath(os.path.join(os.path.dirname(text), file)) if file else text


def anchors_of(text):
    """The names of a text's headings, as GitHub gives them, and its ids."""
    anchors, times = [], Counter()
    for line in prose_lines(text):
        heading = re.match(r"#{1,6} (.*)", line)
        if heading:
            words = re.sub(r"\]\([^)]*\)", "", heading.group(1).strip())
            anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-").lower()
            name = anchor
            while name in anchors:
                times[anchor] += 1
                name = f"{anchor}-{times[anchor]}"
            anchors.append(name)
        if attribute(line, "id"):
            anchors.append(attribute(line, "id"))
    return anchors


def read(path):
    return Path(path).read_text(encoding="utf-8")
