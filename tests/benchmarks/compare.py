#!/usr/bin/env python3
"""Measures attn/fast beside PyTorch, OpenBLAS and Eigen, in one run. See README.md.

compare.py [--build build/release] [--rounds 5] [--python /usr/bin/python3] [PART...]
PART: machine, matmul, layer, stack, attention, small; all of them without one.
"""
import argparse
import os
import statistics
import subprocess
import time

LAYERS = [(768, 12, 3072, 128, 15), (512, 8, 2048, 32, 60), (512, 8, 2048, 512, 8)]
here = os.path.dirname(os.path.abspath(__file__))


def seconds(command, **variables):
    """What a program prints, a number a line; none when it cannot run."""
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive", **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return [float(line) for line in done.stdout.split()] if done.returncode == 0 else []


def contenders(sizes):
    """A layer or a stack of them: ours, PyTorch as it is, and with other kernels."""
    words = [str(size) for size in sizes]
    torch = [options.python, os.path.join(here, "torch_encoder.py")] + words
    return {
        "ours": lambda: seconds([program, "encoder"] + words),
        "PyTorch": lambda: seconds(torch),
        "PyTorch, SkylakeX": lambda: seconds(torch, OPENBLAS_CORETYPE="SkylakeX"),
    }


def race(sizes):
    times = {}
    for _ in range(options.rounds):
        for name, run in contenders(sizes).items():
            times.setdefault(name, []).extend(run())
    ours = times["ours"]
    for name, values in times.items():
        if not values:
            print(f"  {name:18} cannot run here")
            continue
        best, median = min(values), statistics.median(values)
        print(f"  {name:18} best {1e3 * best:8.2f} ms  median {1e3 * median:8.2f} ms  "
              f"ours is {min(ours) / best:.2f} of the best, "
              f"{statistics.median(ours) / median:.2f} of the median")


def encoders(layers, sizes):
    for d_model, heads, d_ff, tokens, repeats in sizes:
        for threads in (1, 2):
            print(f"{layers} x ({d_model}, {heads}, {d_ff}), {tokens} tokens, threads: {threads}")
            race((d_model, heads, d_ff, tokens, layers, threads, repeats))


def whole_program(command):
    """The best time from command to end, and the most memory, of ten runs."""
    times, memory = [], []
    for _ in range(10):
        begin = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        times.append(time.perf_counter() - begin)
        memory += [int(line.split()[1]) / 1024
                   for line in done.stdout.splitlines() if line.startswith("VmHWM")]
    return (min(times), max(memory)) if done.returncode == 0 and memory else None


def small():
    torch = ("import torch; l = torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()\n"
             "with torch.inference_mode(): print(l(torch.ones(1, 4, 4)))\n"
             "print(open('/proc/self/status').read())")
    ours = [os.path.join(os.path.dirname(program), "fast_small_example")]
    for name, command in {"ours": ours, "PyTorch": [options.python, "-c", torch]}.items():
        result = whole_program(command)
        print(f"  {name:18} " + ("cannot run here" if result is None else
                                 f"{1e3 * result[0]:7.1f} ms, {result[1]:.1f} MiB"))


def run(*words):
    subprocess.run([program] + [str(word) for word in words], check=True)


parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
parser.add_argument("--build", default="build/release")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--python", default="/usr/bin/python3", help="one that has torch")
parser.add_argument("part", nargs="*", metavar="PART")
options = parser.parse_args()
program = os.path.join(options.build, "tests", "fast_benchmark")
parts = {
    "machine": lambda: run("machine"),
    "matmul": lambda: [run("matmul", size, 8 * options.rounds) for size in (512, 1024)],
    "layer": lambda: encoders(1, LAYERS),
    "stack": lambda: encoders(12, [(768, 12, 3072, 128, 2)]),
    "attention": lambda: [run("attention", tokens, 1) for tokens in (4096, 8192, 16384)],
    "small": small,
}
for part in options.part or parts:
    if part not in parts:
        parser.error(f"there is no part {part}")
    print(f"== {part} (load of the machine: {os.getloadavg()[0]:.1f})", flush=True)
    parts[part]()
