"""How often nets throw away a won position on small boards that the solver has an answer for, which is a
measure that stays: `python train/yardstick.py --help`. Needs nothing but Python and `konoba`.

The engine plays with each net, without its own solver, so that only the net and the few visits of the search see
what is there. All nets meet the same positions. The first visit is spent on the position itself, so two show the
net's first choice alone.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Generation:
    """A net that was kept, after so many minutes of play and training."""

    game: str
    minutes: float
    net: Path

    @classmethod
    def named(cls, text: str) -> Generation:
        """Reads `GAME:MINUTES=FILE`."""
        name, net = text.split("=", 1)
        game, minutes = name.split(":")
        return cls(game, float(minutes), Path(net))


@dataclass(frozen=True)
class Blunders:
    """What came of one measurement: how many of the positions were thrown away, and between which rates the
    true one lies with 95 % certainty."""

    size: int
    visits: int
    positions: int
    blunders: int
    rate: float
    low: float
    high: float


def measure(binary: Path, net: str, game: str, size: int, visits: int, positions: int) -> Blunders:
    """Lets the engine with this net (a file, or `off`) choose in so many positions of one size."""
    command = [
        str(binary), "blunders", f"engine,net={net},solver=off", "--game", f"{game}:{size}",
        "--visits", str(visits), "--positions", str(positions), "--json",
    ]
    counted = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    low, high = (round(bound, 4) for bound in counted["interval"])
    return Blunders(size, visits, positions, counted["blunders"], round(counted["rate"], 4), low, high)


@dataclass(frozen=True)
class Yardstick:
    """What a net is measured by: each size with each number of visits."""

    binary: Path
    sizes: tuple[int, ...] = (4, 5)
    visits: tuple[int, ...] = (2, 32)
    positions: int = 100
    jobs: int = 1

    def apply(self, nets: Iterable[tuple[str, str]]) -> list[list[Blunders]]:
        """For each net, given by its game and its file, what came of it."""
        with ThreadPoolExecutor(self.jobs) as pool:
            begun = [
                [
                    pool.submit(measure, self.binary, net, game, size, visits, self.positions)
                    for size in self.sizes for visits in self.visits
                ]
                for game, net in nets
            ]
            return [[one.result() for one in of_net] for of_net in begun]


def whole_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("generations", nargs="+", type=Generation.named, metavar="GAME:MINUTES=FILE")
    add("--binary", type=Path, required=True, help="konoba")
    add("--out", type=Path, help="a table for graph.py to draw")
    add("--sizes", type=whole_numbers, default=Yardstick.sizes)
    add("--visits", type=whole_numbers, default=Yardstick.visits)
    add("--positions", type=int, default=Yardstick.positions)
    add("--jobs", type=int, default=Yardstick.jobs, help="how many are measured at once")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    yardstick = Yardstick(
        options.binary, options.sizes, options.visits, options.positions, options.jobs
    )
    generations: list[Generation] = options.generations
    measured = yardstick.apply([(one.game, str(one.net)) for one in generations])
    rows = [
        {"game": one.game, "minutes": one.minutes, **vars(blunders)}
        for one, of_net in zip(generations, measured) for blunders in of_net
    ]
    for row in rows:
        print(json.dumps(row))
    if options.out is not None:
        with options.out.open("w", newline="") as file:
            names = ["game", "minutes", *(field.name for field in fields(Blunders))]
            table = csv.DictWriter(file, names, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


if __name__ == "__main__":
    main()
