"""Draws the ladder of the nets: `python train/graph.py > docs/pictures/ladder.svg`. Needs nothing but Python."""

from __future__ import annotations

import csv
import math
from pathlib import Path

LADDER = Path(__file__).with_name("ladder.csv")
# Width and height of one panel, and the room around it.
WIDTH, HEIGHT, LEFT, TOP = 400, 260, 60, 40
SIZES = {"7": ("#1b6ca8", ""), "9": ("#b3541e", "7 3"), "11": ("#3d7a3a", "2 3")}
STYLE = """text { font: 13px sans-serif; fill: #222 } .axis { stroke: #888; stroke-width: 1 }
.bar { stroke-width: 1; opacity: 0.6 } .line { fill: none; stroke-width: 2 }"""


def elo(won: float, lost: float) -> float:
    """The difference in Elo points, with half a game for either side so that it is finite."""
    return 400 * math.log10((won + 0.5) / (lost + 0.5))


def half_interval(won: int, lost: int) -> float:
    """Half of the 95 % interval of the Elo difference, as if all games were independent."""
    games = won + lost
    share = (won + 0.5) / (games + 1)
    return 1.96 * 400 / math.log(10) / math.sqrt(games * share * (1 - share))


def climb(game: str, size: str) -> list[tuple[float, float, float]]:
    """For each kept net its minutes of play and training, its Elo points above the first net of the
    ladder on this size, and half the interval of the step to it."""
    with LADDER.open() as file:
        rows = [row for row in csv.DictReader(file) if (row["game"], row["size"]) == (game, size)]
    points = [(float(rows[0]["minutes_before"]), 0.0, 0.0)]
    for row in rows:
        won, lost = int(row["won"]), int(row["lost"])
        height = points[-1][1] + elo(won, lost)
        points.append((float(row["minutes_after"]), height, half_interval(won, lost)))
    return points


def panel(game: str, left: int) -> list[str]:
    climbs = {size: climb(game, size) for size in SIZES}
    minutes = max(point[0] for points in climbs.values() for point in points)
    top = max(point[1] for points in climbs.values() for point in points) + 100

    def place(time: float, height: float) -> tuple[float, float]:
        return round(left + WIDTH * time / minutes, 1), round(TOP + HEIGHT * (1 - height / top), 1)

    parts = [f'<text x="{left}" y="{TOP - 18}" font-weight="bold">{game.capitalize()}</text>']
    for mark in range(0, int(top), 500):
        x, y = place(0, mark)
        parts.append(f'<path class="axis" d="M{x} {y}h{WIDTH}" opacity="0.4"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{mark}</text>')
    for mark in range(0, int(minutes) + 1, 5):
        x, y = place(mark, 0)
        parts.append(f'<path class="axis" d="M{x} {y}v5"/>')
        parts.append(f'<text x="{x}" y="{y + 20}" text-anchor="middle">{mark}</text>')
    for size, (colour, dashes) in SIZES.items():
        points = [(*place(time, height), spread) for time, height, spread in climbs[size]]
        path = "M" + "L".join(f"{x} {y}" for x, y, _ in points)
        parts.append(
            f'<path class="line" stroke="{colour}" stroke-dasharray="{dashes}" d="{path}"/>'
        )
        for x, y, spread in points:
            reach = round(HEIGHT * spread / top, 1)
            parts.append(f'<path class="bar" stroke="{colour}" d="M{x} {y - reach:.1f}v{2 * reach:.1f}"/>')
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>')
    return parts


def main() -> None:
    width, height = 2 * (LEFT + WIDTH) + 30, TOP + HEIGHT + 80
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>How the nets grew: Elo points above the first net of each ladder</title>",
        f'<style>{STYLE}</style><rect width="{width}" height="{height}" fill="#fff"/>',
        *panel("konobi", LEFT), *panel("quentin", 2 * LEFT + WIDTH),
        f'<text x="{width / 2}" y="{height - 36}" text-anchor="middle">minutes of self-play and '
        "training on one H200</text>",
    ]
    x = width / 2 - 150
    for size, (colour, dashes) in SIZES.items():
        y = height - 14
        parts.append(
            f'<path class="line" stroke="{colour}" stroke-dasharray="{dashes}" d="M{x} {y - 4}h36"/>'
            f'<text x="{x + 42}" y="{y}">{size}x{size}</text>'
        )
        x += 110
    print("\n".join([*parts, "</svg>"]))


if __name__ == "__main__":
    main()
