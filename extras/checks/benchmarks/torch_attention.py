"""torch_attention.py TOKENS THREADS REPEATS full|causal: seconds, one a line.

PyTorch's scaled_dot_product_attention, one head of 64 columns.
"""
import os
import sys
import time

tokens, threads, repeats = map(int, sys.argv[1:4])
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = str(threads)

import torch  # noqa: E402
from torch.nn.functional import scaled_dot_product_attention  # noqa: E402

torch.set_num_threads(threads)
q, k, v = (torch.randn(1, 1, tokens, 64) for _ in range(3))
with torch.inference_mode():
    causal = sys.argv[4] == "causal"
    ready = time.perf_counter() + .25
    while time.perf_counter() < ready:
        scaled_dot_product_attention(q, k, v, is_causal=causal)
    for _ in range(repeats):
        begin = time.perf_counter()
        scaled_dot_product_attention(q, k, v, is_causal=causal)
        print(f"{time.perf_counter() - begin:.6f}")
