"""torch_decoder.py WORDS REPEATS full|cached: seconds to write so many words, one a line.

One pre-norm layer, d_model 32, one head, d_ff 64, float64, five words to read: chapter 16's size.
"full" calls PyTorch's decoder on all words so far, as it has no cache. "cached" is that by hand: keys
and values of the words so far are kept, and only the new row goes through the same layer's maps.
"""
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

n_words, repeats = map(int, sys.argv[1:3])
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)
d_model, n_ids = 32, 20
layer = nn.TransformerDecoderLayer(d_model, 1, 64, dropout=0.0, batch_first=True, norm_first=True)
decoder = nn.TransformerDecoder(layer, 1, nn.LayerNorm(d_model)).eval()
embedding, to_logits = nn.Embedding(n_ids, d_model), nn.Linear(d_model, n_ids)
memory, positions = torch.randn(1, 5, d_model), torch.randn(n_words, d_model)
later = torch.triu(torch.ones(n_words, n_words, dtype=torch.bool), 1)


def write_full():
    ids = [0]
    while len(ids) <= n_words:
        n = len(ids)
        y = decoder((embedding(torch.tensor(ids)) + positions[:n])[None], memory, tgt_mask=later[:n, :n])
        ids.append(int(to_logits(y[0, -1]).argmax()))
    return ids


def attend(q, k, v):
    weights = torch.softmax(q @ k.T / d_model**0.5, -1)
    return weights @ v


def write_cached():
    part = decoder.layers[0]
    own, cross = part.self_attn, part.multihead_attn
    w_q, w_k, w_v = cross.in_proj_weight.chunk(3)
    b_q, b_k, b_v = cross.in_proj_bias.chunk(3)
    memory_k, memory_v = functional.linear(memory[0], w_k, b_k), functional.linear(memory[0], w_v, b_v)
    keys, values = torch.empty(n_words, d_model), torch.empty(n_words, d_model)
    ids = [0]
    while len(ids) <= n_words:
        place = len(ids) - 1
        y = embedding.weight[ids[-1]] + positions[place]
        q, keys[place], values[place] = functional.linear(part.norm1(y), own.in_proj_weight, own.in_proj_bias).chunk(3)
        y = y + own.out_proj(attend(q, keys[: place + 1], values[: place + 1]))
        y = y + cross.out_proj(attend(functional.linear(part.norm2(y), w_q, b_q), memory_k, memory_v))
        y = y + part.linear2(torch.relu(part.linear1(part.norm3(y))))
        ids.append(int(to_logits(decoder.norm(y)).argmax()))
    return ids


with torch.inference_mode():
    assert write_cached() == write_full()
    write = write_cached if sys.argv[3] == "cached" else write_full
    for _ in range(repeats):
        begin = time.perf_counter()
        write()
        print(f"{time.perf_counter() - begin:.6f}")
