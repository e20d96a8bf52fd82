"""torch_export.py D_MODEL HEADS D_FF TOKENS LAYERS BATCH FILE: PyTorch's encoder as an ONNX model.

With dropout 0, training mode computes what eval mode does, and takes the path that can be exported.
"""
import sys
import warnings

import torch

*sizes, file = sys.argv[1:]
d_model, heads, d_ff, tokens, layers, batch = map(int, sizes)
warnings.simplefilter("ignore")
torch.manual_seed(1)
layer = torch.nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True)
encoder = torch.nn.TransformerEncoder(layer, layers)
torch.onnx.export(encoder, torch.randn(batch, tokens, d_model), file, opset_version=17,
                  training=torch.onnx.TrainingMode.TRAINING, input_names=["x"], output_names=["y"])
