"""Contests between nets of different runs: `python contest.py --help`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from export import read_weights
from ladder import Rung, climb, frozen
from net import Net
from player import Contest


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("game", help="its id, such as konobi; konoba-selfplay refuses a game that it cannot play")
    add("nets", nargs="+", help="who plays: NAME=FILE.bin")
    add("--against", nargs="+", required=True, help="each of these, likewise")
    add("--binary", type=Path, required=True, help="konoba-selfplay")
    add("--sizes", default="7,9,11")
    add("--pairs", type=int, default=100)
    add("--opening", type=int, default=2, help="how many random moves come first")
    add("--players", default="32,32", help="how either side searches: 32, 32:puct, random")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def named(text: str, game: str, device: torch.device) -> tuple[str, Net]:
    """The net of NAME=FILE, ready to play."""
    name, path = text.split("=", 1)
    return name, frozen(read_weights(Path(path), game), device)


def main() -> None:
    options = arguments()
    device = torch.device(options.device)
    nets, others = (
        [named(text, options.game, device) for text in texts]
        for texts in (options.nets, options.against)
    )
    one, other = options.players.split(",")
    for size in map(int, options.sizes.split(",")):
        contest = Contest(size, (one, other), options.pairs, options.opening)
        rungs = [
            Rung((name, against), (net, opponent), contest)
            for name, net in nets for against, opponent in others
        ]
        for line in climb(rungs, options.binary, options.game, device):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
