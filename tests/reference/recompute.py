#!/usr/bin/env python3
"""recompute.py [--write] [DIR...]: computes the results of reference cases again, from their inputs.

Every case in or under the folders (default: the folder of this file) is computed in float64: by
PyTorch, or, where the case's source says mpmath or long double, by mpmath with 200 bits, rounded
at the end. Outputs, values inside layers and gradients are compared at the case's own tolerance, and
a line for each family says how many are the same to the bit and how far the worst is away. What
PyTorch gave in float32 ("observed") is computed too, and counted, but not judged: it depends on
the processor. With --write the files get what was computed.

PyTorch 1.13 or newer, NumPy, mpmath (Debian: python3-torch, python3-mpmath). README.txt describes
a case. Exits with 1 when a result differs by more than the tolerance, and with 77 where a library
is missing.
"""
import argparse
import collections
import pathlib
import sys

try:
    import mpmath
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent / "scripts"))
import safetensors_numpy  # noqa: E402

INFINITY = float("inf")
RESULTS = ("output", "intermediate", "grad", "observed")
mpmath.mp.prec = 200


# ---------------------------------------------------------------- cases and their files

class Case:
    """A case.txt: its words by their keys, and its arrays by kind and slot."""

    def __init__(self, folder):
        self.folder, self.attributes, self.places, self.arrays = folder, {}, {}, {}
        self.words, self.tolerance, self.files = {}, None, {}
        for line in (folder / "case.txt").read_text().splitlines():
            key, *words = line.split() or [""]
            if key == "attr":
                self.attributes[words[0]] = words[2]
            elif key in ("input", "weight", "mask", *RESULTS):
                self.places[key, words[0]] = words[1]
                self.arrays[key, words[0]] = self.read(words[1])
            elif key == "tol" and words[:1] == ["f64"] and words[1] != "none":
                self.tolerance = float(words[2]), float(words[4])
            else:
                self.words[key] = words

    def file_of(self, place):
        """The file, and the array's name in it; of a .npy file, None."""
        file, separator, name = place.partition(".safetensors:")
        return (self.folder / (file + ".safetensors"), name) if separator else (self.folder / place, None)

    def read(self, place):
        file, name = self.file_of(place)
        if name is None:
            return np.load(file)
        if file not in self.files:
            self.files[file] = safetensors_numpy.load_file(file)
        return self.files[file][name]

    def write(self, results):
        for key, values in results.items():
            file, name = self.file_of(self.places[key])
            values = np.asarray(values, dtype=self.arrays[key].dtype).reshape(self.arrays[key].shape)
            if name is None:
                np.save(file, values)
            else:
                self.files[file][name] = values
        for file, arrays in self.files.items():
            safetensors_numpy.save_file(arrays, file)

    def of_kind(self, kind):
        return {slot: array for (of, slot), array in self.arrays.items() if of == kind}

    def number(self, name, otherwise=None):
        return float(self.attributes[name]) if name in self.attributes else otherwise

    def size(self, name, otherwise=None):
        return int(self.number(name, otherwise))

    @property
    def op(self):
        return self.words["op"][0]


class Tensors:
    """A case's inputs and weights as PyTorch's, in one dtype, and its masks."""

    def __init__(self, case, dtype):
        self.case, self.dtype = case, dtype
        self.inputs = {slot: self.of(array) for slot, array in case.of_kind("input").items()}
        self.weights = {slot: self.of(array) for slot, array in case.of_kind("weight").items()}
        self.masks = {slot: self.of(array, False) for slot, array in case.of_kind("mask").items()}

    def of(self, array, is_leaf=True):
        tensor = torch.from_numpy(array.copy())
        if not tensor.is_floating_point():
            return tensor
        return tensor.to(self.dtype).requires_grad_(is_leaf)

    def load(self, module, prefix=""):
        """The module with the case's weights, which stay the leaves of which slopes are taken."""
        module = module.to(self.dtype)
        module.train()  # without dropout: no shorter way is taken
        wanted = dict(module.named_parameters())
        given = {slot[len(prefix):]: t for slot, t in self.weights.items() if slot.startswith(prefix)}
        assert set(wanted) == set(given), set(wanted) ^ set(given)
        with torch.no_grad():
            for name, parameter in wanted.items():
                parameter.copy_(given[name])
                self.weights[prefix + name] = parameter
        return module


