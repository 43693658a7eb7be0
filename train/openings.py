"""How sure the estimates of first moves are: `python train/openings.py --help` prints what `docs/OPENINGS.md`
says of them. Needs nothing but Python and `konoba`.

On boards that are solved the estimates are compared with the truth, on larger ones with estimates of ten times the
visits.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SOLVED = Path(__file__).parent.parent / "crates/konoba-engine/src/solve/maps.txt"
# What is right after a first move, by who wins after it.
RIGHT = {"1": "swap", "2": "keep"}
ADVICE = ("swap", "keep", "unclear")


@dataclass(frozen=True)
class Estimate:
    """How likely the first side is to win after a first move, and what to do then."""

    chance: float
    advice: str


def estimates(binary: Path, board: str, visits: int) -> dict[str, Estimate]:
    """What `konoba openings` thinks of each first move."""
    command = [str(binary), "openings", board, "--visits", str(visits)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return {
        move: Estimate(float(chance), advice)
        for move, chance, advice, *_ in (line.split() for line in lines)
    }


def solved_boards(sizes: list[int]) -> dict[str, dict[str, str]]:
    """What is right after each first move that is solved."""
    boards = {}
    for line in SOLVED.read_text().splitlines():
        if line.startswith("#"):
            continue
        board, rows = line.split()
        if int(board.split(":")[1]) in sizes:
            boards[board] = {
                f"{'abcdefgh'[x]}{y + 1}": RIGHT[winner]
                for y, row in enumerate(reversed(rows.split("/"))) for x, winner in enumerate(row)
                if winner in RIGHT
            }
    return boards


def solved_games() -> list[str]:
    """The games of which some boards are solved, in the order of their file."""
    boards = (line.split()[0] for line in SOLVED.read_text().splitlines() if not line.startswith("#"))
    return list(dict.fromkeys(board.split(":")[0] for board in boards))


def against_truth(binary: Path, visits: list[int]) -> None:
    """Prints how many estimates are right, wrong and unclear on 3x3 to 5x5."""
    for count in visits:
        verdicts: Counter[str] = Counter()
        for board, truth in solved_boards([3, 4, 5]).items():
            for move, estimate in estimates(binary, board, count).items():
                is_right = "right" if estimate.advice == truth[move] else "wrong"
                verdicts["unclear" if estimate.advice == "unclear" else is_right] += 1
        print(f"solved boards, {count} visits: {dict(verdicts)}", flush=True)


def data(board: str, some: dict[str, Estimate], mean: float, most: float) -> str:
    """The line of a board in `crates/konoba-engine/src/estimates.txt`."""
    size = int(board.split(":")[1])
    rows = (
        ".".join(str(round(100 * some[f"{chr(97 + x)}{y + 1}"].chance)) for x in range(size))
        for y in reversed(range(size))
    )
    return f"{board} {100 * mean:.1f} {100 * most:.0f} {'/'.join(rows)}"


def against_itself(binary: Path, games: list[str], sizes: list[int], visits: int, file: Path | None) -> None:
    """Prints a row for each larger board: what changes with ten times the visits. The estimates are added to
    the file."""
    for game in games:
        for size in sizes:
            board = f"{game}:{size}"
            few, many = (estimates(binary, board, count) for count in (visits, 10 * visits))
            counts = [
                ", ".join(str(sum(one.advice == advice for one in some.values())) for advice in ADVICE)
                for some in (few, many)
            ]
            changes = [abs(few[move].chance - many[move].chance) for move in few]
            turned = [
                move for move in few if {few[move].advice, many[move].advice} == {"swap", "keep"}
            ]
            mean = sum(changes) / len(changes)
            if file is not None:
                with file.open("a") as lines:
                    print(data(board, few, mean, max(changes)), file=lines)
            print(
                f"| {game.title()} {size}x{size} | {len(few)} | {counts[0]} | {counts[1]} | "
                f"{mean:.2f}, {max(changes):.2f} | turned round: {' '.join(turned) or 'none'}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--binary", type=Path, required=True, help="konoba")
    add("--games", default=",".join(solved_games()), help="which games")
    add("--sizes", default="6,7,8,9,10,11", help="of the boards that are not solved; none to skip them")
    add("--visits", type=int, default=400)
    add("--data", type=Path, help="add the lines of `estimates.txt` to this file")
    add("--truth", action=argparse.BooleanOptionalAction, default=True, help="compare solved boards too")
    options = parser.parse_args()
    if options.truth:
        against_truth(options.binary, [2, 32, options.visits])
    sizes = [int(size) for size in options.sizes.split(",") if size]
    against_itself(options.binary, options.games.split(","), sizes, options.visits, options.data)


if __name__ == "__main__":
    main()
