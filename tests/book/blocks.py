"""The blocks that a text quotes: code, recorded output, a chapter's knobs.

A comment in the text says what stands in the block below it:

    <!-- code FILE -->  <!-- code FILE NAME -->  <!-- code FILE NAME "piece of its head" -->
    <!-- code FILE [region] -->            from // [region] to // [/region]
    <!-- output RECORDING -->  <!-- output RECORDING "section" -->  <!-- output CHAPTER_more "detour" -->
    <!-- knobs CHAPTER -->
"""

import re
from pathlib import Path

from markdown import FENCE, end_of_block, read

REGION = re.compile(r"\s*(?://|#) \[(/?)(\w+)\]\s*$")


def without_region_marks(lines, source):
    closed = set(re.findall(r"^\s*(?://|#) \[/(\w+)\]\s*$", source, re.M))  # a lone "// [n]" is no mark
    marks = (REGION.match(line) for line in lines)
    return [line for line, mark in zip(lines, marks) if not (mark and mark.group(2) in closed)]


def only(lines, what, is_wanted):
    found = [i for i, line in enumerate(lines) if is_wanted(line)]
    if len(found) != 1:
        raise ValueError(f"there is {'more than one' if found else 'no'} {what}")
    return found[0]


def declares(head, name):
    """Whether a definition's head, as "double norm(const Vector& a) {", is that of a name."""
    operator = re.match(r"[^(]*operator(\(\)|[^\w\s(]+)(?=\()", head)
    if operator:
        head = operator.group()
    else:
        while (shorter := re.sub(r"<[^<>]*>", "", head)) != head:
            head = shorter
        head = re.split(r"[({=;]|(?<!:):(?!:)|(?<=\w)\[", head)[0].rstrip()
    return re.search(rf"(?<![\w:]){re.escape(name)}$", head) is not None


def quote_definition(source, name, signature=""):
    """The lines of the one definition of a name, with the comment above it."""
    lines, found, i = source.split("\n"), [], 0
    while i < len(lines):
        begin, head, last = i, [], ""
        i += 1
        if not re.match(r"[\w\[]", lines[begin]) or re.match("(using )?namespace", lines[begin]):
            continue
        for i in range(begin, len(lines)):
            head.append(lines[i].split("  //")[0].strip())
            last = head[-1][-1:] or last
            if last in "{;}":
                break
        if last == "{":
            while i + 1 < len(lines) and not lines[i].startswith("}"):
                i += 1
        i += 1
        if declares(" ".join(head), name):
            found.append((begin, i, " ".join(head)))
    if not found:
        raise ValueError(f"there is no definition of {name}")
    fitting = [one for one in found if signature in one[2]]
    if not fitting:
        raise ValueError(f'no definition of {name} has "{signature}" in its head')
    if len(fitting) > 1:
        raise ValueError(
            f"{name} is defined {len(fitting)} times; say which one with a piece of its head in quotes:"
            + "".join(f"\n    {one[2]}" for one in fitting)
        )
    begin, end, _ = fitting[0]
    while begin > 0 and lines[begin - 1].startswith("//"):
        begin -= 1
    return without_region_marks(lines[begin:end], source)


def quote_region(source, name):
    def is_mark(slash):
        return lambda line: (mark := REGION.match(line)) is not None and mark.groups() == (slash, name)

    lines = source.split("\n")
    begin = only(lines, f"comment // [{name}]", is_mark(""))
    end = only(lines, f"comment // [/{name}]", is_mark("/"))
    if end < begin:
        raise ValueError(f"// [/{name}] stands before // [{name}]")
    quoted = without_region_marks(lines[begin + 1 : end], source)
    margin = min((len(line) - len(line.lstrip()) for line in quoted if line.strip()), default=0)
    return [line[margin:] for line in quoted]


def quote_section(recording, title):
    lines = recording.split("\n")
    begin = only(lines, f'section "{title}"', lambda line: line.strip() == f"== {title}")
    end = next((i for i in range(begin + 1, len(lines)) if lines[i].startswith("== ")), len(lines))
    return "\n".join(lines[begin:end]).rstrip().split("\n")


def marker_of(line):
    """The words of the marker that a line is, or None."""
    inside = re.match(r"\s*<!--(.*?)(-->|$)", line)
    if not inside or not re.match(r"(code|output|knobs)\b", inside.group(1).strip()):
        return None
    if line != line.strip() or not line.endswith("-->"):
        raise ValueError("it must stand alone on its line, without blanks around")
    words = re.findall(r'"[^"]*"|\S+', inside.group(1))
    if any(word.count('"') == 1 for word in words):
        raise ValueError("a quote is not closed")
    return words


def block_of(words, read_file):
    """The lines below a marker: a fenced block, or a table of knobs."""
    kind, is_quoted = words[0], [word.startswith('"') for word in words]
    words = [word.strip('"') for word in words]

    def wants(*quoted):
        return is_quoted[1:] == list(quoted)

    if kind == "knobs":
        if not wants(False):
            raise ValueError("give: knobs CHAPTER")
        return quote_section(read_file("tests/expected/knobs.txt"), words[1])[2:]
    if kind == "output":
        if not wants(False) and not wants(False, True):
            raise ValueError('give: output RECORDING, or output RECORDING "section"')
        recording = read_file(f"tests/expected/{words[1].removesuffix('_more')}.txt")
        block = quote_section(recording, words[2]) if len(words) > 2 else recording.rstrip().split("\n")
        language = "text"
    else:
        region = re.fullmatch(r"\[(.+)\]", words[2]) if len(words) > 2 else None
        if not (wants(False) or wants(False, False) or wants(False, False, True)) or region and len(words) > 3:
            raise ValueError('give: code FILE, code FILE NAME, code FILE NAME "signature", or code FILE [region]')
        source = read_file(words[1])
        if len(words) == 2:
            block = source.rstrip().split("\n")
        else:
            block = quote_region(source, region.group(1)) if region else quote_definition(source, *words[2:])
        language = "python" if words[1].endswith(".py") else "cpp"
    fence = "```"
    while any(fence in line for line in block):
        fence += "`"
    return [fence + language, *block, fence]


def end_of_old_block(lines, begin, block):
    """The line behind the block that stands where a new one shall: begin, where there is none."""
    if not block[0].startswith("`"):
        return next((i for i in range(begin, len(lines)) if not lines[i].startswith("|")), len(lines))
    fence = FENCE.match(lines[begin]) if begin < len(lines) else None
    is_ours = fence is not None and fence.group(2) == block[0].lstrip("`")
    return end_of_block(lines, begin) if is_ours else begin


def fill_blocks(text, name, root, coming=None):
    """The text with its blocks filled, and the markers whose blocks were stale.

    coming: files as they will be, by their paths from root, in place of those that are there
    """

    def read_file(path):
        if coming and path in coming:
            return coming[path]
        return read(Path(root) / path)

    lines, filled, stale, i = text.split("\n"), [], [], 0
    while i < len(lines):
        line = lines[i]
        try:
            end = end_of_block(lines, i) if FENCE.match(line) else i + 1
            marker = marker_of(line)
            filled += lines[i:end]
            i = end
            if marker:
                block = block_of(marker, read_file)
                end = end_of_old_block(lines, i, block)
                if lines[i:end] != block:
                    stale.append(line)
                filled += block
                i = end
        except (ValueError, OSError) as error:
            raise ValueError(f"{name}: {line}: {error}") from error
    return "\n".join(filled), stale