# ---------------------------------------------------------------- PyTorch, by the name of the op

ACTIVATIONS = {"relu": functional.relu, "gelu": functional.gelu}


def matmul(t):
    return {"y": torch.matmul(t.inputs["a"], t.inputs["b"])}


def linear(t):
    return {"y": functional.linear(t.inputs["x"], t.weights["weight"], t.weights.get("bias"))}


def relu(t):
    return {"y": functional.relu(t.inputs["x"])}


def gelu(t):
    return {"y": functional.gelu(t.inputs["x"], approximate=t.case.attributes["approximate"])}


def softmax(t):
    return {"y": torch.softmax(t.inputs["x"], t.case.size("axis", -1))}


def layer_norm(t):
    x = t.inputs["x"]
    return {"y": functional.layer_norm(x, x.shape[-1:], t.weights.get("weight"), t.weights.get("bias"),
                                       t.case.number("eps", 1e-5))}


def feed_forward(t):
    hidden = functional.linear(t.inputs["x"], t.weights["linear1.weight"], t.weights.get("linear1.bias"))
    activated = ACTIVATIONS[t.case.attributes["activation"]](hidden)
    return {"y": functional.linear(activated, t.weights["linear2.weight"], t.weights.get("linear2.bias"))}


def embedding(t):
    padding = t.case.size("padding_idx") if "padding_idx" in t.case.attributes else None
    return {"y": functional.embedding(t.inputs["indices"], t.weights["weight"], padding)}


def scaled_dot_product_attention(t):
    q, k, v = (t.inputs[name] for name in "qkv")
    scores = q @ k.transpose(-2, -1) * t.case.number("scale", q.shape[-1] ** -0.5)
    if t.case.size("is_causal", 0):
        later = torch.triu(torch.ones(scores.shape[-2:], dtype=torch.bool), 1)
        scores = scores.masked_fill(later, -INFINITY)
    if "additive" in t.masks:
        scores = scores + t.masks["additive"]
    elif "allowed" in t.masks:
        scores = scores.masked_fill(~t.masks["allowed"], -INFINITY)
    weights = torch.softmax(scores, -1)
    return {"y": weights @ v, "weights": weights}


def multi_head_attention(t):
    query = t.inputs["query"]
    key = t.inputs.get("key", query)
    value = t.inputs.get("value", key)
    size = t.case.size
    separate = {} if "in_proj_weight" in t.weights else {"kdim": key.shape[-1], "vdim": value.shape[-1]}
    module = t.load(nn.MultiheadAttention(size("embed_dim"), size("num_heads"), bias="in_proj_bias" in t.weights,
                                          batch_first=True, **separate))
    output, weights = module(query, key, value, key_padding_mask=t.masks.get("key_padding_mask"),
                             attn_mask=t.masks.get("attn_mask"), average_attn_weights=False)
    return {"output": output, "weights": weights}


def sizes_of(case):
    return dict(d_model=case.size("d_model"), nhead=case.size("nhead"), dropout=0.0, batch_first=True,
                dim_feedforward=case.size("dim_feedforward"), activation=case.attributes["activation"],
                layer_norm_eps=case.number("layer_norm_eps", 1e-5), norm_first=bool(case.size("norm_first", 0)))


def keep_output(module, name, results):
    """Catches what a module returns on its way; of attention, its output without the weights."""
    def hook(_, __, output):
        results[name] = output[0] if isinstance(output, tuple) else output

    module.register_forward_hook(hook)


def without_keys(attention, _, output):
    """Where a query has no key PyTorch gives NaN; wanted is attention of 0, of which the map leaves its bias."""
    values, weights = output
    return torch.where(values.isnan(), attention.out_proj.bias, values), weights


