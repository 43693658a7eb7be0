"""Draws how strong the kept nets and the levels are: `python train/graph.py` writes the pictures `docs/pictures/ladder*.svg`
and `levels.svg` from the tables beside this file. Needs nothing but Python."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import places

TABLES = Path(__file__).parent
PICTURES = TABLES.parent / "docs" / "pictures"
# Width and height of one panel, and the room around it.
WIDTH, HEIGHT, LEFT, TOP, BELOW = 400, 230, 64, 66, 60
# Colour and dashes tell lines apart, one of them alone suffices.
PENS = [("#1b6ca8", ""), ("#b3541e", "7 3"), ("#3d7a3a", "2 3"), ("#7a3d78", "10 3 2 3")]
STYLE = """text { font: 13px sans-serif; fill: #222 } .axis { stroke: #888; stroke-width: 1 }
.bar { stroke-width: 1.2; opacity: 0.6 } .line { fill: none; stroke-width: 2 } .title { font-size: 15px; font-weight: bold }
.panel { font-weight: bold }"""


@dataclass(frozen=True)
class Dot:
    """A measured value at a place of the axis, and the interval that holds the true one with 95 % certainty."""

    at: float
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Panel:
    """Lines over the same axis, by the name of what they show."""

    title: str
    lines: dict[str, list[Dot]]


@dataclass(frozen=True)
class Scale:
    """The values that a picture shows, from bottom to top, and how its marks are named."""

    bottom: float
    top: float
    step: float
    name: Callable[[float], str] = field(default="{:g}".format)


@dataclass(frozen=True)
class Axis:
    """What the places of all dots mean, where the axis begins, and how far apart its marks are."""

    name: str
    begin: int
    step: int


MINUTES = Axis("minutes of self-play and training on one H200", 0, 5)
LEVELS = Axis("level", 1, 1)
LEVELS_ABOVE = [level + tenths for level in range(1, 10) for tenths in (0, 0.3, 0.7)][1:] + [10]


def rows_of(table: str) -> list[dict[str, str]]:
    with (TABLES / table).open() as file:
        return list(csv.DictReader(file))


def games_of(rows: list[dict[str, str]]) -> list[str]:
    """The games that a table is about, in the order in which it names them."""
    return list(dict.fromkeys(row["game"] for row in rows))


def elo(won: float, lost: float) -> float:
    """The difference in Elo points, with half a game for either side so that it is finite."""
    return 400 * math.log10((won + 0.5) / (lost + 0.5))


def half_interval(won: int, lost: int) -> float:
    """Half of the 95 % interval of the Elo difference, as if all games were independent."""
    games = won + lost
    share = (won + 0.5) / (games + 1)
    return 1.96 * 400 / math.log(10) / math.sqrt(games * share * (1 - share))


def climb(rows: list[dict[str, str]]) -> list[Dot]:
    """Each kept net's Elo points above the first net of the ladder. The interval is that of the step to it."""
    dots = [Dot(float(rows[0]["minutes_before"]), 0, 0, 0)]
    for row in rows:
        won, lost = int(row["won"]), int(row["lost"])
        value, spread = dots[-1].value + elo(won, lost), half_interval(won, lost)
        dots.append(Dot(float(row["minutes_after"]), value, value - spread, value + spread))
    return dots


def measured(rows: list[dict[str, str]], value: str) -> list[Dot]:
    """The values of this column in percent, with their intervals."""
    return [
        Dot(float(row["minutes"]), *(100 * float(row[name]) for name in (value, "low", "high")))
        for row in rows
    ]


def chosen(rows: list[dict[str, str]], **wanted: str) -> list[dict[str, str]]:
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def marks(scale: Scale) -> list[float]:
    count = math.floor((scale.top - scale.bottom) / scale.step + 1e-9)
    return [scale.bottom + scale.step * number for number in range(count + 1)]


def draw(panel: Panel, axis: Axis, scale: Scale, left: float, top: float) -> list[str]:
    """A panel whose upper left corner is here."""
    length = max(dot.at - axis.begin for dots in panel.lines.values() for dot in dots) * 1.03

    def x(place: float) -> float:
        return round(left + WIDTH * (place - axis.begin) / length, 1)

    def y(value: float) -> float:
        share = (value - scale.bottom) / (scale.top - scale.bottom)
        return round(top + HEIGHT * (1 - min(max(share, 0), 1)), 1)

    parts = [f'<text x="{left}" y="{top - 12}" class="panel">{panel.title}</text>']
    for mark in marks(scale):
        parts.append(f'<path class="axis" d="M{left} {y(mark)}h{WIDTH}" opacity="0.4"/>')
        parts.append(f'<text x="{left - 7}" y="{y(mark) + 4}" text-anchor="end">{scale.name(mark)}</text>')
    for mark in range(axis.begin, axis.begin + int(length) + 1, axis.step):
        parts.append(f'<path class="axis" d="M{x(mark)} {top + HEIGHT}v5"/>')
        parts.append(f'<text x="{x(mark)}" y="{top + HEIGHT + 20}" text-anchor="middle">{mark}</text>')
    for place, dots in enumerate(panel.lines.values()):
        colour, dashes = PENS[place]
        # What was measured at one moment stands side by side.
        aside = 2 * (place - (len(panel.lines) - 1) / 2)
        spots = [(round(x(dot.at) + aside, 1), dot) for dot in dots]
        path = "M" + "L".join(f"{at} {y(dot.value)}" for at, dot in spots)
        parts.append(f'<path class="line" stroke="{colour}" stroke-dasharray="{dashes}" d="{path}"/>')
        for at, dot in spots:
            parts.append(f'<path class="bar" stroke="{colour}" d="M{at} {y(dot.low)}V{y(dot.high)}"/>')
            parts.append(f'<circle cx="{at}" cy="{y(dot.value)}" r="2.8" fill="{colour}"/>')
    return parts


def picture(title: str, grid: list[list[Panel]], scale: Scale, axis: Axis = MINUTES) -> str:
    """Rows of panels with lines of the same names."""
    width = len(grid[0]) * (LEFT + WIDTH) + 30
    height = TOP + len(grid) * (HEIGHT + BELOW) + 22
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f'<title>{title}</title><style>{STYLE}</style><rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{width / 2}" y="26" text-anchor="middle" class="title">{title}</text>',
    ]
    for row, panels in enumerate(grid):
        for column, panel in enumerate(panels):
            left = LEFT + column * (LEFT + WIDTH)
            parts += draw(panel, axis, scale, left, TOP + row * (HEIGHT + BELOW))
    parts.append(f'<text x="{width / 2}" y="{height - 38}" text-anchor="middle">{axis.name}</text>')
    names = list(grid[0][0].lines)
    # About as wide as the letters are.
    widths = [66 + 6.6 * len(name) for name in names]
    x, y = (width - sum(widths)) / 2, height - 12
    for name, room, (colour, dashes) in zip(names, widths, PENS):
        line = f'<path class="line" stroke="{colour}" stroke-dasharray="{dashes}" d="M{x:.0f} {y - 4}h36"/>'
        parts.append(f'{line}<text x="{x + 43:.0f}" y="{y}">{name}</text>')
        x += room
    return "\n".join([*parts, "</svg>\n"])


