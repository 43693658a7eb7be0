"""Lets every kept net play in the engine, against the net before it and against players that never change:
`python train/anchors.py --help`. Needs nothing but Python and `konoba`.

Every match is played in pairs from two random moves, colours exchanged, without the swap. The pairs of all
matches are played in turn, several at once, until each match has enough or the time is over.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from yardstick import Generation, whole_numbers

# The net before is the opponent.
BEFORE = "before"
# What is played: the limit of a move, the opponent, and how many pairs are played of it in each round.
# Fixed opponents mostly lose, which few games show. With two visits the net plays its first choice.
MATCHES = [
    ("--time=0.1", BEFORE, 2),
    ("--time=0.1", "engine,net=off", 1),
    ("--visits=64", BEFORE, 2),
    ("--visits=64", "engine,net=off", 1),
    ("--visits=2", "uct:100000", 1),
]
# The quantile of the normal distribution that leaves out a fortieth at either end.
NORMAL_95 = 1.959964


def score(pairs: list[int]) -> tuple[float, float, float]:
    """The share of games won and its 95 % interval, for pairs of which both games, one and none were
    lost. The same as `konoba match` tells: Wilson's interval for as many single games as the pairs are worth."""
    count = sum(pairs)
    mean = (pairs[1] / 2 + pairs[2]) / count
    variance = sum(n * (place / 2 - mean) ** 2 for place, n in enumerate(pairs)) / count
    games = 2.0 * count
    if mean not in (0, 1):
        games = min(4.0 * count, mean * (1 - mean) * count / variance if variance else math.inf)
    z = NORMAL_95**2 / games
    middle = (mean + z / 2) / (1 + z)
    half = math.sqrt(z * (mean * (1 - mean) + z / 4)) / (1 + z)
    return mean, max(middle - half, 0.0), min(middle + half, 1.0)


@dataclass
class Match:
    """A kept net against an opponent, and its score so far."""

    net: Generation
    opponent: str
    limit: str
    size: int
    pairs_a_round: int
    # The opponent as `konoba match` knows it.
    player: str
    pairs: list[int] = field(default_factory=lambda: [0, 0, 0])

    def command(self, binary: Path, seed: int) -> list[str]:
        """Plays one pair."""
        return [
            str(binary), "match", f"engine,net={self.net.net}", self.player, self.limit, "--games=2",
            f"--game={self.net.game}:{self.size},nopie", f"--seed={seed}", "--json",
        ]

    def row(self) -> dict[str, object]:
        share, low, high = score(self.pairs)
        lost, shared, won = self.pairs
        return {
            "game": self.net.game, "size": self.size, "minutes": self.net.minutes,
            "limit": self.limit.removeprefix("--"), "opponent": self.opponent,
            "won": 2 * won + shared, "lost": 2 * lost + shared, "pairs_lost": lost, "pairs_shared": shared,
            "pairs_won": won, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4),
        }


def matches_of(
    generations: list[Generation], sizes: tuple[int, ...], newest: bool
) -> list[Match]:
    """All matches, or those of the newest net of each game; the first net of a game has none before it."""
    before = {
        later: earlier for earlier, later in pairwise(generations) if earlier.game == later.game
    }
    if newest:
        generations = [net for net in generations if net not in before.values()]
    matches = []
    for limit, opponent, pairs_a_round in MATCHES:
        for net in generations:
            player = opponent
            if opponent == BEFORE:
                if net not in before:
                    continue
                player = f"engine,net={before[net].net}"
            matches += [Match(net, opponent, limit, size, pairs_a_round, player) for size in sizes]
    return matches


def in_turn(matches: list[Match], rounds: int) -> Iterator[tuple[Match, int]]:
    """All pairs to play, each with its seed, so that all matches come forward together."""
    for number in range(rounds):
        for match in matches:
            for pair in range(match.pairs_a_round):
                yield match, 1 + number * match.pairs_a_round + pair


def play(matches: list[Match], options: argparse.Namespace) -> Iterator[None]:
    """Plays all pairs, or those that can begin in time, and stops for a moment after each."""
    deadline = time.monotonic() + options.seconds

    def one(pair: tuple[Match, int]) -> tuple[Match, list[int]]:
        match, seed = pair
        if time.monotonic() > deadline:
            return match, [0, 0, 0]
        done = subprocess.run(match.command(options.binary, seed), check=True, stdout=subprocess.PIPE)
        return match, json.loads(done.stdout)["pairs"]

    with ThreadPoolExecutor(options.jobs) as pool:
        for match, pairs in pool.map(one, in_turn(matches, options.rounds)):
            match.pairs = [sum(both) for both in zip(match.pairs, pairs)]
            yield


def write(rows: list[dict[str, object]], path: Path) -> None:
    """Writes down a table."""
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add(
        "generations", nargs="+", type=Generation.named, metavar="GAME:MINUTES=FILE",
        help="the kept nets of each game, the oldest first",
    )
    add("--binary", type=Path, required=True, help="konoba")
    add("--out", type=Path, required=True, help="a table for graph.py to draw")
    add(
        "--newest", action="store_true",
        help="play only the matches of the newest net of each game, and add them to the table",
    )
    add("--sizes", type=whole_numbers, default=(9, 11))
    add("--rounds", type=int, default=20, help="pairs of each match; twice as many between nets")
    add("--seconds", type=float, default=math.inf, help="after this time no more pairs are begun")
    add("--jobs", type=int, default=1, help="how many pairs are played at once")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    matches = matches_of(options.generations, options.sizes, options.newest)
    known: list[dict[str, object]] = []
    if options.newest:
        with options.out.open(newline="") as file:
            known.extend(csv.DictReader(file))
    for _ in play(matches, options):
        write(known + [match.row() for match in matches if sum(match.pairs) > 0], options.out)


if __name__ == "__main__":
    main()
