#!/usr/bin/env python3
"""Checks the project's texts, and names what is wrong with them: blocks, links, figures, lists, folds,
recordings, exercises, glossary, questions and the study notes.

    python3 tests/book/text_checks.py [--source DIR] [--tests PROGRAM…]

With the programs of tests, also that each line of the study notes has a test with its tag.
Exit code 0 when nothing is wrong.
"""

import argparse
import html
import os
import re
import shlex
import subprocess
import sys
import unicodedata
from functools import lru_cache
from pathlib import Path

from blocks import fill_blocks
from fill_docs import recordings_of
from markdown import anchors_of, linked_file, links_of, prose_lines, read, texts_of

LARGEST_FIGURE = 300 * 1024
OUTSIDE = ("https://", "http://", "mailto:")


def block_errors(root):
    errors = []
    for text in texts_of(root):
        try:
            stale = fill_blocks(read(root / text), text, root)[1]
            errors += [f"{text}: stale, the target refill_docs fills it: {marker}" for marker in stale]
        except ValueError as error:
            errors.append(str(error))
    return errors


def words_in(svg, tag):
    found = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", svg, re.S)
    return html.unescape(found.group(1)) if found else ""


def description_error(svg, described):
    """A figure is described by its title and what stands below it, or the beginning of that."""
    title = words_in(svg, "title")
    whole = title + (" " if title.endswith(("?", "!", ".")) else ". ") + words_in(svg, "desc")
    is_right = described.startswith(title) and whole.startswith(described)
    return "" if is_right else f"the figure calls itself: {whole}"


def link_error(root, text, link):
    if link.is_picture and not link.text.strip():
        return "the picture has no description"
    if link.target.startswith(OUTSIDE):
        return ""
    if not link.target:
        return "the link is empty"
    file = linked_file(text, link.target)
    if file.startswith(("/", "..")):
        return "the link leaves the project"
    extra = re.match("extras/[^/]+", file)
    if extra and not (root / extra.group()).exists():
        return ""  # somebody deleted it, as they may
    if not (root / file).exists():
        return "there is no such file"
    if link.is_picture and os.path.dirname(file) == "docs/figures":
        return description_error(read(root / file), link.text)
    _, is_inside, anchor = link.target.partition("#")
    if is_inside and not (file.endswith(".md") and anchor in anchors_of(read(root / file))):
        return "there is no such heading"
    return ""


def link_errors(root):
    links = [(text, link) for text in texts_of(root) for link in links_of(read(root / text))]
    errors = [(text, link, link_error(root, text, link)) for text, link in links]
    return [f"{text}: ({link.target}): {error}" for text, link, error in errors if error]


def figure_errors(root):
    linked = set()
    for text in texts_of(root):
        linked.update(linked_file(text, link.target) for link in links_of(read(root / text)))
    errors = []
    for path in sorted((root / "docs/figures").glob("*.svg")):
        figure, svg = f"docs/figures/{path.name}", read(path)
        if figure not in linked:
            errors.append(f"{figure} is in no text")
        if len(svg.encode()) > LARGEST_FIGURE:
            errors.append(f"{figure} is over {LARGEST_FIGURE // 1024} KiB")
        errors += [f"{figure} holds {part}" for part in ("<image", "<script", "filter:") if part in svg]
        if not re.search('<svg[^>]* class="fig"', svg):
            errors.append(f"{figure} is not drawn by our own writer")
    return errors


def line_errors(text):
    """What a line of prose should not hold."""
    errors, before = [], ""
    for line in prose_lines(text):
        if re.search(r"(?<![A-Za-z])[Ll]ines? +\d|\.[ch]pp:\d|#L\d", line):
            errors.append(f"cites a line by its number: {line}")
        if re.match(r">.* > ", line):
            errors.append(f"the lines of a quotation run together: {line}")
        # "They sum to", and on the next line "1. Softmax": to Markdown the paragraph ends in a list.
        is_item = re.match(r"(1[.)]|[-+*]) ", line)
        if is_item and re.match(r"(?!(1[.)]|[-+*]) )[^#|<> ]", before):
            errors.append(f"the line in a paragraph begins as an item of a list does: {line}")
        before = line
    # A blank line inside a table makes its rows print as they are.
    lines = list(prose_lines(text))
    for above, head, below in zip(["", *lines], lines, [*lines[1:], ""]):
        if head.startswith("|") and not above.startswith("|") and not re.match(r"\|[-:| ]+$", below):
            errors.append(f"rows without a head and its rule: {head}")
    # After words on the same line pandoc takes it into their paragraph, which then never ends.
    errors += [f"a fold ends inside a line: {end}" for end in re.findall(r"(?m)^.+</details>", text)]
    # On the road 25 lines of output at a time, below its heading and a blank line.
    road = text.partition("\n## Further\n")[0]
    for heading, output in re.findall(r'<!-- output \S+ "([^"\n]+)" -->\n```text\n(.*?)```', road, re.S):
        if output.count("\n") > 27:
            errors.append(f'"{heading}" prints more than 25 lines at a time')
    return errors


