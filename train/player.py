"""A process of `konoba-selfplay`, and the thread that evaluates for it."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch

from net import PLANES, Net, evaluate, plane_bytes
from repeatable import repeatable
from window import SAMPLE_VERSION, sample_bytes

# The net's answers to packed positions; `net.evaluate`, or that function compiled.
Evaluate = Callable[[Net, torch.Tensor, int], torch.Tensor]

EVALUATE, HARVEST, RESULT = 1, 2, 3
HEADER = struct.Struct("<6I")
# Whole batches fit into the pipes, so that neither end waits for the other in the middle of one.
PIPE_BYTES = 1 << 20


@dataclass(frozen=True)
class Harvest:
    """Finished games of self-play."""

    size: int
    samples: bytes
    games: int
    moves: int
    first_wins: int


class Player(threading.Thread):
    """Runs `konoba-selfplay` with these arguments and evaluates its positions by these nets."""

    def __init__(
        self,
        command: list[str],
        size: int,
        capacity: int,
        nets: list[Net],
        device: torch.device,
        on_harvest: Callable[[Harvest], None] | None = None,
        evaluate: Evaluate = evaluate,
    ) -> None:
        super().__init__(daemon=True)
        self.command = command
        self.size = size
        self.on_harvest = on_harvest
        self.evaluate = evaluate
        self.evaluations = 0
        self.result: tuple[int, ...] | None = None
        self.device = device
        on_gpu = device.type == "cuda"
        shape = (capacity, PLANES * plane_bytes(size))
        self.packed = torch.zeros(shape, dtype=torch.uint8, pin_memory=on_gpu)
        self.packed_there = self.packed.to(device)
        answers = (capacity, size * size + 1)
        self.answers = torch.zeros(answers, dtype=torch.float16, pin_memory=on_gpu)
        self.answers_there = self.answers.to(device)
        # The buffers are always evaluated whole: one shape, one graph.
        self.work = [repeatable(partial(self._evaluate, net), device) for net in nets]
        self.stream = torch.cuda.Stream() if on_gpu else None
        # Waits without spinning: there are more of these threads than cores to spare.
        self.done = torch.cuda.Event(blocking=True) if on_gpu else None

    def run(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, bufsize=0)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.into, self.out_of = self.process.stdin.fileno(), self.process.stdout.fileno()
        for end in (self.into, self.out_of):
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        header = bytearray(HEADER.size)
        try:
            while self._read(memoryview(header)):
                self._take(*HEADER.unpack(header))
        except BrokenPipeError:
            pass
        self.process.wait()

    def stop(self) -> None:
        """Ends the process and waits for the thread."""
        self.process.terminate()
        self.join()

    def _take(self, kind: int, *numbers: int) -> None:
        if kind == EVALUATE:
            net, count = numbers[:2]
            self._read(memoryview(self.packed.numpy()).cast("B")[: count * self.packed.shape[1]])
            self._answer(net)
            row = self.answers.shape[1] * 2
            self._write(memoryview(self.answers.numpy()).cast("B")[: count * row])
            self.evaluations += count
        elif kind == HARVEST:
            count, games, moves, first_wins, version = numbers
            if version != SAMPLE_VERSION:
                raise ValueError(f"samples of version {version}, but {SAMPLE_VERSION} is learned from")
            samples = bytearray(count * sample_bytes(self.size))
            self._read(memoryview(samples))
            if self.on_harvest is not None:
                self.on_harvest(Harvest(self.size, bytes(samples), games, moves, first_wins))
        elif kind == RESULT:
            self.result = numbers
        else:
            raise ValueError(f"a message of kind {kind}")

    def _answer(self, net: int) -> None:
        if self.stream is None or self.done is None:
            self.work[net]()
            return
        with torch.cuda.stream(self.stream):
            self.packed_there.copy_(self.packed, non_blocking=True)
            self.work[net]()
            self.answers.copy_(self.answers_there, non_blocking=True)
            self.done.record()
        self.done.synchronize()

    @torch.no_grad()
    def _evaluate(self, net: Net) -> None:
        if self.device.type != "cuda":
            self.answers.copy_(self.evaluate(net, self.packed, self.size))
            return
        self.answers_there.copy_(self.evaluate(net, self.packed_there, self.size))

    def _read(self, view: memoryview) -> bool:
        """Fills the view; false if the other end has closed."""
        while len(view) > 0:
            count = os.readv(self.out_of, [view])
            if count == 0:
                return False
            view = view[count:]
        return True

    def _write(self, view: memoryview) -> None:
        while len(view) > 0:
            view = view[os.write(self.into, view) :]


@dataclass(frozen=True)
class Contest:
    """Two players on one board, each a number of simulations (32, 32:puct) or `random`, and how many
    random moves come first."""

    size: int
    players: tuple[str, str]
    pairs: int = 100
    opening: int = 2

    def player(self, binary: Path, game: str, nets: list[Net], device: torch.device) -> Player:
        """The process that plays it."""
        command = [str(binary), f"{game}:{self.size}", "contest", *self.players]
        command += ["--pairs", str(self.pairs), "--opening", str(self.opening)]
        return Player(command, self.size, 2 * self.pairs, nets, device)
