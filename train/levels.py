"""Measures how far apart the levels are: neighbours play one another on several boards, a match on each core.

    python3 train/levels.py play target/release/konoba measured.csv --seconds 500
    python3 train/levels.py tell measured.csv
    python3 train/levels.py play target/release/konoba top.csv --boards konobi:9 --players at=29 at=30 at=31 10

A line of the file is a match, or a part of one; parts go round over all pairs, so that whatever the time allows is spread evenly, and
a file that is there is gone on with. `tell` adds them up: the share of games that the stronger level won, with its 95 % interval, and
the Elo from the weakest to the strongest. Needs nothing but Python and `konoba`.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

BOARDS = [f"{game}:{size}" for game in ("konobi", "quentin") for size in (7, 9, 11)]
LEVELS = [f"{level + tenths:g}" for level in range(1, 10) for tenths in (0, 0.3, 0.7)] + ["10"]
COLUMNS = ["board", "lower", "upper", "games", "won"]
# The quantile of the normal distribution that leaves out a fortieth at either end.
NORMAL_95 = 1.959964

Pair = tuple[str, str, str]


def players(options: argparse.Namespace) -> list[str]:
    """Those who play, the weakest first: levels, or places on the line of players."""
    return options.players or [level for level in LEVELS if options.lowest <= float(level) <= options.highest]


def pairs(options: argparse.Namespace) -> list[Pair]:
    """All neighbours on all boards: the board, the lower one, the upper one."""
    return [(board, *both) for board in options.boards for both in pairwise(players(options))]


def named(player: str) -> str:
    """A player as `konoba match` knows it."""
    return f"rung,{player}" if "=" in player else player


def measured(file: Path) -> tuple[Counter[Pair], Counter[Pair]]:
    """How many games each pair has played, and how many the upper level won."""
    games, won = Counter[Pair](), Counter[Pair]()
    if file.exists():
        with file.open() as lines:
            for line in csv.DictReader(lines):
                pair = (line["board"], line["lower"], line["upper"])
                games[pair] += int(line["games"])
                won[pair] += int(line["won"])
    return games, won


def play(options: argparse.Namespace) -> None:
    """Plays until each pair has enough games, or the time is over."""
    played, _ = measured(options.file)
    is_new = not options.file.exists()
    parts: list[tuple[int, Pair]] = []
    for pair in pairs(options):
        parts += [(number, pair) for number in range(played[pair], options.games, options.part)]
    # The stronger the players and the larger the board, the longer it takes: those begin first.
    strength = {player: place for place, player in enumerate(players(options))}
    parts.sort(key=lambda part: (part[0], -strength[part[1][2]], -int(part[1][0].split(":")[1])))
    began = time.monotonic()

    def outcome(part: tuple[int, Pair]) -> list[object] | None:
        number, (board, lower, upper) = part
        if time.monotonic() - began > options.seconds:
            return None
        command = [options.program, "match", named(upper), named(lower), "--game", f"{board},nopie", "--json"]
        command += ["--games", str(options.part), "--seed", str(1 + number)]
        if upper == "10":
            command += ["--time", str(options.time)]
        answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        return [board, lower, upper, answer["games"], answer["won"]]

    with ThreadPoolExecutor(options.jobs) as pool, options.file.open("a", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        if is_new:
            table.writerow(COLUMNS)
        for line in pool.map(outcome, parts):
            if line:
                table.writerow(line)
                file.flush()


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, z = won / games, NORMAL_95
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def elo(won: int, games: int) -> float:
    """The difference in Elo, with half a game for either side so that it is finite."""
    return 400 * math.log10((won + 0.5) / (games - won + 0.5))


def tell(options: argparse.Namespace) -> None:
    """Prints a table: a line for each pair of levels, a column for each board."""
    games, won = measured(options.file)
    print("| levels | " + " | ".join(options.boards) + " |")
    print("| --- |" + " --- |" * len(options.boards))
    for lower, upper in pairwise(players(options)):
        cells = []
        for board in options.boards:
            pair = (board, lower, upper)
            low, high = interval(won[pair], games[pair]) if games[pair] else (0.0, 1.0)
            share = won[pair] / games[pair] if games[pair] else math.nan
            mark = "" if low >= 0.55 and high <= 0.8 else " !"
            cells.append(f"{share:.0%} ({100 * low:.0f}-{100 * high:.0f}){mark}")
        print(f"| {lower}-{upper} | " + " | ".join(cells) + " |")
    for board in options.boards:
        steps = [elo(won[pair], games[pair]) for pair in games if pair[0] == board]
        print(f"\n{board}: {sum(steps):.0f} Elo in {len(steps)} steps of {min(steps):.0f} to {max(steps):.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    orders = parser.add_subparsers(required=True)
    for order in (play, tell):
        sub = orders.add_parser(order.__name__, help=order.__doc__)
        sub.set_defaults(order=order)
        if order is play:
            sub.add_argument("program")
            sub.add_argument("--games", type=int, default=600, help="of each pair on each board")
            sub.add_argument("--part", type=int, default=20, help="how many games are a part")
            sub.add_argument("--seconds", type=float, default=500, help="no part begins after so long")
            sub.add_argument("--time", type=float, default=1, help="seconds a move for level 10")
            sub.add_argument("--jobs", type=int, default=os.cpu_count())
        sub.add_argument("file", type=Path)
        sub.add_argument("--boards", nargs="+", default=BOARDS)
        sub.add_argument("--lowest", type=float, default=1)
        sub.add_argument("--highest", type=float, default=10)
        sub.add_argument("--players", nargs="+", help="the weakest first, instead of the levels: 9.7, at=30.5, 10")
    options = parser.parse_args()
    options.order(options)


if __name__ == "__main__":
    main()
