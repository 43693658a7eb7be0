"""Nets of several shapes learn from nothing on the same samples, step by step the same ones: `python shapes.py --help`.

What each has yet to learn on samples that none has seen is printed at the end, and the nets are written as the engine reads them. A
shape may be given twice: the second begins with other weights, which shows how much of a difference is chance.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch

from export import write_weights
from ladder import Rung, climb, frozen
from learner import Learner, Losses, Recipe
from net import Net, Shape
from player import Contest
from window import Ring, read_samples, sample_bytes

# How many batches of each size are held back, to measure by.
HELD_BACK = 20


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("game", help="its id, such as konobi")
    add("samples", type=Path, help="kept by `serve_and_train.py --keep-samples`")
    add("--shapes", default="6x64,6x64,3x96", help="BLOCKSxCHANNELS,...; the first is what the others are measured by")
    add("--out", type=Path, required=True, help="folder for the nets")
    add("--seconds", type=float, default=60, help="how long all of them learn")
    add("--steps", type=int, default=0, help="how many steps of each at most; 0 for as many as the time allows")
    add("--batch", type=int, default=1024)
    add("--rate", type=float, default=2e-3)
    add("--last-rate", type=float, default=5e-5)
    add("--seed", type=int, default=1)
    add("--binary", type=Path, help="konoba-selfplay, for contests with the first shape at equal simulations")
    add("--pairs", type=int, default=100, help="of each contest")
    add("--simulations", type=int, default=32)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def net_of(shape: str) -> Net:
    """A net that knows nothing yet."""
    return Net(Shape.named(shape))


def rings(path: Path, least: int, device: torch.device) -> list[Ring]:
    """All samples of the file, by size."""
    found = []
    for size, samples in read_samples(path):
        count = len(samples) // sample_bytes(size)
        if count < least:
            raise SystemExit(f"{path} has {count} samples of {size}x{size}, and {least} are the least that serve")
        ring = Ring(size, count, device)
        ring.add(samples)
        found.append(ring)
    return found


@torch.no_grad()
def measured(learner: Learner[Net], ring: Ring) -> dict[str, float]:
    """What the averaged net has yet to learn of the samples that were held back, the oldest."""
    batch = learner.recipe.batch
    parts = ring.rows[: HELD_BACK * batch].split(batch)
    sums = torch.stack([torch.stack(learner.loss(learner.average, rows, ring.size)) for rows in parts]).mean(0)
    losses = Losses(*sums)
    return {"policy_excess": round(float(losses.policy - losses.entropy), 4), "value": round(float(losses.value), 4)}


def learned(options: argparse.Namespace, boards: list[Ring]) -> list[tuple[str, Learner[Net]]]:
    """All nets after their time, each with its name."""
    device = torch.device(options.device)
    recipe = Recipe(batch=options.batch, rate=options.rate, last_rate=options.last_rate)
    learners: list[tuple[str, Learner[Net]]] = []
    for number, shape in enumerate(options.shapes.split(",")):
        torch.manual_seed(options.seed + number)
        learner = Learner(net_of(shape), recipe, device)
        for ring in boards:
            learner.prepare(ring.size)
        again = sum(name.split("-")[0] == shape for name, _ in learners)
        learners.append((f"{shape}-{again + 1}" if again else shape, learner))
    begin = time.monotonic()
    progress = 0.0
    while progress < 1:
        for ring in boards:
            rows = ring.draw(options.batch, ring.total - HELD_BACK * options.batch)
            for _, learner in learners:
                learner.learn(rows, ring.size, progress)
        if device.type == "cuda":
            # Or the steps would be handed in long before they are done.
            torch.cuda.synchronize()
        progress = max((time.monotonic() - begin) / options.seconds, learners[0][1].steps / (options.steps or math.inf))
    return learners


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(options.device)
    torch.backends.cudnn.benchmark = True
    boards = rings(options.samples, 2 * HELD_BACK * options.batch, device)
    print(json.dumps({"samples": {ring.size: ring.total for ring in boards}}), flush=True)
    learners = learned(options, boards)
    for name, learner in learners:
        write_weights(learner.average, options.game, options.out / f"{options.game}-{name}.bin")
        held_back = {ring.size: measured(learner, ring) for ring in boards}
        print(json.dumps({"shape": name, "steps": learner.steps, "held_back": held_back}), flush=True)
    if options.binary is not None:
        nets = [(name, frozen(learner.average, device)) for name, learner in learners]
        players = str(options.simulations), str(options.simulations)
        for ring in boards:
            contest = Contest(ring.size, players, options.pairs)
            rungs = [Rung((name, nets[0][0]), (net, nets[0][1]), contest) for name, net in nets[1:]]
            for line in climb(rungs, options.binary, options.game, device):
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
