"""torch_encoder.py D_MODEL HEADS D_FF TOKENS LAYERS BATCH THREADS REPEATS [lengths]: seconds, one a line.

PyTorch's encoder in use: eval, inference_mode, its fused path, post-norm and ReLU. With "lengths"
the sentences of the batch are shorter and shorter, and padded; PyTorch leaves the padding out by
itself (nested tensors). A line that begins with # names the versions.
"""
import os
import re
import sys
import time

d_model, heads, d_ff, tokens, layers, batch, threads, repeats = map(int, sys.argv[1:9])
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = str(threads)  # OpenBLAS has threads of its own, beside PyTorch's

import torch  # noqa: E402

torch.set_num_threads(threads)
torch.manual_seed(1)
layer = torch.nn.TransformerEncoderLayer(d_model, heads, d_ff, batch_first=True)
encoder = torch.nn.TransformerEncoder(layer, layers).eval()
x = torch.randn(batch, tokens, d_model)
padding = None
if sys.argv[9:] == ["lengths"]:
    lengths = torch.tensor([tokens * (batch - i) // batch for i in range(batch)])
    padding = torch.arange(tokens) >= lengths[:, None]
with torch.inference_mode():
    ready = time.perf_counter() + .25
    while time.perf_counter() < ready:
        encoder(x, src_key_padding_mask=padding)
    for _ in range(repeats):
        begin = time.perf_counter()
        encoder(x, src_key_padding_mask=padding)
        print(f"{time.perf_counter() - begin:.6f}")
with open("/proc/self/maps") as maps:
    products = sorted(set(re.findall(r"/(lib(?:openblas|blas|mkl|dnnl)[^/\s]*)$", maps.read(), re.M)))
capability = [torch.backends.cpu.get_cpu_capability()] if hasattr(torch.backends, "cpu") else []
print(", ".join([f"# PyTorch {torch.__version__}", *capability, "products by " + (", ".join(products) or "what is built in")]))
