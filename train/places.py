"""Finds where the levels belong on the line of players: `python3 train/places.py` fits the strength of every place to all matches of
`line.csv`, and prints for each board the places at which steps are equal, for `konoba-engine/src/levels/spacing.rs`.

Between two knots strength goes straight, and it bends little from one to the next. The knots are the anchors of the line, and places
between them where it bends most; full strength, which goes by the clock, stands above by its own matches. `train/levels.py play --players at=29 at=30 10` makes such lines. Needs nothing but Python.
"""

from __future__ import annotations

import csv
import math
from bisect import bisect
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parent / "line.csv"
# Where strength may bend: the anchors, and halves where players begin to look ahead. Full strength stands behind them.
KNOTS = [*range(19), 18.5, 19, 19.5, *range(20, 34)]
FULL = len(KNOTS)
STEPS = 27
# The strongest place that a level may have. Beyond 29 the players have a solver, which 7x7 does not need; at 33 they look at 6,400
# positions, which takes a core of a server a second or two on 11x11.
HIGHEST = {"7": 29.0, "9": 33.0, "11": 33.0}
# Level 9 looks at 800 positions at most.
LEVEL_NINE, HIGHEST_OF_NINE = 24, 27.0
# What is taken for likely before any match: a bend of so many Elo points at an anchor, and so many from one to the next.
BEND, STEP, STEP_SPREAD = 60.0, 100.0, 300.0
# No strength changes by more in one step of the fit, which would go astray where few games bear on a knot.
MOST_CHANGE = 200.0
LOGIT = math.log(10) / 400
NORMAL_95 = 1.959964

Vector = list[float]
Matrix = list[Vector]


def parted(player: str) -> Vector:
    """Where a player stands, as parts of the knots."""
    parts = [0.0] * (FULL + 1)
    if player == "10":
        parts[FULL] = 1.0
    else:
        place = float(player.removeprefix("at="))
        above = min(bisect(KNOTS, place), FULL - 1)
        part = (place - KNOTS[above - 1]) / (KNOTS[above] - KNOTS[above - 1])
        parts[above - 1], parts[above] = 1 - part, part
    return parts


def inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; the matrix is positive definite."""
    size = len(matrix)
    rows = [row[:] + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def product(matrix: Matrix, vector: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


@dataclass(frozen=True)
class Line:
    """How strong each knot is on a board, above the weakest."""

    board: str
    elo: Vector
    covariance: Matrix

    def strength(self, player: str) -> float:
        return dot(parted(player), self.elo)

    def error(self, lower: str, upper: str) -> float:
        """Half of the 95 % interval of how far apart two players are."""
        apart = [b - a for a, b in zip(parted(lower), parted(upper), strict=True)]
        return NORMAL_95 * math.sqrt(dot(apart, product(self.covariance, apart)))

    def place(self, strength: float) -> float:
        """The weakest place of at least this strength."""
        low, high = 0.0, HIGHEST[self.board.split(":")[1]]
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.strength(f"at={middle}") < strength else (low, middle)
        return high


def fitted(board: str, matches: list[dict[str, str]]) -> Line:
    """The most likely strengths, by Newton's method."""
    size = FULL + 1
    seen = [
        ([b - a for a, b in zip(parted(row["lower"]), parted(row["upper"]), strict=True)], int(row["games"]), int(row["won"]))
        for row in matches
    ]
    # Each belief: a combination of strengths, what it is likely to be, and how surely.
    beliefs = [({0: 1.0}, 0.0, 1.0)]
    for i in range(1, FULL - 1):
        before, after = KNOTS[i] - KNOTS[i - 1], KNOTS[i + 1] - KNOTS[i]
        beliefs.append(({i - 1: 1 / before, i: -1 / before - 1 / after, i + 1: 1 / after}, 0.0, BEND**-2))
    beliefs += [({i - 1: -1.0, i: 1.0}, STEP, STEP_SPREAD**-2) for i in range(1, size)]
    elo = [STEP * i for i in range(size)]
    while True:
        slope, bend = [0.0] * size, [[0.0] * size for _ in range(size)]
        for parts, games, won in seen:
            share = 1 / (1 + math.exp(-LOGIT * dot(parts, elo)))
            pull, weight = LOGIT * (won - games * share), LOGIT**2 * games * share * (1 - share)
            there = [i for i in range(size) if parts[i]]
            for i in there:
                slope[i] += pull * parts[i]
                for j in there:
                    bend[i][j] += weight * parts[i] * parts[j]
        for parts, likely, surely in beliefs:
            off = sum(part * elo[i] for i, part in parts.items()) - likely
            for i, part in parts.items():
                slope[i] -= surely * off * part
                for j, other in parts.items():
                    bend[i][j] += surely * part * other
        covariance = inverse(bend)
        change = product(covariance, slope)
        largest = max(map(abs, change))
        part = min(1.0, MOST_CHANGE / largest) if largest else 1.0
        elo = [value + by * part for value, by in zip(elo, change, strict=True)]
        if largest < 0.01:
            return Line(board, elo, covariance)


def spaced(line: Line) -> list[float]:
    """The places of all levels below full strength."""
    step = line.elo[FULL] / STEPS
    places = [line.place(step * number) for number in range(STEPS)]
    if places[LEVEL_NINE] > HIGHEST_OF_NINE:
        # The steps below are smaller then from level 7 on, and those above larger.
        nine = line.strength(f"at={HIGHEST_OF_NINE}")
        for first, last, high in [(LEVEL_NINE - 6, LEVEL_NINE, nine), (LEVEL_NINE, STEPS, line.elo[FULL])]:
            low = line.strength(f"at={places[first]}")
            for number in range(first + 1, min(last, STEPS - 1) + 1):
                places[number] = line.place(low + (high - low) * (number - first) / (last - first))
    return [round(place, 2) for place in places]


def lines() -> list[Line]:
    """The line of each board that was played on."""
    with TABLE.open() as file:
        rows = list(csv.DictReader(file))
    boards = dict.fromkeys(row["board"] for row in rows)
    return [fitted(board, [row for row in rows if row["board"] == board]) for board in boards]


def share(elo: float) -> float:
    return 100 / (1 + 10 ** (-elo / 400))


def main() -> None:
    for line in lines():
        players = [f"at={place}" for place in spaced(line)] + ["10"]
        steps = [line.strength(b) - line.strength(a) for a, b in zip(players, players[1:], strict=False)]
        errors = [line.error(a, b) for a, b in zip(players, players[1:], strict=False)]
        print(f"{line.board}: {share(min(steps)):.0f} to {share(max(steps)):.0f} %, {min(steps):.0f} to {max(steps):.0f} Elo a step, ", end="")
        print(f"known to {min(errors):.0f} to {max(errors):.0f}; level 10 at {line.elo[FULL]:.0f}, {share(steps[-1]):.0f} % above 9.7")
        print("    " + ", ".join(player.removeprefix("at=") for player in players[:-1]))


if __name__ == "__main__":
    main()
