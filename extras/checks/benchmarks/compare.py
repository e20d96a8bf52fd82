#!/usr/bin/env python3
"""Measures lib/fast beside PyTorch, ONNX Runtime, OpenBLAS and Eigen, in one run. See README.md.

compare.py [--build [NAME=]build/release]... [--rounds 7] [--torch NAME=COMMAND]... [--onnx FOLDER]
           [--write FILE] [PART...]
PART: machine, matmul, layer, stack, batch, attention, training, decoding, small; without one, all.
--build given again: several builds take turns, the first as "ours", the others by their names.
compare.py --fill measured.csv: writes the tables of README.md, here and at the top, from what --write
kept; a file whose name ends in _avx2 is for those that are marked avx2.
"""
import argparse
import csv
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import tempfile
import time

LAYERS = [(768, 12, 3072, 128, 12), (512, 8, 2048, 32, 40), (512, 8, 2048, 512, 8)]
FRONT = {  # the rows of the project's own README.md, one thread each
    "an encoder layer of BERT's size, 128 words": ("layer", "(768, 12, 3072), 128 tokens, 1 thread"),
    "the same, 8 sentences at once": ("batch", "(768, 12, 3072), 8 sentences of 128, 1 thread"),
    "attention over 4096 words, one head of 64": ("attention", "4096 tokens, full, 1 thread"),
}
here = pathlib.Path(__file__).resolve().parent
project = here.parent.parent.parent
rows = []  # (part, row, contender, seconds or GFLOP/s): every measurement
said = {}  # the versions that contenders tell


def lines_of(command, name, script=None, folder=None):
    """What a program prints; nothing when it cannot run. Lines with # are versions."""
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
    text = (here / script).read_text() if script else None
    try:
        done = subprocess.run(command, env=environment, input=text, cwd=folder, text=True, capture_output=True)
    except OSError:
        return []
    for line in done.stdout.splitlines():
        if line.startswith("# "):
            said[name] = line[2:]
    return [line for line in done.stdout.splitlines() if line[:1] != "#"] if done.returncode == 0 else []


def numbers(lines):
    return [float(line) for line in lines]


def torch(name, script, *words):
    return lambda: numbers(lines_of([*options.torch[name], "-", *map(str, words)], name, script))


def ours(*words):
    """Each build, by its name."""
    return {name: (lambda program=program: numbers(lines_of([program, *map(str, words)], name)))
            for name, program in programs.items()}


def rivals_of(names):
    return [name for name in names if not name.startswith("ours")]


def onnx(sizes):
    """ONNX Runtime on the model that the first PyTorch exports; None without either."""
    d_model, heads, d_ff, tokens, layers, batch, threads, repeats = sizes
    if not options.onnx or not options.torch:
        return None
    file = pathlib.Path(models.name) / ("_".join(map(str, sizes[:6])) + ".onnx")
    if not file.exists():
        lines_of([*next(iter(options.torch.values())), "-", *map(str, sizes[:6]), str(file)], "", "torch_export.py")
    words = [file, tokens, d_model, batch, threads, repeats]
    return lambda: numbers(lines_of(["node", here / "onnx_encoder.mjs", *map(str, words)],
                                    "ONNX Runtime", folder=options.onnx))


def race(part, row, contenders):
    """Short rounds of all in turn: whatever disturbs the machine disturbs each."""
    times = {name: [] for name, run in contenders.items() if run}
    for _ in range(options.rounds):
        for name in times:
            times[name] += contenders[name]()
    print(row)
    for name, values in times.items():
        rows.extend((part, row, name, f"{value:.6f}") for value in values)
        if not values:
            print(f"  {name:22} cannot run here")
            continue
        best, median = min(values), statistics.median(values)
        print(f"  {name:22} best {1e3 * best:9.3f} ms  median {1e3 * median:9.3f} ms  ours is "
              f"{min(times['ours']) / best:.2f} of the best, "
              f"{statistics.median(times['ours']) / median:.2f} of the median", flush=True)


def encoders(part, layers, batch, sizes):
    for d_model, heads, d_ff, tokens, repeats in sizes:
        for threads in (1, 2):
            words = (d_model, heads, d_ff, tokens, layers, batch, threads, repeats)
            many = f"{layers} layers of " if layers > 1 else ""
            of = f"{batch} sentences of {tokens}" if batch > 1 else f"{tokens} tokens"
            race(part, f"{many}({d_model}, {heads}, {d_ff}), {of}, {threads} thread{'s' * (threads - 1)}",
                 {**ours("encoder", *words),
                  **{name: torch(name, "torch_encoder.py", *words) for name in options.torch},
                  "ONNX Runtime": onnx(words)})