def recording_errors(root):
    names = {recording[0] for recording in recordings_of(root)}
    errors = []
    for path in sorted((root / "tests/expected").glob("*.txt")):
        if path.stem not in names | {"runs"}:
            errors.append(f"tests/expected/{path.name} is not in runs.txt")
        if path.stem == "knobs":
            continue  # tables for texts
        for line in read(path).split("\n"):
            wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in line)
            marks = sum(unicodedata.combining(sign) > 0 for sign in line)
            if path.stem in names and len(line) + wide - marks > 80:
                errors.append(f"tests/expected/{path.name}: wider than a terminal: {line}")
    return errors


def declared_functions(header):
    return re.findall(r"^\w[^(\n]*?(\w+)\(", header, re.M)


def items_of(lines):
    """The numbers of the exercises of each kind."""
    items, kind = {"Predict": [], "Change": [], "Build": []}, None
    for line in lines:
        heading = re.match(r"[#* ]*(Predict|Change|Build)", line) if line[:1] in ("#", "*") else None
        kind = heading.group(1) if heading else kind
        number = re.match(r"\**(\d+)\.[ *]", line)
        if number and kind:
            items[kind].append(int(number.group(1)))
    return items


def exercise_errors(root):
    errors = []
    for header in sorted(root.glob("chapters/*/exercises.hpp")):
        name = header.parent.name
        text, answers = f"docs/{name}.md", f"docs/answers/{name}.md"
        test, source = f"tests/exercises/{name}_test.cpp", f"chapters/{name}/answers.cpp"

        def require(holds, file, error):
            if not holds:
                errors.append(f"{file}: {error}")

        told, answered = read(root / text), read(root / answers)
        asked = re.split(r"(?m)^## ", "\n" + told.partition("\n## Exercises\n")[2])[0]
        require(f"](answers/{name}.md)" in asked, text, "the exercises do not link to their answers")
        require("<summary>Answer" not in asked, text, "an answer stands here")
        questions, answer_items = items_of(prose_lines(asked)), items_of(prose_lines(answered))
        for kind, numbers in questions.items():
            is_counted = len(numbers) >= 3 and numbers == list(range(1, len(numbers) + 1))
            require(is_counted, text, f"{kind} has not three exercises or more, 1. 2. 3.")
            require(answer_items[kind] == numbers, answers, f"{kind} has other numbers than the text")
        folds = "\n".join(prose_lines(answered)).count("<details>")
        require(folds >= sum(map(len, questions.values())), answers, "an answer is not folded away")
        functions, tests = declared_functions(read(header)), read(root / test) if (root / test).exists() else ""
        require(len(functions) >= 3, header.relative_to(root), "declares fewer than three functions")
        for function in functions:
            require(function in told, text, f"does not name {function}")
            require(f'TEST_CASE("{function} ' in tests, test, f'no test\'s name begins with "{function} "')
            require(f"<!-- code {source} {function} " in answered, answers, f"does not quote {function}")
    return errors


def entries_of(text):
    """The entries of a list of words: "- **word**: what it means", and the lines that belong to it."""
    return re.findall(r"(?m)^- \*\*(.*?)\*\*(.*(?:\n  .*)*)", text)


def words_to_keep(text):
    kept = re.search(r"\*\*Words to keep\*\*:(.*?)(?:\n\n|$)", text, re.S)
    if not kept:
        return []
    words = re.sub(r"\([^()]*\)", "", kept.group(1)).strip().removesuffix(".")
    return [" ".join(word.split()) for word in words.split(",")]


def glossary_errors(root):
    entries = entries_of(read(root / "docs/glossary.md"))
    words = [word for word, _ in entries]
    errors = [
        f'"{word}" stands behind "{before}"' for before, word in zip(words, words[1:]) if before.lower() >= word.lower()
    ]
    for text in texts_of(root):
        for word in words_to_keep(read(root / text)):
            if not any(word == entry and f"({os.path.basename(text)})" in meaning for entry, meaning in entries):
                errors.append(f'{text}: "{word}" has no entry in docs/glossary.md with a link to this chapter')
    return errors


