"""Safetensors files for NumPy's arrays, under the names of the format's own library, which Debian 12
does not have: load_file(file) and save_file(arrays, file), of float64, float32, int64 and bool.

save_file leaves the same bytes as the library and as lib/support/files/safetensors.cpp.
"""
import json
import pathlib

import numpy as np

# In the order in which they are written.
DTYPES = {"I64": np.dtype("<i8"), "F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "BOOL": np.dtype("?")}


def load_file(file):
    data = pathlib.Path(file).read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:begin])
    header.pop("__metadata__", None)
    arrays = {}
    for name, entry in header.items():
        first, end = entry["data_offsets"]
        numbers = np.frombuffer(data[begin + first : begin + end], DTYPES[entry["dtype"]])
        arrays[name] = numbers.reshape(entry["shape"]).copy()
    return arrays


def save_file(arrays, file):
    dtypes = list(DTYPES.values())
    order = sorted(arrays, key=lambda name: (dtypes.index(arrays[name].dtype), name.encode()))
    header, numbers = {}, b""
    for name in order:
        dtype = list(DTYPES)[dtypes.index(arrays[name].dtype)]
        raw = np.ascontiguousarray(arrays[name]).tobytes()
        header[name] = {"dtype": dtype, "shape": list(arrays[name].shape),
                        "data_offsets": [len(numbers), len(numbers) + len(raw)]}
        numbers += raw
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    pathlib.Path(file).write_bytes(len(text).to_bytes(8, "little") + text + numbers)
