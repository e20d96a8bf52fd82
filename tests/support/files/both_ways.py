#!/usr/bin/env python3
"""both_ways.py COPY_SAFETENSORS: safetensors files between the format's own library and ours.

The library (Debian 13: python3-safetensors, with python3-torch) writes a file with every dtype that
we read, in PyTorch and in NumPy; our program copies it; the library reads the copy. Every number
must be the same to the bit, and so must the whole file where we write the dtype that we read. What
the library has and we do not must be refused by name. Exits with 77 where it is not installed.
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
    import safetensors.numpy
    import safetensors.torch
    import torch
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

SPECIAL = [0.0, -0.0, 1.0, -1.5, 1 / 3, 65504.0, 6e-8, float("inf"), float("-inf"), float("nan")]
WE_WRITE = {torch.float64, torch.float32, torch.float16, torch.int64, torch.uint8, torch.bool}


def tensors_of(dtype):
    torch.manual_seed(1)
    if dtype == torch.bool:
        numbers = torch.randn(3, 5) > 0
    elif dtype == torch.uint8:
        numbers = torch.randint(0, 256, (3, 5)).to(dtype)
    elif dtype == torch.int64:
        numbers = torch.randint(-(2**53) + 1, 2**53, (3, 5))
    else:
        numbers = torch.randn(3, 5, dtype=torch.float64).to(dtype)
    tensors = {"layers.0.norm1.weight": numbers, "하나": numbers[1].clone(),
               "a \"quote\"\n": numbers[:, 2:3].clone(), "one": numbers[0, 0].clone(),
               "none": torch.zeros(0, 7, dtype=dtype)}
    if dtype.is_floating_point:
        tensors["special"] = torch.tensor(SPECIAL, dtype=torch.float64).to(dtype)
    return tensors


def require_same(name, given, copied):
    wanted = given if given.dtype in WE_WRITE else given.to(torch.float32)
    assert copied.dtype == wanted.dtype, f"{name}: {copied.dtype}, wanted {wanted.dtype}"
    assert copied.shape == wanted.shape, f"{name}: {copied.shape}, wanted {wanted.shape}"
    same = (copied == wanted) | ((copied != copied) & (wanted != wanted))
    assert same.all(), f"{name}: {copied}, wanted {wanted}"
    if wanted.is_floating_point():
        signs = torch.signbit(copied) == torch.signbit(wanted)
        assert (signs | (wanted != wanted)).all(), f"{name}: a sign is lost"


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    every = {}
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = f"{folder}/theirs.safetensors", f"{folder}/ours.safetensors"

        def copy(tensors, library=safetensors.torch, metadata=None):
            library.save_file(tensors, theirs, metadata=metadata)
            subprocess.run([program, theirs, ours], check=True)
            copied = library.load_file(ours)
            assert copied.keys() == tensors.keys(), sorted(copied)
            return copied

        def are_same_bytes():
            return pathlib.Path(theirs).read_bytes() == pathlib.Path(ours).read_bytes()

        for dtype in [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64,
                      torch.uint8, torch.bool]:
            tensors = tensors_of(dtype)
            for name, copied in copy(tensors).items():
                require_same(f"{dtype} {name!r}", tensors[name], copied)
            if dtype in WE_WRITE:
                assert are_same_bytes(), f"{dtype}: our file differs from theirs"
                every |= {f"{name} {dtype}": tensor for name, tensor in tensors.items()}
            copy(tensors, metadata={"format": "pt", "닫기": "\"}"})
            print(dtype, len(tensors), "arrays:", "same bytes" if dtype in WE_WRITE else "same numbers")
        copy(every)
        assert are_same_bytes(), "all dtypes in one file: ours differs from theirs"
        print("all in one file:", len(every), "arrays: same bytes")

        for dtype in [numpy.float64, numpy.float32, numpy.float16, numpy.int64, numpy.bool_]:
            arrays = {"a": numpy.arange(6).reshape(2, 3).astype(dtype)}
            copied = copy(arrays, library=safetensors.numpy)["a"]
            assert (copied == arrays["a"]).all() and copied.shape == (2, 3), dtype
        print("NumPy: same numbers")

        for dtype in [torch.int8, torch.int16, torch.int32, torch.float8_e4m3fn,
                      torch.float8_e5m2]:
            safetensors.torch.save_file({"a": torch.zeros(3).to(dtype)}, theirs)
            refused = subprocess.run([program, theirs, ours], capture_output=True, text=True)
            assert refused.returncode == 1 and "the dtype '" in refused.stderr, refused.stderr
            print("refused:", refused.stderr.strip().split(": ", 1)[1])


main()
