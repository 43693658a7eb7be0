"""The window of recent samples, kept on the device: one ring for each size of board."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from net import PLANES, plane_bytes, unpack

# The sample format that this reads; see `konoba-selfplay`'s sample.rs.
SAMPLE_VERSION = 2
# Magic, version, size of the board, number of samples.
HEADER = struct.Struct("<4sBBI")


def sample_bytes(size: int) -> int:
    """How many bytes a sample takes: planes, policy, two planes of the last stones, three numbers."""
    return (PLANES + 2) * plane_bytes(size) + size * size + 3


class Ring:
    """The latest samples of one size, as bytes."""

    def __init__(self, size: int, capacity: int, device: torch.device) -> None:
        self.size = size
        self.capacity = capacity
        self.total = 0
        self.rows = torch.zeros((capacity, sample_bytes(size)), dtype=torch.uint8, device=device)

    def add(self, samples: bytes) -> int:
        """Adds samples; returns how many."""
        array = np.frombuffer(samples, np.uint8).reshape(-1, sample_bytes(self.size)).copy()
        rows = torch.from_numpy(array).to(self.rows.device)
        places = (self.total + torch.arange(len(rows))) % self.capacity
        self.rows[places.to(self.rows.device)] = rows
        self.total += len(rows)
        return len(rows)

    def width(self, share: float, least: int) -> int:
        """How many of the latest samples are learned from: a share of all there ever were, so
        that the first games are soon forgotten."""
        return min(self.total, self.capacity, max(least, int(self.total * share)))

    def draw(self, count: int, width: int) -> Tensor:
        """Rows drawn at random from the latest `width` samples."""
        back = torch.randint(width, (count,), device=self.rows.device)
        return self.rows[(self.total - 1 - back) % self.capacity]

    def latest(self, count: int) -> bytes:
        """The latest samples, oldest first, for keeping."""
        count = min(count, self.total, self.capacity)
        places = (self.total - count + torch.arange(count)) % self.capacity
        return self.rows[places.to(self.rows.device)].cpu().numpy().tobytes()


def write_samples(rings: Iterable[Ring], count: int, path: Path) -> None:
    """Keeps the latest samples of each ring: for each size a header and the samples."""
    with path.open("wb") as file:
        for ring in rings:
            samples = ring.latest(count)
            rows = len(samples) // sample_bytes(ring.size)
            file.write(HEADER.pack(b"KNBS", SAMPLE_VERSION, ring.size, rows) + samples)


def read_samples(path: Path) -> Iterable[tuple[int, bytes]]:
    """The samples that were kept, by size."""
    with path.open("rb") as file:
        while header := file.read(HEADER.size):
            magic, version, size, rows = HEADER.unpack(header)
            if (magic, version) != (b"KNBS", SAMPLE_VERSION):
                raise ValueError(f"{path} holds no samples of version {SAMPLE_VERSION}, but {header!r}")
            yield size, file.read(rows * sample_bytes(size))


class Samples(NamedTuple):
    """Samples as the learner needs them; values are from -1 to 1."""

    planes: Tensor
    # Sums to 1.
    policy: Tensor
    # Own stones and others' stones at the end of the game.
    stones: Tensor
    outcome: Tensor
    # What the search found, and what those of the next moves found.
    value: Tensor
    soon: Tensor


def split(rows: Tensor, size: int) -> Samples:
    """What the rows of bytes hold; all that lies on the board comes as [count, planes, size, size]."""
    parts = [PLANES * plane_bytes(size), size * size, 2 * plane_bytes(size), 3]
    packed, policy_bytes, last, numbers = rows.split(parts, 1)
    policy = policy_bytes.float().view(-1, 1, size, size)
    policy = policy / policy.sum((2, 3), keepdim=True).clamp(min=1)
    outcome, value, soon = numbers.view(torch.int8).float().unbind(1)
    planes, stones = (unpack(part, size, torch.float32) for part in (packed, last))
    return Samples(planes, policy, stones, outcome, value / 127, soon / 127)