def ladder() -> str:
    """Each net against the one before it, in the trainer."""
    rows = rows_of("ladder.csv")
    panels = [
        Panel(game.capitalize(), {
            f"{size}x{size}": climb(chosen(rows, game=game, size=size)) for size in ("7", "9", "11")
        })
        for game in games_of(rows)
    ]
    top = max(dot.high for panel in panels for dots in panel.lines.values() for dot in dots)
    return picture(
        "Elo points above the first net of each ladder, 32 simulations a move", [panels],
        Scale(0, top + 100, 500),
    )


def anchors() -> str:
    """Each net in the engine, against the one before it and against players that never change."""
    rows = rows_of("anchors.csv")
    lines = {
        "net before, 0.1 s": ("time=0.1", "before"),
        "net before, 64 visits": ("visits=64", "before"),
        "no net, 0.1 s": ("time=0.1", "engine,net=off"),
        "uct:100000, first choice": ("visits=2", "uct:100000"),
    }
    grid = [
        [
            Panel(f"{game.capitalize()}, {size}x{size}", {
                name: measured(
                    chosen(rows, game=game, size=size, limit=limit, opponent=opponent), "share"
                )
                for name, (limit, opponent) in lines.items()
            })
            for game in games_of(rows)
        ]
        for size in ("9", "11")
    ]
    return picture(
        "Games that each kept net wins in the engine, with 95 % intervals, against", grid,
        Scale(0, 100, 25, "{:g} %".format),
    )


def blunders() -> str:
    """How often each net throws away a won position on solved boards."""
    rows = rows_of("blunders.csv")
    panels = [
        Panel(game.capitalize(), {
            f"{size}x{size}, {visits} visits": measured(
                chosen(rows, game=game, size=size, visits=visits), "rate"
            )
            for size in ("4", "5") for visits in ("2", "32")
        })
        for game in games_of(rows)
    ]
    top = max(dot.high for panel in panels for dots in panel.lines.values() for dot in dots)
    return picture(
        "Won positions that each kept net throws away without the solver, with 95 % intervals", [panels],
        Scale(0, math.ceil(top / 5) * 5, 5, "{:g} %".format),
    )


def levels() -> str:
    """How strong each level is, by the fit of `places.py` to all matches."""
    lines = {line.board: line for line in places.lines()}

    def above_the_weakest(board: str) -> list[Dot]:
        line = lines[board]
        weakest, *others = [f"at={place}" for place in places.spaced(line)] + ["10"]
        dots = [Dot(1, 0, 0, 0)]
        for level, player in zip(LEVELS_ABOVE, others, strict=True):
            value, spread = line.strength(player), line.error(weakest, player)
            dots.append(Dot(level, value, value - spread, value + spread))
        return dots

    panels = [
        Panel(game.capitalize(), {
            f"{size}x{size}": above_the_weakest(f"{game}:{size}") for size in ("7", "9", "11")
        })
        for game in ("konobi", "quentin")
    ]
    return picture(
        "Elo points of the levels above level 1, fitted to 186,000 games; level 10 at 1 s a move", [panels],
        Scale(0, 5000, 500), LEVELS,
    )


def main() -> None:
    pictures = {"ladder": ladder, "ladder-anchors": anchors, "ladder-blunders": blunders, "levels": levels}
    for name, drawn in pictures.items():
        (PICTURES / f"{name}.svg").write_text(drawn())


if __name__ == "__main__":
    main()
