"""Times our networks beside ONNX Runtime and PyTorch: same weights, one core, turn and turn about in one run.

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

ALONE = {"RAYON_NUM_THREADS": "1", "CANDLE_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
os.environ.update(ALONE)

import numpy as np
import onnxruntime
import torch
from network import SIDE, Network, folded, loss, onnx_bytes
from safetensors.numpy import load_file

WEIGHTS = Path(__file__).parents[2] / "model" / "weights" / "segment.safetensors"
BATCH = 8
# forward passes and steps in a round
PASSES, STEPS = 30, 4
# the largest difference between two programs' logits that is rounding
ROUNDING = 1e-4


def timed(work, times):
    """Milliseconds of each of `times` runs, after two that are not counted."""
    work(), work()
    out = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        out.append((time.perf_counter() - start) * 1000)
    return out


def ours(program, *args):
    """What `model bench` measured."""
    said = subprocess.run([program, "bench", "--json", *map(str, args)], check=True, capture_output=True, text=True)
    return json.loads(said.stdout)[0]["all_ms"]


def forwards(program, folder):
    """The three programs' forward passes, ready to be timed; checks that they say the same."""
    weights = folded(load_file(WEIGHTS))
    picture = np.random.default_rng(1).standard_normal((1, 3, SIDE, SIDE), np.float32)
    file, logits = folder / "picture", folder / "logits"
    file.write_bytes(picture.astype("<f4").tobytes())
    ours(program, "--forward", file, "--logits", logits, "--repeats", 1)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnx_bytes(weights), options, providers=["CPUExecutionProvider"])
    network, x = Network(weights).eval(), torch.from_numpy(picture)

    def torch_pass():
        with torch.inference_mode():
            return network(x)

    flat = lambda parts: np.concatenate([np.asarray(part).ravel() for part in parts])
    said = {
        "ours": np.frombuffer(logits.read_bytes(), "<f4"),
        "ONNX Runtime": flat(session.run(None, {"x": picture})),
        "PyTorch": flat(torch_pass()),
    }
    apart = {name: float(np.abs(said["ours"] - other).max()) for name, other in said.items() if name != "ours"}
    for name, difference in apart.items():
        print(f"logits of {name} differ from ours by {difference:.1e} at most")
        if not difference <= ROUNDING:
            sys.exit(f"more than rounding ({ROUNDING:.0e}): the programs do not compute the same")
    runs = {
        "ours": lambda: ours(program, "--forward", file, "--repeats", PASSES),
        "ONNX Runtime": lambda: timed(lambda: session.run(None, {"x": picture}), PASSES),
        "PyTorch": lambda: timed(torch_pass, PASSES),
    }
    return runs, apart


def steps(program):
    """A training step of ours and of PyTorch: forward, backward and AdamW on the same kind of batch."""
    network = Network().train()
    adam = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    x = torch.randn(BATCH, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(1))
    mask = torch.zeros(BATCH, 1, SIDE, SIDE)
    mask[:, :, : SIDE // 2] = 1

    def step():
        adam.zero_grad(set_to_none=True)
        loss(*network(x), mask, torch.ones(BATCH, 1)).backward()
        adam.step()

    return {
        "ours": lambda: ours(program, "--step", BATCH, "--repeats", STEPS),
        "PyTorch": lambda: timed(step, STEPS),
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
    # all share one core, so that none has the machine's other cores to itself
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        runs, apart = forwards(args.program, Path(folder))
        found = {"forward": measure(runs, args.rounds), "training step": measure(steps(args.program), args.rounds)}
    print(f"{'':14} {'':13} {'min':>9} {'median':>9}   ours is, of it")
    for stage, programs in found.items():
        for name, t in programs.items():
            ratio = {k: programs["ours"][k] / t[k] for k in t}
            beside = "" if name == "ours" else f"   {ratio['min_ms']:.2f} / {ratio['median_ms']:.2f}"
            print(f"{stage:14} {name:13} {t['min_ms']:6.2f} ms {t['median_ms']:6.2f} ms{beside}")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps({"differences": apart, **found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