def encoder_layer(t):
    module = t.load(nn.TransformerEncoderLayer(**sizes_of(t.case)))
    if "fully_masked_rows" in t.case.words and t.dtype == torch.float64:
        module.self_attn.register_forward_hook(without_keys)
    results = {}
    for name in ("self_attn", "norm1", "norm2", "linear1", "linear2"):
        keep_output(module.get_submodule(name), name, results)
    results["output"] = module(t.inputs["src"], src_mask=t.masks.get("src_mask"),
                               src_key_padding_mask=t.masks.get("src_key_padding_mask"))
    return results


def encoder_of(t):
    sizes = sizes_of(t.case)
    norm = nn.LayerNorm(sizes["d_model"], sizes["layer_norm_eps"]) if t.case.size("final_norm", 0) else None
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(**sizes), t.case.size("num_layers"), norm)


def encoder(t):
    module = t.load(encoder_of(t))
    return {"output": module(t.inputs["src"], mask=t.masks.get("src_mask"),
                             src_key_padding_mask=t.masks.get("src_key_padding_mask"))}


def pipeline(t):
    """Words from a table times the root of d_model, plus positions, then an encoder."""
    class Pipeline(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(*t.weights["embedding.weight"].shape, padding_idx=t.case.size("padding_idx"))
            self.layers = encoder_of(t).layers

    module = t.load(Pipeline())
    x = module.embedding(t.inputs["indices"]) * t.case.number("d_model") ** 0.5 + t.inputs["pe"]
    for layer in module.layers:
        x = layer(x, src_mask=t.masks.get("src_mask"), src_key_padding_mask=t.masks.get("src_key_padding_mask"))
    return {"output": x}


# ---------------------------------------------------------------- decoders

def closed_by(t, queries, keys, mask, padding):
    """Where a query of a single sentence may not attend, from both of PyTorch's masks."""
    closed = torch.zeros(len(queries), len(keys), dtype=torch.bool)
    for given in (t.masks.get(mask), t.masks.get(padding)):
        closed = closed if given is None else closed | given
    return closed


def attention_stages(name, attention, queries, keys, closed):
    """Every value inside nn.MultiheadAttention, from its weights; name is "self" or "cross"."""
    weights, biases = attention.in_proj_weight.chunk(3), attention.in_proj_bias.chunk(3)
    q, k, v = (functional.linear(x, w, b) for x, w, b in zip((queries, keys, keys), weights, biases))
    stages, heads = {f"{name}_Q": q, f"{name}_K": k, f"{name}_V": v}, []
    for i, (q, k, v) in enumerate(zip(*(part.chunk(attention.num_heads, dim=-1) for part in (q, k, v))), 1):
        scores = q @ k.T
        scaled = scores / q.shape[-1] ** 0.5
        masked = scaled.masked_fill(closed, -INFINITY)
        weights = masked.softmax(-1)
        heads.append(weights @ v)
        for part, value in (("scores", scores), ("scaled", scaled), ("masked", masked), ("weights", weights),
                            ("output", heads[-1])):
            stages[f"{name}_head_{i}_{part}"] = value
    stages[f"{name}_concat"] = torch.cat(heads, dim=-1)
    stages[f"{name}-attention"] = attention.out_proj(stages[f"{name}_concat"])
    return stages


def decoder_layer_stages(t, layer, y, memory):
    """Every value inside a layer, from its parts, under the names that attn/stages.hpp gives them."""
    stages = {}

    def attention(name, module, queries, keys, closed):
        stages.update(attention_stages(name, module, queries, keys, closed))
        return stages[f"{name}-attention"]

    def self_attention(x):
        return attention("self", layer.self_attn, x, x, closed_by(t, y, y, "tgt_mask", "tgt_key_padding_mask"))

    def cross_attention(x):
        closed = closed_by(t, y, memory, "memory_mask", "memory_key_padding_mask")
        return attention("cross", layer.multihead_attn, x, memory, closed)

    def feed_forward(x):
        stages["hidden"] = layer.linear1(x)
        stages["activated"] = layer.activation(stages["hidden"])
        stages["feed-forward"] = layer.linear2(stages["activated"])
        return stages["feed-forward"]

    x = y
    for i, sublayer in enumerate((self_attention, cross_attention, feed_forward), 1):
        norm = layer.get_submodule(f"norm{i}")
        if layer.norm_first:
            stages[f"norm_{i}"] = norm(x)
            x = stages[f"sum_{i}"] = x + sublayer(stages[f"norm_{i}"])
        else:
            stages[f"sum_{i}"] = x + sublayer(x)
            x = stages[f"norm_{i}"] = norm(stages[f"sum_{i}"])
    return stages, x


def decoder_masks(t):
    return {name: t.masks.get(name) for name in ("tgt_mask", "memory_mask", "tgt_key_padding_mask",
                                                 "memory_key_padding_mask")}


def decoder_layer(t):
    module = t.load(nn.TransformerDecoderLayer(**sizes_of(t.case)))
    output = module(t.inputs["tgt"], t.inputs["memory"], **decoder_masks(t))
    stages = {}
    if t.case.of_kind("intermediate"):
        stages, last = decoder_layer_stages(t, module, t.inputs["tgt"], t.inputs["memory"])
        assert torch.allclose(last, output, rtol=0, atol=1e-13), "the stages do not end in what PyTorch's layer gives"
    return {"output": output, **stages}


def decoder(t):
    sizes = sizes_of(t.case)
    norm = nn.LayerNorm(sizes["d_model"], sizes["layer_norm_eps"]) if t.case.size("final_norm", 0) else None
    module = t.load(nn.TransformerDecoder(nn.TransformerDecoderLayer(**sizes), t.case.size("num_layers"), norm))
    return {"output": module(t.inputs["tgt"], t.inputs["memory"], **decoder_masks(t))}


def transformer(t):
    n_layers = t.case.size("num_layers")
    module = t.load(nn.Transformer(num_encoder_layers=n_layers, num_decoder_layers=n_layers, **sizes_of(t.case)))
    results = {}
    for i in range(n_layers):
        keep_output(module.encoder.layers[i], f"encoder_layer_{i + 1}", results)
        keep_output(module.decoder.layers[i], f"decoder_layer_{i + 1}", results)
    keep_output(module.encoder, "memory", results)
    results["output"] = module(t.inputs["src"], t.inputs["tgt"], **decoder_masks(t), src_mask=t.masks.get("src_mask"),
                               src_key_padding_mask=t.masks.get("src_key_padding_mask"))
    return results


# ---------------------------------------------------------------- a Llama

def rms_norm(x, gamma, epsilon):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * gamma


def turned(x, base, layout):
    """Rows [heads x n x d_k]: as complex numbers, or with the two halves of a row as x and y."""
    n, d_k = x.shape[-2:]
    frequencies = base ** (-torch.arange(0, d_k, 2, dtype=x.dtype) / d_k)
    angles = torch.outer(torch.arange(n, dtype=x.dtype), frequencies)
    if layout == "interleaved":
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], d_k // 2, 2).contiguous())
        return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).reshape(x.shape)
    first, second = x.chunk(2, -1)
    rotated_half = torch.cat((-second, first), -1)
    return x * torch.cat((angles, angles), -1).cos() + rotated_half * torch.cat((angles, angles), -1).sin()


