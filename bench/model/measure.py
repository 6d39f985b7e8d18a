"""Times our network and ONNX Runtime and PyTorch in turns: same weights, one core, one run.

    python measure.py path/to/model [--rounds 9]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ONE_THREAD = {"RAYON_NUM_THREADS": "1", "CANDLE_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
os.environ.update(ONE_THREAD)

import numpy as np
import onnxruntime
import torch
from network import SIDE, Network, fold, loss
from safetensors.numpy import load_file

WEIGHTS = Path(__file__).parents[2] / "model" / "weights" / "model.safetensors"
BATCH = 14
# forward passes and steps per round
PASSES, STEPS = 30, 4
# the maximum difference between two programs' logits that counts as rounding
ROUNDING = 1e-3


def time_runs(work, times):
    """Milliseconds of each of `times` runs, after two that are not counted."""
    work(), work()
    out = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        out.append((time.perf_counter() - start) * 1000)
    return out


def load_weights():
    """The built-in weights, folded, in 32 bits."""
    return fold({name: tensor.astype(np.float32) for name, tensor in load_file(WEIGHTS).items()})


def ours(program, *args):
    """What `model bench` measured."""
    done = subprocess.run([program, "bench", "--json", *map(str, args)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)[0]["all_ms"]


def forwards(program, folder):
    """The three programs' forward passes, ready to be timed; checks that they compute the same."""
    weights = load_weights()
    picture = np.random.default_rng(1).standard_normal((1, 3, SIDE, SIDE), np.float32)
    file, logits = folder / "picture", folder / "logits"
    file.write_bytes(picture.astype("<f4").tobytes())
    ours(program, "--forward", file, "--logits", logits, "--repeats", 1)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    subprocess.run([program, "onnx", folder / "tongue.onnx"], check=True, capture_output=True)
    session = onnxruntime.InferenceSession(folder / "tongue.onnx", options, providers=["CPUExecutionProvider"])
    # without the scores, like the other two
    no_cells, only_fetched = np.zeros((1, 9, SIDE, SIDE), np.float32), onnxruntime.RunOptions()
    only_fetched.only_execute_path_to_fetches = True
    network, x = Network(weights).eval(), torch.from_numpy(picture)

    def torch_pass():
        with torch.inference_mode():
            return network(x)

    def onnx_pass():
        return session.run(["mask", "presence"], {"view": picture, "cells": no_cells}, only_fetched)

    flat = lambda parts: np.concatenate([np.asarray(part).ravel() for part in parts])
    logits_of = {
        "ours": np.frombuffer(logits.read_bytes(), "<f4"),
        "ONNX Runtime": flat(onnx_pass()),
        "PyTorch": flat(torch_pass()),
    }
    differences = {name: float(np.abs(logits_of["ours"] - other).max()) for name, other in logits_of.items() if name != "ours"}
    for name, difference in differences.items():
        print(f"logits of {name} differ from ours by {difference:.1e} at most")
        if not difference <= ROUNDING:
            sys.exit(f"more than rounding ({ROUNDING:.0e}): the programs do not compute the same")
    runs = {
        "ours": lambda: ours(program, "--forward", file, "--repeats", PASSES),
        "ONNX Runtime": lambda: time_runs(onnx_pass, PASSES),
        "PyTorch": lambda: time_runs(torch_pass, PASSES),
    }
    return runs, differences


def steps(program):
    """A training step of ours and of PyTorch: forward, backward and AdamW on the same kind of batch."""
    network = Network(load_weights(), train=True).train()
    adam = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    x = torch.randn(BATCH, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(1))
    mask = torch.ones(BATCH, SIDE // 4, SIDE // 4)

    def step():
        adam.zero_grad(set_to_none=True)
        loss(*network(x), mask, torch.ones(BATCH)).backward()
        adam.step()

    return {
        "ours": lambda: ours(program, "--step", BATCH, "--repeats", STEPS),
        "PyTorch": lambda: time_runs(step, STEPS),
    }


def measure(runs, rounds):
    """Least time, and the median of the rounds' medians, of each program; they take turns."""
    times = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(run())
    return {
        name: {"min_ms": min(map(min, all)), "median_ms": statistics.median(map(statistics.median, all))}
        for name, all in times.items()
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the `model` command")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--out", type=Path, default=Path("out/bench-model.json"))
    args = parser.parse_args()
    # all run on the same core, so that none can use the machine's other cores
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        runs, differences = forwards(args.program, Path(folder))
        found = {"forward": measure(runs, args.rounds), "training step": measure(steps(args.program), args.rounds)}
    print(f"{'':14} {'':13} {'min':>9} {'median':>9}   ours is, of it")
    for stage, programs in found.items():
        for name, t in programs.items():
            ratio = {k: programs["ours"][k] / t[k] for k in t}
            ratios = "" if name == "ours" else f"   {ratio['min_ms']:.2f} / {ratio['median_ms']:.2f}"
            print(f"{stage:14} {name:13} {t['min_ms']:6.2f} ms {t['median_ms']:6.2f} ms{ratios}")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps({"differences": differences, **found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
