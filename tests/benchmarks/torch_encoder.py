"""torch_encoder.py D_MODEL HEADS D_FF TOKENS LAYERS THREADS REPEATS: seconds, one a line.

PyTorch's encoder in use: batch 1, eval, inference_mode, its fused path, post-norm and ReLU.
"""
import os
import sys
import time

d_model, heads, d_ff, tokens, layers, threads, repeats = map(int, sys.argv[1:])
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = str(threads)  # OpenBLAS has threads of its own, beside PyTorch's

import torch  # noqa: E402

torch.set_num_threads(threads)
torch.manual_seed(1)
layer = torch.nn.TransformerEncoderLayer(d_model, heads, d_ff, batch_first=True)
encoder = torch.nn.TransformerEncoder(layer, layers).eval()
x = torch.randn(1, tokens, d_model)
with torch.inference_mode():
    for _ in range(2):
        encoder(x)
    for _ in range(repeats):
        begin = time.perf_counter()
        encoder(x)
        print(f"{time.perf_counter() - begin:.6f}")