def llama(t):
    w, case = t.weights, t.case
    n_heads, n_kv_heads = case.size("num_heads"), case.size("num_kv_heads")
    base, layout, epsilon = case.number("base"), case.attributes["layout"], case.number("eps")
    table = w["model.embed_tokens.weight"]
    x, results = table[t.inputs["ids"]], {}
    n = len(x)
    for number in range(case.size("num_layers")):
        layer = f"model.layers.{number}."

        def heads(name, count):
            return functional.linear(results["norm1"], w[layer + f"self_attn.{name}.weight"]).view(n, count, -1).transpose(0, 1)

        results["norm1"] = rms_norm(x, w[layer + "input_layernorm.weight"], epsilon)
        q = turned(heads("q_proj", n_heads), base, layout)
        k = turned(heads("k_proj", n_kv_heads), base, layout).repeat_interleave(n_heads // n_kv_heads, 0)
        v = heads("v_proj", n_kv_heads).repeat_interleave(n_heads // n_kv_heads, 0)
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores = (q @ k.transpose(1, 2) / q.shape[-1] ** 0.5).masked_fill(later, -INFINITY)
        concat = (scores.softmax(-1) @ v).transpose(0, 1).reshape(n, -1)
        results["self_attn"] = functional.linear(concat, w[layer + "self_attn.o_proj.weight"])
        x = x + results["self_attn"]
        results["norm2"] = rms_norm(x, w[layer + "post_attention_layernorm.weight"], epsilon)
        gate = functional.silu(functional.linear(results["norm2"], w[layer + "mlp.gate_proj.weight"]))
        up = functional.linear(results["norm2"], w[layer + "mlp.up_proj.weight"])
        results["mlp"] = functional.linear(gate * up, w[layer + "mlp.down_proj.weight"])
        x = x + results["mlp"]
    return {**results, "logits": functional.linear(rms_norm(x, w["model.norm.weight"], epsilon), table)}


OPS = {"MatMul": matmul, "Linear": linear, "ReLU": relu, "GELU": gelu, "Softmax": softmax, "LayerNorm": layer_norm,
       "FeedForward": feed_forward, "Embedding": embedding, "ScaledDotProductAttention": scaled_dot_product_attention,
       "MultiheadAttention": multi_head_attention, "TransformerEncoderLayer": encoder_layer,
       "TransformerEncoder": encoder, "Pipeline": pipeline, "TransformerDecoderLayer": decoder_layer,
       "TransformerDecoder": decoder, "Transformer": transformer, "Llama": llama}


def by_pytorch(case):
    """Outputs, values inside layers and gradients, by kind and slot."""
    t = Tensors(case, torch.float64)
    values = OPS[case.op](t)
    upstream = t.inputs.get("grad_output", t.inputs.get("grad_y"))
    if upstream is not None:
        output = values.get("y", values.get("output"))
        values = {"output": output, **values, "loss": (output * upstream).sum()}
        values["loss"].backward()
    results = {}
    for kind, slot in case.arrays:
        if kind in ("output", "intermediate"):
            results[kind, slot] = values[slot].detach().numpy()
        elif kind == "grad":
            leaf = t.inputs.get(slot, t.weights.get(slot))
            results[kind, slot] = leaf.grad.numpy()
    if "fully_masked_rows" in case.words:
        results = {key: np.nan_to_num(array, nan=0.0) for key, array in results.items()}
    return results


def observed(case):
    """What PyTorch itself gives, in float32 or, where the slot says so, in float64."""
    results = {}
    for kind, slot in case.arrays:
        output, _, bits = slot.rpartition("_torch_f")
        if kind == "observed" and output:
            values = OPS[case.op](Tensors(case, torch.float64 if bits == "64" else torch.float32))
            results[kind, slot] = values[output].detach().numpy()
    return results


# ---------------------------------------------------------------- mpmath, of real numbers

def rounded(numbers, shape):
    """The nearest float64 of each."""
    return np.array([float(number) for number in numbers], dtype=np.float64).reshape(shape)


def reals(array):
    return [mpmath.mpf(float(value)) for value in array.ravel()]


def exact_softmax(case):
    x = case.arrays["input", "x"].astype(np.float64)
    axis = case.size("axis", -1)
    lines = np.moveaxis(x, axis, -1)
    results = np.empty(lines.shape)
    for place in np.ndindex(lines.shape[:-1]):
        line = reals(lines[place])
        powers = [mpmath.exp(value - max(line)) for value in line]
        results[place] = rounded([power / mpmath.fsum(powers) for power in powers], len(line))
    return {("output", "y"): np.moveaxis(results, -1, axis)}


def exact_layer_norm(case):
    x = case.arrays["input", "x"].astype(np.float64)
    weights = case.of_kind("weight")
    width = x.shape[-1]
    gamma, beta = reals(weights.get("weight", np.ones(width))), reals(weights.get("bias", np.zeros(width)))
    y, means, inverses = [], [], []
    for row in x.reshape(-1, width):
        values = reals(row)
        mean = mpmath.fsum(values) / width
        variance = mpmath.fsum((value - mean) ** 2 for value in values) / width
        inverse = 1 / mpmath.sqrt(variance + mpmath.mpf(case.number("eps")))
        y += [(value - mean) * inverse * g + b for value, g, b in zip(values, gamma, beta)]
        means.append(mean)
        inverses.append(inverse)
    return {("output", "y"): rounded(y, x.shape), ("observed", "mean"): rounded(means, x.shape[:-1]),
            ("observed", "inv_std"): rounded(inverses, x.shape[:-1])}


def exact_gelu(case):
    def exactly(x):
        return x * (1 + mpmath.erf(x / mpmath.sqrt(2))) / 2

    def with_tanh(x):
        return x * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3))) / 2

    x = case.arrays["input", "x"]
    function = {"none": exactly, "tanh": with_tanh}[case.attributes["approximate"]]
    return {("output", "y"): rounded([function(value) for value in reals(x)], x.shape)}


