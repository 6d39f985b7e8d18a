"""The network of model/src/network (encoder, decoder, mask and presence heads) in PyTorch."""

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

CONFIG = json.loads((Path(__file__).parents[2] / "model" / "weights" / "config.json").read_text())["network"]
SIDE = CONFIG["close_up_side"]
DECODER_EPSILON = 1e-5


def blocks():
    """(channels in, inside, out, stride, whether its map is used) of each inverted residual block."""
    stages, channels = CONFIG["stages"], CONFIG["stem_channels"]
    for i, stage in enumerate(stages):
        for j in range(stage["blocks"]):
            last = j == stage["blocks"] - 1
            tapped = last and i > 0 and (i + 1 == len(stages) or stages[i + 1]["stride"] == 2)
            stride = stage["stride"] if j == 0 else 1
            yield channels, channels * stage["expansion"], stage["channels"], stride, tapped
            channels = stage["channels"]


def fold(tensors):
    """Weights and biases with batch normalization folded in, by layer."""
    out = {}
    for name, weight in tensors.items():
        if name.endswith(".conv.weight"):
            layer = name.removesuffix(".conv.weight")
            part = {p: tensors[f"{layer}.norm.{p}"] for p in ("weight", "bias", "running_mean", "running_var")}
            epsilon = CONFIG["norm_epsilon"] if layer.startswith("encoder") else DECODER_EPSILON
            scale = part["weight"] / np.sqrt(part["running_var"] + np.float32(epsilon))
            out[layer] = weight * scale[:, None, None, None], part["bias"] - part["running_mean"] * scale
    for layer in [f"decoder.lateral.{i}" for i in range(4)] + ["decoder.mask", "presence"]:
        out[layer] = tensors[f"{layer}.weight"], tensors[f"{layer}.bias"]
    return out


class Network(nn.Module):
    """The network with folded weights; with `train`, batch normalization follows each convolution as in training."""

    def __init__(self, weights, train=False):
        super().__init__()
        self.weights = {layer: tuple(nn.Parameter(torch.tensor(v)) for v in pair) for layer, pair in weights.items()}
        self.all = nn.ParameterList([v for pair in self.weights.values() for v in pair])
        normed = [layer for layer in weights if layer not in ("decoder.mask", "presence") and "lateral" not in layer]
        self.norms = {layer: nn.BatchNorm2d(len(weights[layer][1])) for layer in normed} if train else {}
        self.all_norms = nn.ModuleList(self.norms.values())

    def conv(self, layer, x, stride=1, groups=1, activation=nn.Identity()):
        """A convolution; a stride of 2 is padded as TensorFlow does."""
        weight, bias = self.weights[layer]
        total = weight.shape[-1] - stride
        before, after = total // 2, total - total // 2
        if before != after:
            x, before = F.pad(x, (before, after, before, after)), 0
        x = F.conv2d(x, weight, bias, stride, before, 1, groups)
        return activation(self.norms[layer](x) if layer in self.norms else x)

    def forward(self, x):
        """Logits of the mask at a quarter of the side, and of a tongue's presence."""
        x, levels = self.conv("encoder.stem", x, 2, activation=F.relu6), []
        for i, (before, inside, after, stride, tapped) in enumerate(blocks()):
            name, y = f"encoder.blocks.{i}", x
            if inside != before:
                y = self.conv(f"{name}.expand", y, activation=F.relu6)
            y = self.conv(f"{name}.depthwise", y, stride, inside, F.relu6)
            y = self.conv(f"{name}.project", y)
            x = y + x if stride == 1 and before == after else y
            if tapped:
                levels.append(x)
        y = self.conv("decoder.lateral.3", levels[3])
        for i in (2, 1, 0):
            y = F.interpolate(y, scale_factor=2, mode="nearest") + self.conv(f"decoder.lateral.{i}", levels[i])
            y = self.conv(f"decoder.smooth.{i}", y, activation=F.relu)
        return self.conv("decoder.mask", y), F.linear(levels[3].mean((2, 3)), *self.weights["presence"])


def loss(mask_logits, presence_logits, mask, presence):
    """`mask_loss` of training/src/trainer/loss.rs."""
    p, mask_logits = torch.sigmoid(mask_logits[:, 0]), mask_logits[:, 0]
    both = 2 * (p * mask).flatten(1).sum(1) + 5
    dice = 1 - (both / (p.flatten(1).sum(1) + mask.flatten(1).sum(1) + 5)).mean()
    entropy = F.binary_cross_entropy_with_logits
    return entropy(mask_logits, mask) + 0.7 * dice + 0.2 * entropy(presence_logits[:, 0], presence)