def batches():
    encoders("batch", 1, 8, [(768, 12, 3072, 128, 3)])
    words = (768, 12, 3072, 128, 1, 8, 1, 3, "lengths")
    race("batch", "(768, 12, 3072), 8 sentences of 16, 32 ... 128, 1 thread",
         {**ours("encoder", *words),
          **{name: torch(name, "torch_encoder.py", *words) for name in options.torch}})


def attention():
    for tokens, repeats in ((512, 40), (4096, 2)):
        for mask in ("full", "causal"):
            for threads in (1, 2):
                words = (tokens, threads, repeats, mask)
                race("attention", f"{tokens} tokens, {mask}, {threads} thread{'s' * (threads - 1)}",
                     {**ours("attention", *words),
                      **{name: torch(name, "torch_attention.py", *words) for name in options.torch}})
    for tokens in (4096, 8192, 16384):
        print("\n".join(lines_of([program, "memory", str(tokens)], "ours")))


def training():
    def milliseconds(name, chapter):
        script = project / "chapters" / chapter / "pytorch" / "from_pytorch.py"
        out = "\n".join(lines_of(["env", "OMP_NUM_THREADS=1", *options.torch[name], str(script), "--time"],
                                 name))
        found = re.search(r"([\d.]+) ms each", out)
        return [float(found[1]) / 1e3] if found else []

    for chapter, row in (("14_learning", "chapter 14, 16 sentences"), ("16_translation", "chapter 16, 32 pairs")):
        race("training", "a step of " + row,
             {**ours("training", chapter[:2]),
              **{name: (lambda name=name: milliseconds(name, chapter)) for name in options.torch}})


def decoding():
    for words in (32, 128):
        for how in ("full", "cached"):
            race("decoding", f"{words} words, {'with' if how == 'cached' else 'without'} a cache",
                 {**ours("decoding", words, 3, how),
                  **{name: torch(name, "torch_decoder.py", words, 3, how) for name in options.torch}})


def whole_program(command):
    """The best time from command to end, and the most memory, of ten runs."""
    times, memory = [], []
    for _ in range(10):
        begin = time.perf_counter()
        out = lines_of(command, "")
        times.append(time.perf_counter() - begin)
        memory += [int(line.split()[1]) / 1024 for line in out if line.startswith("VmHWM")]
    return (min(times), max(memory)) if memory else None


def small():
    script = ("import torch; l = torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()\n"
              "with torch.inference_mode(): print(l(torch.ones(1, 4, 4)))\n"
              "print(open('/proc/self/status').read())")
    commands = {"ours": [os.path.join(os.path.dirname(program), "fast_small_example")],
                **{name: [*command, "-c", script] for name, command in options.torch.items()}}
    for name, command in commands.items():
        result = whole_program(command)
        print(f"  {name:22} " + ("cannot run here" if result is None else
                                 f"{1e3 * result[0]:7.1f} ms, {result[1]:.1f} MiB"))


def matmul():
    for size in (512, 1024):
        for build, program in programs.items():
            of_build = build.removeprefix("ours")
            for line in lines_of([program, "matmul", str(size), str(5 * options.rounds)], build):
                print(line + of_build)
                found = re.match(r"(.+?) +best +([\d.]+) +median +([\d.]+) GFLOP/s", line)
                if found:
                    rows.append(("matmul", f"{size} x {size} x {size}", found[1] + of_build,
                                 found[2] + " " + found[3]))


def write(file):
    with open(file, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("part", "row", "contender", "measured"))
        writer.writerows([("version", "", name, text) for name, text in said.items()])
        writer.writerows(rows)


def table_of(part, all_rows):
    """Best (median) in milliseconds of each contender, and ours over the best rival."""
    kept, names = {}, []
    for kind, row, name, value in all_rows:
        if kind == part:
            kept.setdefault(row, {}).setdefault(name, []).append(float(value))
            names += [name] if name not in names else []
    all_ours = [name for name in names if name.startswith("ours")]
    ratios = " | ".join(f"{name} to the fastest other" for name in all_ours)
    out = [f"| best (median), ms | {' | '.join(names)} | {ratios} |",
           "|---" * (len(names) + len(all_ours) + 1) + "|"]
    for row, times in kept.items():
        cells = [f"{1e3 * min(times[n]):.3g} ({1e3 * statistics.median(times[n]):.3g})" if n in times else ""
                 for n in names]
        others = [times[n] for n in rivals_of(times)]
        ratios = [f"{min(times[n]) / min(map(min, others)):.2f} "
                  f"({statistics.median(times[n]) / min(map(statistics.median, others)):.2f})"
                  if others and n in times else "" for n in all_ours]
        out.append(f"| {row} | {' | '.join(cells)} | {' | '.join(ratios)} |")
    return out


