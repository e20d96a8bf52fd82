"""What PyTorch computes in chapter 12's small layer, for the chapter's program to compare with.

Reads weights.safetensors (written by: 13_encoder --save, there small) and the input in
float64.safetensors, puts them into nn.TransformerEncoderLayer, and writes every stage, the input
first, to float64.safetensors and float32.safetensors, and, with gammas of the first norm that are
not equal, to unequal.safetensors. It was run with PyTorch 1.13.1 and NumPy 1.24.2.

    python3 from_pytorch.py
"""

import pathlib
import sys

import numpy
import torch
from torch.nn import functional

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[2] / "scripts"))
from safetensors_numpy import load_file, save_file  # noqa: E402


# [hooks]
def keep(kept, name, gives_input=False):
    """A hook that keeps what a part of the layer returns, or what it is given."""
    def hook(_, inputs, output):
        kept[name] = inputs[0] if gives_input else output
    return hook


def hang(layer, kept):
    layer.norm1.register_forward_hook(keep(kept, "sum_1", gives_input=True))
    layer.norm1.register_forward_hook(keep(kept, "norm_1"))
    layer.linear1.register_forward_hook(keep(kept, "hidden"))
    layer.linear2.register_forward_hook(keep(kept, "activated", gives_input=True))
    layer.linear2.register_forward_hook(keep(kept, "feed-forward"))
    layer.norm2.register_forward_hook(keep(kept, "sum_2", gives_input=True))
# [/hooks]


# [stages]
def stages(layer, x):
    """Every stage of layer(x), each under the name that it has in chapter 12."""
    kept = {"input": x}
    attention = layer.self_attn
    hang(layer, kept)
    kept["norm_2"] = layer(x)
    qkv = functional.linear(x, attention.in_proj_weight, attention.in_proj_bias)
    kept["Q"], kept["K"], kept["V"] = qkv.chunk(3, dim=-1)
    kept["attention"], weights = attention(x, x, x, need_weights=True,
                                           average_attn_weights=False)
    for i, head in enumerate(weights[0]):
        kept[f"head_{i + 1}_weights"] = head
    return {name: value.detach().numpy().reshape(value.shape[-2:]) for name, value in kept.items()}
# [/stages]


def write(name, weights, dtype):
    layer = torch.nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, dropout=0.0,
                                             batch_first=True, dtype=dtype)
    layer.load_state_dict({key: torch.from_numpy(array) for key, array in weights.items()})
    save_file(stages(layer, torch.from_numpy(x).to(dtype)[None]), here / f"{name}.safetensors")


weights = load_file(here / "weights.safetensors")
x = load_file(here / "float64.safetensors")["input"]
write("float64", weights, torch.float64)
write("float32", weights, torch.float32)
write("unequal", weights | {"norm1.weight": numpy.array([2, 1, 0.5, 3])}, torch.float64)
