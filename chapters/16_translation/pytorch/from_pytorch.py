#!/usr/bin/env python3
"""What PyTorch makes of the first weights and batches beside this file: losses.npy.

    OMP_NUM_THREADS=1 python3 chapters/16_translation/pytorch/from_pytorch.py [heads] [--float32] [--time]

The weights in first.safetensors are those that training begins with, under the names of a state_dict. A row
of batches.npy is a pair of sentences: how many words are read and how many are written, then the
Korean ids and the English ones, each with the end at its end, filled up with -1 to the length of
the longest. The model is two embeddings, sinusoidal positions, a pre-norm encoder and decoder of
one layer and a final norm each, and a linear map to a score for each English word. A sentence's
loss is the mean over its words, a batch's the mean over its 32 sentences; the step is Adam's,
rate 0.003.

All in float64; with --float32 the steps are timed in float32 too. Prints the time of the steps,
without the reading and the filling up. Most of it is matrix products, so it depends on the BLAS that
PyTorch finds: with Debian's plain libblas3 a step takes about three times as long as with OpenBLAS.
"""
import argparse
import math
import pathlib
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

parser = argparse.ArgumentParser()
parser.add_argument("heads", nargs="?", type=int, default=1, help="of every attention (default 1)")
parser.add_argument("--float32", action="store_true", help="time the steps in float32 too")
parser.add_argument("--time", action="store_true", help="write no file")
options = parser.parse_args()

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[2] / "scripts"))
from safetensors_numpy import load_file  # noqa: E402

torch.set_num_threads(1)
d_model, d_ff, batch_size, begin = 32, 64, 32, 0
weights = {name: torch.from_numpy(w) for name, w in load_file(here / "first.safetensors").items()}
rows = torch.from_numpy(np.load(here / "batches.npy")).long()
most_read = int(rows[:, 0].max())


def sinusoidal(n):
    positions = torch.zeros(n, d_model, dtype=torch.float64)
    for position in range(n):
        for pair in range(d_model // 2):
            angle = position / 10000 ** (2 * pair / d_model)
            positions[position, 2 * pair] = math.sin(angle)
            positions[position, 2 * pair + 1] = math.cos(angle)
    return positions


class Batch:
    """Sentences side by side, as long as the longest of them."""

    def __init__(self, rows):
        n_read, self.n_written = rows[:, 0], rows[:, 1]
        read = rows[:, 2 : 2 + n_read.max()]
        self.target = rows[:, 2 + most_read : 2 + most_read + self.n_written.max()]
        self.padding = read < 0
        self.read = read.clamp(min=0)
        first = torch.full((len(rows), 1), begin)
        self.written = torch.cat([first, self.target[:, :-1].clamp(min=0)], dim=1)
        n = self.written.shape[1]
        self.later = torch.triu(torch.ones(n, n, dtype=torch.bool), 1)


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = dict(d_model=d_model, nhead=options.heads, dim_feedforward=d_ff, dropout=0.0,
                     batch_first=True, norm_first=True)
        n_target = len(weights["target.weight"])
        self.source = nn.Embedding(len(weights["source.weight"]), d_model)
        self.target = nn.Embedding(n_target, d_model)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(**sizes), 1, nn.LayerNorm(d_model),
                                             enable_nested_tensor=False)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**sizes), 1, nn.LayerNorm(d_model))
        self.to_logits = nn.Linear(d_model, n_target)
        self.register_buffer("positions", sinusoidal(rows.shape[1]), persistent=False)

    def forward(self, batch):
        read = self.source(batch.read) + self.positions[: batch.read.shape[1]]
        written = self.target(batch.written) + self.positions[: batch.written.shape[1]]
        memory = self.encoder(read, src_key_padding_mask=batch.padding)
        # What is written needs no padding mask: padding comes last, and no word sees what is later.
        return self.to_logits(self.decoder(written, memory, tgt_mask=batch.later,
                                        memory_key_padding_mask=batch.padding))


def loss_of(logits, batch):
    words = functional.cross_entropy(logits.transpose(1, 2), batch.target, ignore_index=-1, reduction="none")
    return (words.sum(1) / batch.n_written).mean()


def train(dtype):
    """The loss before each step, and milliseconds per step."""
    model = Translator()
    model.load_state_dict(weights)
    model.to(dtype)
    adam = torch.optim.Adam(model.parameters(), lr=3e-3)
    batches = [Batch(part) for part in rows.split(batch_size)]
    losses = []
    start = time.process_time()
    for batch in batches:
        adam.zero_grad()
        loss = loss_of(model(batch), batch)
        loss.backward()
        adam.step()
        losses.append(loss.item())
    return losses, 1e3 * (time.process_time() - start) / len(losses)


torch.set_default_dtype(torch.float64)
losses, milliseconds = train(torch.float64)
if not options.time:
    np.save(here / "losses.npy", np.array(losses))
print(f"PyTorch {torch.__version__}, {len(losses)} steps, {milliseconds:.2f} ms each in float64")
if options.float32:
    print(f"in float32 {train(torch.float32)[1]:.2f} ms each")
