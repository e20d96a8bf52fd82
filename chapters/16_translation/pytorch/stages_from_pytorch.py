#!/usr/bin/env python3
"""What PyTorch computes in a decoder layer, stage by stage, and in a whole Transformer.

    python3 chapters/16_translation/pytorch/stages_from_pytorch.py

Writes two folders beside this file. layer holds an nn.TransformerDecoderLayer: its weights, what
it is given (input and memory), and in post and pre every stage, under the name that it has in the
chapter. transformer holds an nn.Transformer of two layers and two: its weights, src and tgt, and
in post and pre what each of its layers passes on. The same weights serve both placements. They
are random, and shaken, so that no norm only norms and no bias is 0. All is in float64.

No word sees what is written after it. The last two words that are written are padding, and the
last one that is read. Every row is compared, padding's as well: in training mode, which is used
here without dropout, PyTorch computes padding's rows like any others. (In evaluation mode it may
take a shorter way through the encoder that fills them with zeros.) PyTorch was 1.13, NumPy 1.24.2.
"""
import pathlib

import numpy as np
import torch
from torch.nn import functional

here = pathlib.Path(__file__).parent
torch.set_default_dtype(torch.float64)
torch.manual_seed(16)
d_model, n_heads, d_ff, n_written, n_read = 6, 2, 11, 7, 5
infinity = float("inf")

later = torch.triu(torch.ones(n_written, n_written, dtype=torch.bool), 1)
written_padding = torch.arange(n_written) >= n_written - 2
read_padding = torch.arange(n_read) >= n_read - 1


def save(folder, arrays):
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / (name + ".npy"), array.detach().numpy())


def shaken(module):
    """Norms that do more than norm, biases that are not 0."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter += 0.3 * torch.randn_like(parameter)
    return module


def agree(a, b):
    assert torch.allclose(a, b, rtol=0, atol=1e-13), (a - b).abs().max()


def attention_stages(name, attention, q_in, kv_in, closed):
    """Every value inside nn.MultiheadAttention, from its weights; name is "self" or "cross"."""
    w_q, w_k, w_v = attention.in_proj_weight.chunk(3)
    b_q, b_k, b_v = attention.in_proj_bias.chunk(3)
    q = functional.linear(q_in, w_q, b_q)
    k = functional.linear(kv_in, w_k, b_k)
    v = functional.linear(kv_in, w_v, b_v)
    stages = {f"{name}_Q": q, f"{name}_K": k, f"{name}_V": v}
    heads, all_weights = [], []
    for i, (q, k, v) in enumerate(zip(*(m.chunk(n_heads, dim=-1) for m in (q, k, v)))):
        scores = q @ k.T
        scaled = scores / (d_model // n_heads) ** 0.5
        masked = scaled.masked_fill(closed, -infinity)
        weights = masked.softmax(-1)
        heads.append(weights @ v)
        all_weights.append(weights)
        for part, value in (("scores", scores), ("scaled", scaled), ("masked", masked), ("weights", weights),
                            ("output", heads[-1])):
            stages[f"{name}_head_{i + 1}_{part}"] = value
    stages[f"{name}_concat"] = torch.cat(heads, dim=-1)
    stages[f"{name}-attention"] = attention.out_proj(stages[f"{name}_concat"])
    output, weights = attention(q_in, kv_in, kv_in, attn_mask=closed, average_attn_weights=False)
    agree(stages[f"{name}-attention"], output)
    agree(torch.stack(all_weights), weights)
    return stages


def layer_stages(layer, y, memory):
    """Every value inside the layer, from its parts; they end in what the layer returns."""
    stages = {}

    def self_attention(x):
        stages.update(attention_stages("self", layer.self_attn, x, x, later | written_padding))
        return stages["self-attention"]

    def cross_attention(x):
        stages.update(attention_stages("cross", layer.multihead_attn, x, memory, read_padding.expand(n_written, -1)))
        return stages["cross-attention"]

    def feed_forward(x):
        stages["hidden"] = layer.linear1(x)
        stages["activated"] = functional.relu(stages["hidden"])
        stages["feed-forward"] = layer.linear2(stages["activated"])
        return stages["feed-forward"]

    x = y
    norms = (layer.norm1, layer.norm2, layer.norm3)
    for i, (sublayer, norm) in enumerate(zip((self_attention, cross_attention, feed_forward), norms), 1):
        if layer.norm_first:
            stages[f"norm_{i}"] = norm(x)
            x = stages[f"sum_{i}"] = x + sublayer(stages[f"norm_{i}"])
        else:
            stages[f"sum_{i}"] = x + sublayer(x)
            x = stages[f"norm_{i}"] = norm(stages[f"sum_{i}"])
    agree(x, layer(y, memory, tgt_mask=later, tgt_key_padding_mask=written_padding,
                   memory_key_padding_mask=read_padding))
    return stages


def what_layers_return(model, src, tgt):
    """The output of each layer, and of the encoder and of the whole, caught on its way."""
    outputs = {}

    def keep(name):
        def hook(module, inputs, output):
            outputs[name] = output
        return hook

    for i, layer in enumerate(model.encoder.layers, 1):
        layer.register_forward_hook(keep(f"encoder_layer_{i}"))
    model.encoder.register_forward_hook(keep("memory"))
    for i, layer in enumerate(model.decoder.layers, 1):
        layer.register_forward_hook(keep(f"decoder_layer_{i}"))
    outputs["output"] = model(src, tgt, tgt_mask=later, src_key_padding_mask=read_padding,
                              tgt_key_padding_mask=written_padding, memory_key_padding_mask=read_padding)
    return outputs


placements = {"post": False, "pre": True}  # norm_first

sizes = dict(d_model=d_model, nhead=n_heads, dim_feedforward=d_ff, dropout=0.0, batch_first=True)
weights = shaken(torch.nn.TransformerDecoderLayer(**sizes)).state_dict()
y, memory = torch.randn(n_written, d_model), torch.randn(n_read, d_model)
save(here / "layer" / "weights", weights)
save(here / "layer", {"input": y, "memory": memory})
for placement, norm_first in placements.items():
    layer = torch.nn.TransformerDecoderLayer(**sizes, norm_first=norm_first)
    layer.load_state_dict(weights)
    save(here / "layer" / placement, layer_stages(layer, y, memory))

sizes.update(num_encoder_layers=2, num_decoder_layers=2)
weights = shaken(torch.nn.Transformer(**sizes)).state_dict()
src, tgt = torch.randn(n_read, d_model), torch.randn(n_written, d_model)
save(here / "transformer" / "weights", weights)
save(here / "transformer", {"src": src, "tgt": tgt})
for placement, norm_first in placements.items():
    model = torch.nn.Transformer(**sizes, norm_first=norm_first)
    model.load_state_dict(weights)
    save(here / "transformer" / placement, what_layers_return(model, src, tgt))
