"""The segmentation network of model/src/net/segment.rs, in PyTorch and as an ONNX graph."""

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

WIDTHS = [24, 48, 96, 128]
DEEP = 2
BLOCK = 4
SIDE = 256


def layers():
    """(name, channels in, channels out, side of the kernel, stride) of each convolution with normalisation."""
    yield "stem.0", 3 * BLOCK**2, WIDTHS[0], 3, 1
    yield "stem.1", WIDTHS[0], WIDTHS[0], 3, 1
    for i in range(1, len(WIDTHS)):
        yield f"down{i}.0", WIDTHS[i - 1], WIDTHS[i], 3, 2
        yield f"down{i}.1", WIDTHS[i], WIDTHS[i], 3, 1
    for i in range(DEEP):
        yield f"deep{i}", WIDTHS[-1], WIDTHS[-1], 3, 1
    for i in range(len(WIDTHS) - 1, 0, -1):
        yield f"lateral{i}", WIDTHS[i], WIDTHS[i - 1], 1, 1
        yield f"merge{i}", WIDTHS[i - 1], WIDTHS[i - 1], 3, 1


def folded(tensors):
    """Weights and biases with the normalisation folded in, as `Cbr::new` does it."""
    out = {}
    for name, *_ in layers():
        part = {p: tensors[f"segment.{name}.{p}"] for p in ("conv.weight", "bn.weight", "bn.bias")}
        mean, var = (tensors[f"segment.{name}.bn.running_{p}"] for p in ("mean", "var"))
        k = part["bn.weight"] / np.sqrt(var + np.float32(1e-5))
        out[name] = (part["conv.weight"] * k[:, None, None, None], part["bn.bias"] - mean * k)
    for name in ("mask", "presence"):
        out[name] = (tensors[f"segment.{name}.weight"], tensors[f"segment.{name}.bias"])
    return out


class Network(nn.Module):
    """As it is trained when `weights` is none; with folded weights, as it reads."""

    def __init__(self, weights=None):
        super().__init__()
        made = {}
        for name, c_in, c_out, k, s in layers():
            conv = nn.Conv2d(c_in, c_out, k, s, k // 2, bias=weights is not None)
            made[name] = nn.Sequential(conv, *([nn.BatchNorm2d(c_out)] if weights is None else []), nn.ReLU(inplace=True))
        made["mask"] = nn.Sequential(nn.Conv2d(WIDTHS[0], BLOCK**2, 1))
        made["presence"] = nn.Sequential(nn.Conv2d(WIDTHS[-1], 1, 1))
        self.parts = nn.ModuleDict({name.replace(".", "_"): part for name, part in made.items()})
        for name, (w, b) in (weights or {}).items():
            conv = self.part(name)[0]
            conv.weight.data, conv.bias.data = torch.from_numpy(w.copy()), torch.from_numpy(b.copy())

    def part(self, name):
        return self.parts[name.replace(".", "_")]

    def forward(self, x):
        x = self.part("stem.1")(self.part("stem.0")(F.pixel_unshuffle(x, BLOCK)))
        skips = []
        for i in range(1, len(WIDTHS)):
            skips.append(x)
            x = self.part(f"down{i}.1")(self.part(f"down{i}.0")(x))
        for i in range(DEEP):
            x = self.part(f"deep{i}")(x) + x
        presence = self.part("presence")(x.mean((2, 3), keepdim=True)).flatten(1)
        for i in range(len(WIDTHS) - 1, 0, -1):
            x = F.interpolate(self.part(f"lateral{i}")(x), scale_factor=2, mode="nearest") + skips.pop()
            x = self.part(f"merge{i}")(x)
        return F.pixel_shuffle(self.part("mask")(x), BLOCK), presence


def loss(mask_logits, presence_logits, mask, presence):
    """`segment_loss` of model/src/train/segment.rs."""
    p = torch.sigmoid(mask_logits)
    both = 2 * (p * mask).flatten(1).sum(1) + 1
    dice = 1 - both / (p.flatten(1).sum(1) + mask.flatten(1).sum(1) + 1)
    entropy = F.binary_cross_entropy_with_logits
    return 2 * entropy(mask_logits, mask) + dice.mean() + 0.3 * entropy(presence_logits, presence)


def onnx_bytes(weights):
    """The folded network as an ONNX model, for a batch of one."""
    nodes, constants = [], []

    def constant(name, value):
        constants.append(numpy_helper.from_array(value, name))
        return name

    def node(kind, inputs, output, **attributes):
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def conv(name, x, k, s, relu=True):
        w, b = (constant(f"{name}.{p}", v) for p, v in zip("wb", weights[name]))
        y = node("Conv", [x, w, b], f"{name}.conv", kernel_shape=[k, k], strides=[s, s], pads=[k // 2] * 4)
        return node("Relu", [y], f"{name}.relu") if relu else y

    sizes = {name: (k, s) for name, _, _, k, s in layers()}
    apply = lambda name, x: conv(name, x, *sizes[name])
    side = SIDE // BLOCK
    x = node("Reshape", ["x", constant("cut", np.array([1, 3, side, BLOCK, side, BLOCK]))], "blocks")
    x = node("Transpose", [x], "moved", perm=[0, 1, 3, 5, 2, 4])
    x = node("Reshape", [x, constant("joined", np.array([1, 3 * BLOCK**2, side, side]))], "unshuffled")
    x = apply("stem.1", apply("stem.0", x))
    skips = []
    for i in range(1, len(WIDTHS)):
        skips.append(x)
        x = apply(f"down{i}.1", apply(f"down{i}.0", x))
    for i in range(DEEP):
        x = node("Add", [apply(f"deep{i}", x), x], f"deep{i}.sum")
    pooled = node("GlobalAveragePool", [x], "pooled")
    conv("presence", pooled, 1, 1, relu=False)
    twice = constant("twice", np.array([1, 1, 2, 2], np.float32))
    for i in range(len(WIDTHS) - 1, 0, -1):
        kind = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        x = node("Resize", [apply(f"lateral{i}", x), "", twice], f"up{i}", **kind)
        x = apply(f"merge{i}", node("Add", [x, skips.pop()], f"sum{i}"))
    node("DepthToSpace", [conv("mask", x, 1, 1, relu=False)], "mask", blocksize=BLOCK, mode="CRD")
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    outputs = [value("mask", [1, 1, SIDE, SIDE]), value("presence.conv", [1, 1, 1, 1])]
    graph = helper.make_graph(nodes, "segment", [value("x", [1, 3, SIDE, SIDE])], outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9).SerializeToString()
