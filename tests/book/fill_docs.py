#!/usr/bin/env python3
"""Records what the chapters' programs print, copies the figures that they draw, and fills the code
and output blocks of the texts.

    tests/book/fill_docs.py build/release [PROJECT]
"""

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from blocks import fill_blocks
from markdown import read, texts_of
from same import difference


def recordings_of(root):
    """The lines of runs.txt: a name, a program, its arguments."""
    recordings = []
    for line in read(root / "tests/expected/runs.txt").split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            words = shlex.split(line)
            if len(words) < 2:
                raise ValueError("give a name and a program")
            if any(words[0] == other[0] for other in recordings):
                raise ValueError("this name comes twice")
        except ValueError as error:
            raise ValueError(f"runs.txt: {line}: {error}") from error
        recordings.append(words)
    return recordings


def output_of(program, arguments, root, run):
    """What is recorded of a program, or of all; run(program, *arguments) gives what one prints."""
    if program != "*":
        return run(program, *(arguments or ["--more"]))
    programs = sorted(path.name for path in (root / "chapters").glob("[0-9][0-9]_*"))
    return "\n".join(f"== {one}\n\n{run(one, *arguments)}" for one in programs)


def run_programs(root, build):
    """What the recordings and the figures become, by their paths, and the names of all figures drawn."""

    def is_as_before(path, new):
        """Whether it differs in no more than another machine's last digits."""
        return (root / path).exists() and not difference(root / path, new)

    changed, drawn = {}, set()
    for name, program, *arguments in recordings_of(root):
        with tempfile.TemporaryDirectory() as figures:

            def run(program, *arguments):
                command = [build / "chapters" / program, *arguments, "--figures", figures]
                done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)
                if done.returncode:
                    words = " ".join(map(str, command))
                    raise ValueError(f"{words} ended with exit code {done.returncode}\n{done.stderr}")
                return done.stdout

            output = Path(figures) / "output.txt"
            output.write_text(output_of(program, arguments, root, run), encoding="utf-8")
            files = {f"tests/expected/{name}.txt": output}
            if not arguments:  # the texts have the figures of the runs with all knobs at their start
                for svg in Path(figures).glob("*.svg"):
                    files[f"docs/figures/{svg.name}"] = svg
                    drawn.add(svg.name)
            changed.update({path: read(new) for path, new in files.items() if not is_as_before(path, new)})
    return changed, drawn


def refill(root, build):
    # All is made before the first file is written: a failure changes nothing.
    changed, drawn = run_programs(root, build)
    for text in texts_of(root):
        filled, stale = fill_blocks(read(root / text), text, root, changed)
        if stale:
            changed[text] = filled
    for path, content in changed.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
        print("wrote", path)
    for svg in sorted((root / "docs/figures").glob("*.svg")):
        if svg.name not in drawn:  # not deleted: a text may still show it
            print(f"no longer drawn: docs/figures/{svg.name}")
    print(f"fill_docs: changed {len(changed)} files")


def main(build, project=Path(__file__).parents[2]):
    try:
        refill(Path(project), Path(build).absolute())
    except (ValueError, OSError) as error:
        sys.exit(f"fill_docs: {error}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
