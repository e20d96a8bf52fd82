#!/usr/bin/env python3
"""What PyTorch's decoder makes of random weights, and every slope: the folders beside this file.

    python3 tests/attn/pytorch_decoder/from_pytorch.py

Each folder holds one case: the weights under the names of a state_dict; y (what is written),
memory (what is read), output; d_output, by which the output is weighted and summed to a loss,
and d_y, d_memory and, in slopes/, the loss's slope in every weight. The mask is causal, and the
last two rows of memory are padding. All in float64.
"""
import pathlib

import numpy as np
import torch

here = pathlib.Path(__file__).parent
torch.set_default_dtype(torch.float64)
torch.manual_seed(16)
d_model, n_heads, d_ff, n_written, n_read, n_padding = 6, 3, 7, 5, 4, 2


def shaken(module):
    """Norms that do more than norm, biases that are not 0."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter += 0.3 * torch.randn_like(parameter)
    return module


def layer(norm_first, activation="relu"):
    return torch.nn.TransformerDecoderLayer(d_model, n_heads, d_ff, dropout=0.0, activation=activation,
                                            batch_first=True, norm_first=norm_first)


def save(name, module):
    folder = here / name
    (folder / "slopes").mkdir(parents=True, exist_ok=True)
    shaken(module)
    y = torch.randn(1, n_written, d_model, requires_grad=True)
    memory = torch.randn(1, n_read, d_model, requires_grad=True)
    d_output = torch.randn(1, n_written, d_model)
    causal = torch.triu(torch.ones(n_written, n_written, dtype=torch.bool), 1)
    padding = torch.zeros(1, n_read, dtype=torch.bool)
    padding[0, n_read - n_padding:] = True
    output = module(y, memory, tgt_mask=causal, memory_key_padding_mask=padding)
    (output * d_output).sum().backward()
    arrays = {"y": y, "memory": memory, "output": output, "d_output": d_output, "d_y": y.grad, "d_memory": memory.grad}
    for key, value in arrays.items():
        np.save(folder / f"{key}.npy", value.detach()[0].numpy())
    (folder / "weights").mkdir(exist_ok=True)
    for key, value in module.named_parameters():
        np.save(folder / "weights" / f"{key}.npy", value.detach().numpy())
        np.save(folder / "slopes" / f"{key}.npy", value.grad.numpy())


save("post", layer(False))
save("pre", layer(True, "gelu"))
save("stack", torch.nn.TransformerDecoder(layer(True), 2, torch.nn.LayerNorm(d_model)))