def front_table(all_rows):
    """The best in milliseconds, of ours, of the faster PyTorch, of ONNX Runtime."""
    out = ["| best, ms | ours | PyTorch | ONNX Runtime |", "|---|---|---|---|"]
    for label, (part, row) in FRONT.items():
        cells = []
        for whose in (r"ours$", "PyTorch", "ONNX Runtime"):
            times = [float(r[3]) for r in all_rows if r[:2] == [part, row] and re.match(whose, r[2])]
            cells.append(f"{1e3 * min(times):.3g}" if times else "")
        if any(cells):
            out.append(f"| {label} | {' | '.join(cells)} |")
    return out


def fill(file):
    with open(file, newline="") as source:
        all_rows = list(csv.reader(source))[1:]
    which = pathlib.Path(file).stem.removeprefix("measured").replace("_", " ")
    readme = here / "README.md"
    readme.write_text(filled(readme.read_text(), all_rows, which))


def filled(text, all_rows, which):
    """The tables marked "measured PART", or "measured PART avx2" when that is which."""
    for part in re.findall(rf"<!-- measured (\w+){which} -->", text):
        if part == "versions":
            lines = [f"- {name}: {what}" for kind, _, name, what in all_rows if kind == "version"]
        elif part == "front":
            lines = front_table(all_rows)
        elif part == "matmul":
            lines = ["| best (median), GFLOP/s | " + " | ".join(sorted({r[1] for r in all_rows if r[0] == part})) + " |"]
            sizes = sorted({r[1] for r in all_rows if r[0] == part})
            lines.append("|---" * (len(sizes) + 1) + "|")
            for name in dict.fromkeys(r[2] for r in all_rows if r[0] == part):
                found = {r[1]: r[3].split() for r in all_rows if r[0] == part and r[2] == name}
                cells = [f"{found[s][0]} ({found[s][1]})" if s in found else "" for s in sizes]
                lines.append(f"| {name} | {' | '.join(cells)} |")
        else:
            lines = table_of(part, all_rows)
        text = re.sub(rf"(<!-- measured {part}{which} -->\n)(.*?)(?=\n\n|\Z)", lambda m: m[1] + "\n".join(lines), text, flags=re.S)
    return text


parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
parser.add_argument("--build", action="append", metavar="[NAME=]FOLDER",
                    help="where fast_benchmark was built (default: build/release); may be given again")
parser.add_argument("--rounds", type=int, default=7)
parser.add_argument("--torch", action="append", metavar="NAME=COMMAND",
                    help="a Python that has torch (default: PyTorch=/usr/bin/python3); may be given again")
parser.add_argument("--onnx", metavar="FOLDER", help="where npm has installed onnxruntime-node")
parser.add_argument("--write", metavar="FILE", help="keeps every measurement")
parser.add_argument("--fill", metavar="FILE", help="writes the tables of README.md from such a file, and ends")
parser.add_argument("part", nargs="*", metavar="PART")
options = parser.parse_args()
options.torch = {name: shlex.split(command) for name, command in
                 (word.split("=", 1) for word in options.torch or ["PyTorch=/usr/bin/python3"])}
programs = {}
for word in options.build or ["build/release"]:
    name, _, folder = word.rpartition("=")
    programs[("ours, " + (name or folder)) if programs else "ours"] = os.path.join(folder, "extras/checks/benchmarks/fast_benchmark")
program = programs["ours"]
parts = {
    "machine": lambda: [print(f"{name}: ", *lines_of([each, "machine"], name)) for name, each in programs.items()],
    "matmul": matmul,
    "layer": lambda: encoders("layer", 1, 1, LAYERS),
    "stack": lambda: encoders("stack", 12, 1, [(768, 12, 3072, 128, 2)]),
    "batch": batches,
    "attention": attention,
    "training": training,
    "decoding": decoding,
    "small": small,
}
for part in options.part:
    if part not in parts:
        parser.error(f"there is no part {part}")
if options.fill:
    fill(options.fill)
    raise SystemExit
for each in programs.values():
    if not os.path.exists(each):
        parser.error(f"{each} is not built: cmake --build {pathlib.Path(each).parents[3]} --target fast_benchmark")
with tempfile.TemporaryDirectory() as folder:
    models = argparse.Namespace(name=folder)
    for part in options.part or parts:
        print(f"== {part} (load of the machine: {os.getloadavg()[0]:.1f})", flush=True)
        parts[part]()
        if options.write:
            write(options.write)