def exact_positions(case):
    n, d_model, base = case.size("max_len"), case.size("d_model"), mpmath.mpf(case.attributes["base"])
    rows = []
    for position in range(n):
        for pair in range(d_model // 2):
            angle = position / base ** (mpmath.mpf(2 * pair) / d_model)
            rows += [mpmath.sin(angle), mpmath.cos(angle)]
    return {("output", "pe"): rounded(rows, (n, d_model))}


EXACT_OPS = {"Softmax": exact_softmax, "LayerNorm": exact_layer_norm, "GELU": exact_gelu,
             "SinusoidalPositionalEncoding": exact_positions}


# ---------------------------------------------------------------- comparing

def recomputed(case):
    is_exact = case.words["source"][0] in ("mpmath", "numpy") and case.op in EXACT_OPS
    results = EXACT_OPS[case.op](case) if is_exact else by_pytorch(case)
    results.update(observed(case))
    wanted = {key for key in case.arrays if key[0] in RESULTS}
    assert wanted <= set(results), f"{case.folder}: {wanted - set(results)} cannot be computed"
    return {key: results[key].astype(case.arrays[key].dtype).reshape(case.arrays[key].shape) for key in wanted}


def error_over_tolerance(given, wanted, tolerance):
    """The largest; 0 where both are the same number or both NaN."""
    given, wanted = given.astype(np.float64), wanted.astype(np.float64)
    same = (given == wanted) | (np.isnan(given) & np.isnan(wanted))
    with np.errstate(all="ignore"):
        errors = np.abs(given - wanted) / (tolerance[0] + tolerance[1] * np.abs(wanted))
    errors = np.where(same, 0.0, np.where(np.isnan(errors), INFINITY, errors))
    return errors.max(initial=0.0)


class Tally:
    def __init__(self):
        self.cases = self.arrays = self.same = self.observed = self.same_observed = 0
        self.worst = 0.0

    def add(self, key, given, wanted, tolerance):
        same = np.array_equal(given, wanted, equal_nan=True)
        if key[0] == "observed":
            self.observed += 1
            self.same_observed += same
            return 0.0
        self.arrays += 1
        self.same += same
        error = error_over_tolerance(given, wanted, tolerance)
        self.worst = max(self.worst, error)
        return error

    def __str__(self):
        line = f"{self.cases:3} cases, {self.arrays:3} results, {self.same:3} the same to the bit, "
        line += f"worst error {self.worst:.3g} of its tolerance"
        return line + (f"; observed {self.observed}, {self.same_observed} the same" if self.observed else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=[here], metavar="DIR")
    parser.add_argument("--write", action="store_true", help="put what was computed into the files")
    options = parser.parse_args()
    torch.set_num_threads(1)
    tallies, failed = collections.defaultdict(Tally), False
    for file in sorted(file for folder in options.folders for file in folder.rglob("case.txt")):
        case = Case(file.parent)
        tally = tallies[case.words["family"][0]]
        tally.cases += 1
        results = recomputed(case)
        for key, values in sorted(results.items()):
            error = tally.add(key, values, case.arrays[key], case.tolerance or (0.0, 0.0))
            if error > 1:
                failed = True
                print(f"DIFFERS {case.folder}: {' '.join(key)}, {error:.3g} of its tolerance")
        if options.write:
            case.write(results)
    for family, tally in sorted(tallies.items()):
        print(f"{family:16}{tally}")
    print(f"PyTorch {torch.__version__}, mpmath {mpmath.__version__}, NumPy {np.__version__}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
