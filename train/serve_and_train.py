"""Self-play, evaluation and training in one process: `python serve_and_train.py --help`.

`konoba-selfplay` processes play; a thread for each evaluates for it on the device; this thread
trains, in step with the games that come in, and hands the averaged weights to the evaluators.
Students are other nets, mostly smaller, that learn from the same games and do not play.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import queue
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import torch

from export import read_weights, write_vectors, write_weights
from ladder import climb, frozen, rungs_of
from learner import Learner, Recipe
from net import PLANES, LearningHeads, Net, Shape, evaluate, plane_bytes
from player import Harvest, Player
from window import Ring, read_samples, write_samples
from yardstick import Yardstick

# How many steps pass between two hand-overs of weights to the evaluators.
STEPS_PER_HANDOVER = 16


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("game", help="its id, such as konobi; konoba-selfplay refuses a game that it cannot play")
    add("--binary", type=Path, required=True, help="konoba-selfplay")
    add("--out", type=Path, required=True, help="folder for what comes of it")
    add("--resume", type=Path, help="folder with the weights (.bin) to go on from, where it has them")
    add("--samples", type=Path, help="samples kept by an earlier run")
    add("--seconds", type=float, default=60, help="how long, without the contests")
    add("--steps", type=int, default=0, help="how many steps at most; 0 for as many as come")
    add("--players", default="5:1,7:2,9:2", help="processes by size: SIZE:COUNT,...")
    add("--games", type=int, default=1024, help="games at once in a process (fewer above 11x11)")
    add("--shape", default="6x64", help="of the net that plays: BLOCKSxCHANNELS")
    add("--students", default="", help="shapes of nets that learn beside it: 4x32,6x32,...")
    add("--batch", type=int, default=1024)
    add("--rate", type=float, default=2e-3)
    add("--last-rate", type=float, default=1e-4)
    add("--student-rate", type=float, default=2e-3)
    add("--reuse", type=float, default=4, help="how often a sample is learned from")
    add("--window", type=int, default=500_000, help="samples kept of each size")
    add("--full", type=int, default=64, help="simulations in a full search")
    add("--fast", type=int, default=12, help="simulations in a fast search")
    add("--full-percent", type=int, default=30)
    add("--root", choices=["gumbel", "puct"], default="gumbel", help="how a search tries its moves")
    add("--openings", choices=["mixed", "empty"], default="mixed", help="from where games begin")
    add("--heads", action="store_true", help="learn to foretell stones and values to come, too")
    add("--no-mirrors", action="store_true", help="see every sample as it was played only")
    add("--no-pooling", action="store_true", help="of the whole board, but for the value")
    add("--seed", type=int, default=1)
    add("--log-every", type=float, default=10)
    add("--no-compile", action="store_true", help="evaluate slower, but begin at once")
    add("--keep-at", default="0.1,0.3,0.6", help="when nets are kept for the contests, as shares")
    add("--ladder-sizes", default="7,9", help="sizes of the contests at the end; empty for none")
    add("--ladder-pairs", type=int, default=100)
    add("--ladder-simulations", type=int, default=32)
    add("--yardstick", type=Path, help="konoba, to count the blunders of every kept net on small boards")
    add("--keep-samples", type=int, default=0, help="samples of each size to write at the end")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


class Run:
    """One stretch of training."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.begin = time.monotonic()
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        options.out.mkdir(parents=True, exist_ok=True)
        self.log_file = (options.out / f"{options.game}-log.jsonl").open("a")
        self.players_by_size = {
            int(size): int(count)
            for size, count in (part.split(":") for part in options.players.split(","))
        }
        self.learner = self.learning(options.shape, options.rate)
        self.students = [
            self.learning(name, options.student_rate)
            for name in options.students.split(",") if name
        ]
        self.totals: Counter[str] = Counter()
        self.playing = frozen(self.learner.average, self.device)
        self.rings = {
            size: Ring(size, options.window, self.device) for size in self.players_by_size
        }
        if options.samples is not None:
            for size, samples in read_samples(options.samples):
                if size in self.rings:
                    self.rings[size].add(samples)
        self.harvests: queue.SimpleQueue[Harvest] = queue.SimpleQueue()
        # How many steps of each size the samples that came in are worth, less those taken.
        self.credit: Counter[int] = Counter()
        self.by_size: dict[int, Counter[str]] = {size: Counter() for size in self.rings}

    def learning(self, name: str, rate: float) -> Learner[Net]:
        """A learner of this shape, which goes on from its weights where there are some."""
        options = self.options
        net = Net(Shape.named(name))
        if options.resume is not None:
            path = options.resume / f"{options.game}-{name}.bin"
            if path.exists():
                net = read_weights(path, options.game)
                self.log(resumed=str(path))
        recipe = Recipe(
            batch=options.batch, rate=rate, last_rate=options.last_rate,
            mirrors=not options.no_mirrors,
        )
        if options.no_pooling:
            net = net.without_pooling()
        heads = LearningHeads(net.shape) if options.heads else None
        learner = Learner(net, recipe, self.device, heads)
        for size in self.players_by_size:
            learner.prepare(size)
        return learner

    def log(self, **line: object) -> None:
        text = json.dumps(line)
        print(text, flush=True)
        print(text, file=self.log_file, flush=True)

    def players(self) -> list[Player]:
        """The processes of self-play, ready to start."""
        options = self.options
        players: list[Player] = []
        compiled = evaluate
        if self.device.type == "cuda" and not options.no_compile:
            # A code for each size, since general code is slower. On the H200 this gains 1.8.
            torch._dynamo.config.recompile_limit = 64
            compiled = torch.compile(evaluate, dynamic=False)
        for size, count in self.players_by_size.items():
            games = options.games if size <= 11 else options.games // 2
            for _ in range(count):
                seed = options.seed * 1000 + len(players)
                command = [
                    str(options.binary), f"{options.game}:{size}", "play",
                    "--games", str(games), "--seed", str(seed), "--full", str(options.full),
                    "--fast", str(options.fast), "--full-percent", str(options.full_percent),
                    "--root", options.root, "--openings", options.openings,
                ]
                players.append(Player(
                    command, size, games, [self.playing], self.device, self.harvests.put, compiled
                ))
        return players

    def gather(self) -> None:
        """Takes the finished games that wait."""
        while not self.harvests.empty():
            harvest = self.harvests.get()
            count = self.rings[harvest.size].add(harvest.samples)
            self.credit[harvest.size] += count * self.options.reuse / self.options.batch
            counts = Counter(
                samples=count, games=harvest.games, moves=harvest.moves,
                first_wins=harvest.first_wins,
            )
            self.by_size[harvest.size] += counts
            self.totals += counts

    def train(self, progress: float) -> bool:
        """One step, if there is anything new to learn from."""
        size, credit = max(self.credit.items(), key=lambda item: item[1], default=(0, 0.0))
        if credit < 1 or self.rings[size].total < 4 * self.options.batch:
            return False
        self.credit[size] -= 1
        ring = self.rings[size]
        rows = ring.draw(self.options.batch, ring.width(0.5, 30_000))
        for learner in (self.learner, *self.students):
            learner.learn(rows, size, progress)
        return True

    def hand_over(self) -> None:
        """The evaluators play with the averaged weights from now on."""
        with torch.no_grad():
            pairs = zip(self.playing.parameters(), self.learner.average.parameters())
            for playing, average in pairs:
                playing.copy_(average)
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()

    def report(self, seconds: float, since: float, evaluations: int) -> None:
        sizes = {}
        for size, counts in self.by_size.items():
            games = max(counts["games"], 1)
            sizes[size] = {
                "games": counts["games"], "samples": counts["samples"],
                "length": round(counts["moves"] / games, 1),
                "first": round(counts["first_wins"] / games, 3),
            }
            counts.clear()
        losses = {
            learner.net.shape.name: {
                name: round(loss, 4) for name, loss in learner.mean_losses().items()
            }
            for learner in (self.learner, *self.students)
        }
        self.log(
            seconds=round(seconds), evaluations_per_second=round(evaluations / since),
            steps=self.learner.steps, waiting=round(sum(self.credit.values())),
            games=self.totals["games"], samples=self.totals["samples"], losses=losses, sizes=sizes,
        )

    def play_and_train(self) -> list[tuple[str, Net]]:
        """Plays and trains for the time or the steps given; returns the nets to compare."""
        options = self.options
        players = self.players()
        kept = [(f"at {self.learner.steps} steps", frozen(self.learner.average, self.device))]
        keep_at = [float(share) for share in options.keep_at.split(",") if share]
        begin = logged = time.monotonic()
        seconds = max(options.seconds - (begin - self.begin), 1e-3)
        self.log(prepared=round(begin - self.begin, 1), players=len(players))
        evaluations = 0
        for player in players:
            player.start()
        progress = 0.0
        while progress < 1:
            now = time.monotonic()
            progress = max((now - begin) / seconds, self.learner.steps / (options.steps or math.inf))
            self.gather()
            if not self.train(progress):
                time.sleep(0.002)
            elif self.learner.steps % STEPS_PER_HANDOVER == 0:
                self.hand_over()
            if keep_at and progress > keep_at[0]:
                keep_at.pop(0)
                net = frozen(self.learner.average, self.device)
                kept.append((f"at {self.learner.steps} steps", net))
            if now - logged > options.log_every:
                asked = sum(player.evaluations for player in players)
                self.report(now - begin, now - logged, asked - evaluations)
                logged, evaluations = now, asked
        for player in players:
            player.stop()
        self.totals["seconds"] += round(now - begin)
        self.totals["evaluations"] += sum(player.evaluations for player in players)
        kept.append((f"at {self.learner.steps} steps", frozen(self.learner.average, self.device)))
        return kept

    def save(self) -> None:
        """Writes the weights, their test vectors, and some samples."""
        options = self.options
        out, game = options.out, options.game
        positions = {
            size: ring.draw(8, ring.width(1, 8))[:, : PLANES * plane_bytes(size)].contiguous()
            for size, ring in self.rings.items() if ring.total > 0
        }
        for learner in (self.learner, *self.students):
            name = f"{game}-{learner.net.shape.name}"
            write_weights(learner.average, game, out / f"{name}.bin")
            write_vectors(learner.average, positions, out / f"{name}-vectors.bin")
        if options.keep_samples > 0:
            path = out / f"{game}-samples.bin"
            write_samples(self.rings.values(), options.keep_samples, path)

    def compare(self, kept: list[tuple[str, Net]]) -> None:
        """Plays the contests and logs their results."""
        options = self.options
        sizes = [int(size) for size in options.ladder_sizes.split(",") if size]
        students = [
            (student.net.shape.name, frozen(student.average, self.device))
            for student in self.students
        ]
        for size in sizes:
            rungs = rungs_of(
                kept, students, size, options.ladder_pairs, options.ladder_simulations
            )
            for line in climb(rungs, options.binary, options.game, self.device):
                self.log(**line)

    def measure(self, kept: list[tuple[str, Net]], binary: Path) -> None:
        """Counts the blunders of each kept net on small boards and logs them."""
        game = self.options.game
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{place}.bin" for place in range(len(kept))]
            for path, (_, net) in zip(paths, kept):
                write_weights(net, game, path)
            yardstick = Yardstick(binary, jobs=os.cpu_count() or 1)
            measured = yardstick.apply([(game, str(path)) for path in paths])
        for (name, _), of_net in zip(kept, measured):
            for blunders in of_net:
                self.log(blunders_of=name, **vars(blunders))


def main() -> None:
    # The many threads that evaluate wait for one another less.
    sys.setswitchinterval(0.0005)
    run = Run(arguments())
    run.log(options={name: str(option) for name, option in vars(run.options).items()})
    kept = run.play_and_train()
    run.save()
    run.log(totals=dict(run.totals))
    run.compare(kept)
    if run.options.yardstick is not None:
        run.measure(kept, run.options.yardstick)


if __name__ == "__main__":
    main()
