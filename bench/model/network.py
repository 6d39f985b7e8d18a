"""The network of model/src/network (encoder, decoder, mask and presence heads), in PyTorch and as an ONNX graph."""

import json
from pathlib import Path

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

CONFIG = json.loads((Path(__file__).parents[2] / "model" / "weights" / "config.json").read_text())["network"]
SIDE = CONFIG["close_up_side"]
DECODER_EPSILON = 1e-5


def blocks():
    """(channels in, inside, out, kernel, stride, whether its map is used) of each inverted residual block."""
    stages, channels = CONFIG["stages"], CONFIG["stem_channels"]
    for i, stage in enumerate(stages):
        for j in range(stage["blocks"]):
            last = j == stage["blocks"] - 1
            tapped = last and i > 0 and (i + 1 == len(stages) or stages[i + 1]["stride"] == 2)
            stride = stage["stride"] if j == 0 else 1
            yield channels, channels * stage["expansion"], stage["channels"], stage["kernel"], stride, tapped
            channels = stage["channels"]


def padding(kernel, stride):
    """Before and after each side: TensorFlow's for a stride of 2, on an even side."""
    total = kernel - stride
    return total // 2, total - total // 2


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


class TorchBackend:
    """Runs layers with PyTorch; `norms` are the training's batch normalizations, none for folded weights."""

    def __init__(self, weights, norms=None):
        self.weights, self.norms = weights, norms

    def conv(self, layer, x, kernel=1, stride=1, groups=1, activation=None):
        weight, bias = self.weights[layer]
        before, after = padding(kernel, stride)
        if before != after:
            x, before = F.pad(x, (before, after, before, after)), 0
        x = F.conv2d(x, weight, bias, stride, before, 1, groups)
        if self.norms is not None and layer in self.norms:
            x = self.norms[layer](x)
        return {"relu6": F.relu6, "relu": F.relu, None: lambda x: x}[activation](x)

    add = staticmethod(torch.add)
    double = staticmethod(lambda x: F.interpolate(x, scale_factor=2, mode="nearest"))

    def presence(self, x):
        weight, bias = self.weights["presence"]
        return F.linear(x.mean((2, 3)), weight, bias)


class OnnxBackend:
    """Writes the same layers as nodes of an ONNX graph."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, kind, inputs, **attributes):
        output = f"{kind}.{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def conv(self, layer, x, kernel=1, stride=1, groups=1, activation=None):
        names = [self.constant(f"{layer}.{p}", v) for p, v in zip("wb", self.weights[layer])]
        before, after = padding(kernel, stride)
        sizes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [before, before, after, after]}
        x = self.node("Conv", [x, *names], group=groups, **sizes)
        if activation == "relu6":
            least, most = (self.constant(f"{layer}.{n}", np.float32(v)) for n, v in (("least", 0), ("most", 6)))
            return self.node("Clip", [x, least, most])
        return self.node("Relu", [x]) if activation == "relu" else x

    def add(self, a, b):
        return self.node("Add", [a, b])

    def double(self, x):
        twice = self.constant(f"twice.{len(self.nodes)}", np.array([1, 1, 2, 2], np.float32))
        kind = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        return self.node("Resize", [x, "", twice], **kind)

    def presence(self, x):
        weight, bias = self.weights["presence"]
        names = self.constant("presence.w", weight.T.copy()), self.constant("presence.b", bias)
        return self.node("Gemm", [self.node("Flatten", [self.node("GlobalAveragePool", [x])]), *names])


def run(backend, x):
    """Logits of the mask at a quarter of the side, and of a tongue's presence."""
    x, levels = backend.conv("encoder.stem", x, 3, 2, activation="relu6"), []
    for i, (before, inside, after, kernel, stride, tapped) in enumerate(blocks()):
        name, y = f"encoder.blocks.{i}", x
        if inside != before:
            y = backend.conv(f"{name}.expand", y, activation="relu6")
        y = backend.conv(f"{name}.depthwise", y, kernel, stride, inside, "relu6")
        y = backend.conv(f"{name}.project", y)
        x = backend.add(y, x) if stride == 1 and before == after else y
        if tapped:
            levels.append(x)
    y = backend.conv("decoder.lateral.3", levels[3])
    for i in (2, 1, 0):
        y = backend.add(backend.double(y), backend.conv(f"decoder.lateral.{i}", levels[i]))
        y = backend.conv(f"decoder.smooth.{i}", y, 3, activation="relu")
    return backend.conv("decoder.mask", y), backend.presence(levels[3])


class Network(nn.Module):
    """The network with folded weights, or, when `train` is set, with random ones and batch normalization."""

    def __init__(self, weights, train=False):
        super().__init__()
        tensors = {k: tuple(nn.Parameter(torch.tensor(v)) for v in pair) for k, pair in weights.items()}
        self.all = nn.ParameterList([v for pair in tensors.values() for v in pair])
        norms = {k: nn.BatchNorm2d(len(pair[1])) for k, pair in tensors.items() if k.split(".")[-1] not in ("mask", "presence")}
        norms = {k: norm for k, norm in norms.items() if "lateral" not in k}
        self.norms = nn.ModuleList(norms.values()) if train else None
        self.backend = TorchBackend(tensors, norms if train else None)

    def forward(self, x):
        return run(self.backend, x)


def loss(mask_logits, presence_logits, mask, presence):
    """`mask_loss` of training/src/trainer/loss.rs."""
    p, mask_logits = torch.sigmoid(mask_logits[:, 0]), mask_logits[:, 0]
    both = 2 * (p * mask).flatten(1).sum(1) + 5
    dice = 1 - (both / (p.flatten(1).sum(1) + mask.flatten(1).sum(1) + 5)).mean()
    entropy = F.binary_cross_entropy_with_logits
    return entropy(mask_logits, mask) + 0.7 * dice + 0.2 * entropy(presence_logits[:, 0], presence)


def onnx_bytes(weights):
    """The folded network as an ONNX model, for a batch of one."""
    backend = OnnxBackend(weights)
    mask, presence = run(backend, "x")
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    outputs = [value(mask, [1, 1, SIDE // 4, SIDE // 4]), value(presence, [1, 1])]
    graph = helper.make_graph(backend.nodes, "tongue", [value("x", [1, 3, SIDE, SIDE])], outputs, backend.constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9).SerializeToString()
