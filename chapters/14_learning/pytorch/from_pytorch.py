#!/usr/bin/env python3
"""What PyTorch makes of the first weights and batches beside this file: losses.npy.

    OMP_NUM_THREADS=1 python3 chapters/14_learning/pytorch/from_pytorch.py [--time]

first.safetensors and batches.npy were written by 14_learning --beginning FOLDER. The weights are
those that training begins with, under the names of a state_dict; a row of batches.npy is a sentence: 11
ids, and the half in which "not" stands. The model is an embedding, sinusoidal positions, one
pre-norm encoder layer, the mean of its rows and a linear map; the step is Adam's, rate 0.003,
16 sentences at a time, all in float64. Prints the time of the steps, without the reading;
with --time it writes no file.
"""
import math
import pathlib
import sys
import time

import numpy as np
import torch

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[2] / "scripts"))
from safetensors_numpy import load_file  # noqa: E402

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

weights = {name: torch.from_numpy(w) for name, w in load_file(here / "first.safetensors").items()}


def part(prefix):
    """The weights whose names begin with prefix, without it."""
    return {name[len(prefix):]: w for name, w in weights.items() if name.startswith(prefix)}


d_model, n_words, batch_size = 16, 24, 16
embedding = torch.nn.Embedding(n_words, d_model)
layer = torch.nn.TransformerEncoderLayer(d_model, 2, 32, dropout=0.0, batch_first=True, norm_first=True)
encoder = torch.nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
to_logits = torch.nn.Linear(d_model, 2)
embedding.load_state_dict(part("embedding."))
encoder.load_state_dict(part("encoder."))
to_logits.load_state_dict(part("to_logits."))

rows = torch.from_numpy(np.load(here / "batches.npy")).long()
positions = torch.zeros(rows.shape[1] - 1, d_model)
for position in range(positions.shape[0]):
    for pair in range(d_model // 2):
        angle = position / 10000 ** (2 * pair / d_model)
        positions[position, 2 * pair] = math.sin(angle)
        positions[position, 2 * pair + 1] = math.cos(angle)

learned = [*embedding.parameters(), *encoder.parameters(), *to_logits.parameters()]
adam = torch.optim.Adam(learned, lr=3e-3)
losses = []
start = time.process_time()
for batch in rows.split(batch_size):
    adam.zero_grad()
    mean = encoder(embedding(batch[:, :-1]) + positions).mean(1)
    loss = torch.nn.functional.cross_entropy(to_logits(mean), batch[:, -1])
    loss.backward()
    adam.step()
    losses.append(loss.item())
seconds = time.process_time() - start

if "--time" not in sys.argv:
    np.save(here / "losses.npy", np.array(losses))
print(f"PyTorch {torch.__version__}, {len(losses)} steps, {1e3 * seconds / len(losses):.2f} ms each")
