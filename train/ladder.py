"""How strong nets are: contests between the kept ones, students and chance."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from pathlib import Path

import torch

from net import Net
from player import Contest


@dataclass(frozen=True)
class Rung:
    """One contest: the name of either side, and how it is played."""

    names: tuple[str, str]
    nets: tuple[Net, Net]
    contest: Contest


def elo(won: int, lost: int) -> float:
    """The difference in Elo points, with half a game for either side so that it is finite."""
    return 400 * math.log10((won + 0.5) / (lost + 0.5))


def frozen(net: Net, device: torch.device) -> Net:
    """A copy that plays: half precision where the device is good at that."""
    dtype = torch.float16 if device.type == "cuda" else torch.float32
    copied = copy.deepcopy(net).to(device, dtype).to(memory_format=torch.channels_last)
    return copied.requires_grad_(False).eval()


def rungs_of(
    kept: list[tuple[str, Net]], students: list[tuple[str, Net]], size: int, pairs: int,
    simulations: int,
) -> list[Rung]:
    """Each kept net against the one before it, each student against the last, and the policy of the
    last, without a search, against the first and against chance."""
    first, last = kept[0], kept[-1]
    search = str(simulations)
    searching = [*zip(kept[1:], kept), *((student, last) for student in students)]
    rungs = [
        Rung((one[0], other[0]), (one[1], other[1]), Contest(size, (search, search), pairs))
        for one, other in searching
    ]
    for name, players in ((first[0], ("0", "0")), ("random", ("0", "random"))):
        rungs.append(Rung((last[0], name), (last[1], first[1]), Contest(size, players, pairs)))
    return rungs


def climb(
    rungs: list[Rung], binary: Path, game: str, device: torch.device,
) -> list[dict[str, object]]:
    """Plays all contests at once; returns a line for each."""
    players = [rung.contest.player(binary, game, list(rung.nets), device) for rung in rungs]
    for player in players:
        player.start()
    lines: list[dict[str, object]] = []
    for rung, player in zip(rungs, players):
        player.join()
        assert player.result is not None, "a contest ends with its result"
        twice, shared, never, won, lost = player.result
        lines.append({
            "contest": f"{rung.names[0]} against {rung.names[1]}", "size": rung.contest.size,
            "simulations": rung.contest.players, "won": won, "lost": lost,
            "pairs": [twice, shared, never], "elo": round(elo(won, lost)),
        })
    return lines
