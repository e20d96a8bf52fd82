#!/usr/bin/env python3
"""A model of somebody's own: trained with PyTorch, saved for ./run 13 --load, and what it attends to.

    python3 chapters/13_encoder/data/own_model.py

A sentence is 12 random digits, and the model is asked, at every place but the first, which digit came
before. One pre-norm encoder layer with GELU and two heads learns it in a minute. Writes
own_model.safetensors beside this file and prints the attention on a sentence, head by head, for a
comparison with ./run 13. Needs PyTorch and safetensors (Debian 13: python3-torch,
python3-safetensors).
"""
import pathlib

import torch
from safetensors.torch import save_file
from torch import nn


class OwnModel(nn.Module):
    def __init__(self, n_words=10, most_places=12, d_model=16):
        super().__init__()
        self.embedding = nn.Embedding(n_words, d_model)
        self.positions = nn.Embedding(most_places, d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead=2, dim_feedforward=32, dropout=0.0, activation="gelu",
                                           batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=1, norm=nn.LayerNorm(d_model),
                                             enable_nested_tensor=False)
        self.to_logits = nn.Linear(d_model, n_words)

    def embedded(self, ids):
        return self.embedding(ids) + self.positions.weight[: ids.shape[1]]

    def forward(self, ids):
        return self.to_logits(self.encoder(self.embedded(ids)))


def train(model, steps=1500):
    adam = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(steps):
        ids = torch.randint(10, (64, 12))
        logits = model(ids)[:, 1:]
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, :-1].flatten())
        adam.zero_grad()
        loss.backward()
        adam.step()
    right = (logits.argmax(-1) == ids[:, :-1]).float().mean()
    print(f"PyTorch {torch.__version__}, after {steps} steps loss {loss.item():.4f}, right {right.item():.3f}")


# [save]
def save(model, file):
    weights = model.encoder.state_dict()
    weights["embedding.weight"] = model.embedding.weight.detach()
    weights["positions.weight"] = model.positions.weight.detach()
    save_file(weights, file)
# [/save]


def attention(model, ids):
    """[head x query x key] of the last layer."""
    layer = model.encoder.layers[-1]
    x = model.embedded(ids)
    for below in model.encoder.layers[:-1]:
        x = below(x)
    x = layer.norm1(x) if layer.norm_first else x
    return layer.self_attn(x, x, x, average_attn_weights=False)[1][0]


if __name__ == "__main__":
    torch.manual_seed(11)
    torch.set_num_threads(1)
    own = OwnModel()
    train(own)
    save(own, pathlib.Path(__file__).resolve().parent / "own_model.safetensors")
    torch.set_printoptions(precision=2, sci_mode=False)
    print(attention(own.eval(), torch.tensor([[3, 1, 4, 1, 5, 9]])).detach())
