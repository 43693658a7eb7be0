"""How strong the kept nets are: each against the one before it, and the last against chance."""

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


def climb(
    kept: list[tuple[str, Net]], binary: Path, game: str, sizes: list[int], pairs: int,
    simulations: int, device: torch.device,
) -> list[dict[str, object]]:
    """Plays all contests at once; returns a line for each."""
    first, last = kept[0], kept[-1]
    search = str(simulations)
    rungs = []
    for size in sizes:
        for before, after in zip(kept, kept[1:]):
            names, nets = (after[0], before[0]), (after[1], before[1])
            rungs.append(Rung(names, nets, Contest(size, (search, search), pairs)))
        names, nets = (last[0], first[0]), (last[1], first[1])
        rungs.append(Rung(names, nets, Contest(size, ("0", "0"), pairs)))
        rungs.append(Rung((last[0], "random"), nets, Contest(size, ("0", "random"), pairs)))
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