def commands_in(text):
    return [" ".join(command.split()) for command in re.findall(r"`\./run (\d[^`]*)`", text)]


def command_errors(root):
    """A command that a text gives has options that --help shows, and titles of sections that are printed."""

    @lru_cache(maxsize=None)
    def known(chapter):
        recorded = "\n".join(read(path) for path in root.glob(f"tests/expected/{chapter:02}_*.txt"))
        help_texts = ("\n" + read(root / "tests/expected/help.txt")).split("\n== ")
        options = " --help --list --record " + "".join(one for one in help_texts if one.startswith(f"{chapter:02}_"))
        return options, {line for line in recorded.split("\n") if line.startswith("== ")}

    errors = []
    for text in texts_of(root):
        for command in commands_in(read(root / text)) if text != "CHANGELOG.md" else []:
            number, *words = shlex.split(command)
            options, sections = known(int(number))
            wrong = [word for word in words if word.startswith("--") and f" {word} " not in options]
            wrong += [title for word, title in zip(words, words[1:]) if word == "--only" and f"== {title}" not in sections]
            errors += [f"{text}: ./run {command}: there is no {word}" for word in wrong]
    return errors


def question_errors(root):
    """Each chapter answers a question."""
    questions = read(root / "docs/questions.md")
    numbers = {int(command.split()[0]) for command in commands_in(questions)}
    return [
        f"docs/questions.md: no answer links to {text.name} and has its command"
        for text in root.glob("docs/[0-9][0-9]_*.md")
        if not text.name.startswith("00_")  # the preface
        and (f"({text.name})" not in questions or int(text.name[:2]) not in numbers)
    ]


# The five study notes and the tutorial behind the first, with their numbers of lines.
NOTES = {"S0": 24, "W": 11, "S1": 38, "S2": 17, "S3": 29, "S4": 27}
HISTORY = {"S1-01", "S1-38", "S3-29", "S4-02", "S4-27"}


def is_recorded(root, recordings, command):
    """Whether what a command prints is recorded: as a run, or as a section of one."""
    number, *arguments = shlex.split(command)
    arguments = [word for word in arguments if word != "--more"]
    section, others = "", arguments
    if arguments[:1] == ["--only"]:
        section, others = f"== {arguments[1]}\n", arguments[2:]
    for name, program, *recorded in recordings:
        if program.startswith(f"{int(number):02}_"):
            if recorded == arguments or recorded == others and section in read(root / f"tests/expected/{name}.txt"):
                return True
    return False


def note_errors(root, tests):
    """Each line of the study notes has an entry, a link, a recorded command, and a test with its tag."""
    entries, recordings = entries_of(read(root / "docs/notes.md")), recordings_of(root)
    ids = [word for word, _ in entries]
    expected = [f"{note}-{line:02}" for note, lines in NOTES.items() for line in range(1, lines + 1)]
    errors = []
    if sorted(ids) != sorted(expected):
        errors.append(f"docs/notes.md: missing or too many: {sorted(set(ids) ^ set(expected))}")
    for word, meaning in entries:
        commands = commands_in(meaning)
        if ".md" not in meaning:
            errors.append(f"docs/notes.md: {word} has no link")
        if (word in HISTORY) == bool(commands):
            errors.append(f"docs/notes.md: {word}: a command stands with all but history")
        errors += [
            f"docs/notes.md: {word}: ./run {command} is not recorded"
            for command in commands
            if not is_recorded(root, recordings, command)
        ]
    if tests:
        listings = (subprocess.run([test, "--list-tags"], capture_output=True, encoding="utf-8", check=False) for test in tests)
        tags = {tag for listing in listings for tag in re.findall(r"\[([SW]\d?-\d\d)\]", listing.stdout)}
        for tag in sorted(tags ^ (set(expected) - HISTORY)):
            errors.append(f"docs/notes.md: {tag} has no test with its tag, or is no line of the notes")
    return errors


def errors_of(root, tests=()):
    errors = block_errors(root) + link_errors(root) + figure_errors(root)
    for text in texts_of(root):
        errors += [f"{text}: {error}" for error in line_errors(read(root / text))]
    errors += recording_errors(root) + exercise_errors(root) + glossary_errors(root)
    return errors + command_errors(root) + question_errors(root) + note_errors(root, tests)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[2], help="the project")
    parser.add_argument("--tests", nargs="*", default=[], help="the programs of tests")
    options = parser.parse_args()
    errors = errors_of(options.source, options.tests)
    print("\n".join(errors) if errors else f"{len(texts_of(options.source))} texts are as they should be")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
