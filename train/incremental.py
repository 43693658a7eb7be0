"""The other kind of net: small, for one size of board, and cheap to bring up to date (NNUE).
`python incremental.py --help` learns such nets from samples that `serve_and_train.py` has kept.

Its one wide layer is a sum of rows, one for each window of two by two points, chosen by what stands
in it. A stone changes four windows, so a sum that is known is brought up to date by four rows. The
windows overlap and reach over the border, so the edges need no features of their own.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from export import HEADER, fill, sealed, unsealed, write_vectors
from learner import Learner, Recipe
from net import PLANES, plane_bytes
from window import read_samples, sample_bytes

MAGIC, VERSION = b"KNBI", 1
# A point is empty, of the side to move or of its opponent; a window has four points.
STATES, PATTERNS = 3, 3**4
# How much of the samples is held back, to see what was learned and not only remembered.
HELD_SHARE, HELD_MOST = 50, 8192


@dataclass(frozen=True)
class Shape:
    """The size of the board, and how large the net is."""

    size: int
    width: int
    hidden: int = 32

    @classmethod
    def named(cls, name: str) -> Shape:
        """The shape called SIZExWIDTH, such as 9x224."""
        size, width = name.split("x")
        return cls(int(size), int(width))

    @property
    def name(self) -> str:
        return f"incremental-{self.size}x{self.width}"

    @property
    def windows(self) -> int:
        return (self.size + 1) ** 2


def patterns(canvas: Tensor) -> Tensor:
    """What stands in each window of canvases [count, PLANES, size + 2, size + 2], row by row, as a
    number below PATTERNS: the first point counts once, the one beside it three times, then those of
    the next row nine and twenty-seven times."""
    states = canvas[:, 0] + 2 * canvas[:, 1]
    above, below = states[:, :-1], states[:, 1:]
    first, second = above[:, :, :-1], above[:, :, 1:]
    third, fourth = below[:, :, :-1], below[:, :, 1:]
    return (first + 3 * second + 9 * third + 27 * fourth).flatten(1)


class IncrementalNet(nn.Module):
    """Canvas [count, PLANES, size + 2, size + 2] to policy logits [count, size * size] and the logit
    of winning [count], both for the side to move."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.rows = nn.Parameter(torch.zeros(shape.windows, PATTERNS, shape.width))
        self.bias = nn.Parameter(torch.zeros(shape.width))
        self.policy = nn.Linear(shape.width, shape.size**2)
        self.value_hidden = nn.Linear(shape.width, shape.hidden)
        self.value_out = nn.Linear(shape.hidden, 1)
        self.numbers: Tensor
        self.register_buffer("numbers", torch.arange(PATTERNS), persistent=False)

    def table(self) -> Tensor:
        """The rows [windows, PATTERNS, width]."""
        return self.rows

    def forward(self, canvas: Tensor) -> tuple[Tensor, Tensor]:
        table = self.table()
        # As a product with ones and zeros the sum of rows is what the GPU is best at.
        stands = patterns(canvas)[:, :, None] == self.numbers
        x = stands.flatten(1).to(table.dtype) @ table.flatten(0, 1) + self.bias
        x = F.relu(x)
        hidden = F.relu(self.value_hidden(x))
        return self.policy(x), self.value_out(hidden).flatten()


class LearningNet(IncrementalNet):
    """The net while it learns. What the first point of a window adds is a part of its own of the row,
    so that patterns that are seldom met share what is known of their stones."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        # Some hundred rows are added, and the sum should begin at about one.
        points = torch.randn(shape.windows, STATES, shape.width) / shape.size
        self.points = nn.Parameter(points)

    def table(self) -> Tensor:
        return self.rows + self.points.repeat(1, PATTERNS // STATES, 1)

    def learned(self) -> IncrementalNet:
        """The net as it plays."""
        net = IncrementalNet(self.shape)
        tensors = self.state_dict() | {"rows": self.table().detach()}
        net.load_state_dict({name: tensors[name] for name in net.state_dict()})
        return net


def write_incremental(net: IncrementalNet, game: str, path: Path) -> None:
    """The header, then every tensor in the order of the modules: `train/README.md` lists them."""
    shape = net.shape
    header = HEADER.pack(MAGIC, VERSION, game.encode(), shape.size, shape.width, shape.hidden)
    path.write_bytes(sealed(header, net.state_dict().values()))


def read_incremental(path: Path, game: str) -> IncrementalNet:
    """The net that was written, in single precision."""
    numbers, weights = unsealed(path, MAGIC, VERSION, game)
    net = IncrementalNet(Shape(*numbers))
    fill(net, weights)
    return net


@dataclass(frozen=True)
class Lesson:
    """How long to learn: until each sample was seen so often, but not longer than the time."""

    epochs: float
    seconds: float
    recipe: Recipe
    log_every: int = 1000


def learn(shape: Shape, samples: bytes, lesson: Lesson, device: torch.device) -> LearningNet:
    """A net that has learned from samples of its size, the latest of which are held back."""
    rows = torch.frombuffer(bytearray(samples), dtype=torch.uint8)
    rows = rows.view(-1, sample_bytes(shape.size)).to(device)
    # Four mirrors share the samples of a batch.
    held_count = max(min(len(rows) // HELD_SHARE, HELD_MOST) // 4, 1) * 4
    rows, held = rows[:-held_count], rows[-held_count:]
    recipe = lesson.recipe
    learner = Learner(LearningNet(shape), recipe, device)
    learner.prepare(shape.size)
    steps = max(int(lesson.epochs * len(rows) / recipe.batch), 1)
    print(json.dumps({"shape": shape.name, "samples": len(rows), "steps": steps}), flush=True)
    begin = time.monotonic()
    progress = 0.0
    while progress < 1:
        draw = torch.randint(len(rows), (recipe.batch,), device=device)
        learner.learn(rows[draw], shape.size, progress)
        seconds = time.monotonic() - begin
        progress = max(learner.steps / steps, seconds / lesson.seconds)
        if learner.steps % lesson.log_every == 0 or progress >= 1:
            report(learner, held, seconds)
    return learner.average


def report(learner: Learner[LearningNet], held: Tensor, seconds: float) -> None:
    """Prints the losses on samples that were learned from and on those that were held back."""
    with torch.no_grad():
        unlearned = learner.loss(learner.average, held, learner.net.shape.size)
    excess = (unlearned.policy - unlearned.entropy).item()
    unseen = {"policy_excess": excess, "value": unlearned.value.item()}
    losses = {"learned": learner.mean_losses(), "unseen": unseen}
    rounded = {
        name: {kind: round(loss, 4) for kind, loss in group.items()} for name, group in losses.items()
    }
    print(json.dumps({"seconds": round(seconds), "steps": learner.steps, **rounded}), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("game", help="the id of the game that the samples are of, such as konobi")
    add("--samples", type=Path, required=True, help="kept by serve_and_train.py --keep-samples")
    add("--out", type=Path, required=True, help="folder for the nets and their test vectors")
    add("--shapes", default="9x224,11x160", help="of the nets to learn: SIZExWIDTH,...")
    add("--epochs", type=float, default=30, help="how often a sample is learned from")
    add("--seconds", type=float, default=20, help="how long each net learns at most")
    add("--batch", type=int, default=2048)
    add("--rate", type=float, default=4e-3)
    add("--last-rate", type=float, default=1e-5)
    add("--seed", type=int, default=1)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    torch.manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    # What the search found is a cleaner word on a position than how one game from it ended.
    recipe = Recipe(
        batch=options.batch, rate=options.rate, last_rate=options.last_rate, search_share=0.7,
    )
    lesson = Lesson(options.epochs, options.seconds, recipe)
    kept = dict(read_samples(options.samples))
    for shape in map(Shape.named, options.shapes.split(",")):
        samples = kept[shape.size]
        net = learn(shape, samples, lesson, torch.device(options.device)).learned()
        path = options.out / f"{options.game}-{shape.name}.bin"
        write_incremental(net, options.game, path)
        positions = {shape.size: some_positions(samples, shape.size)}
        write_vectors(net, positions, path.with_name(f"{path.stem}-vectors.bin"))


def some_positions(samples: bytes, size: int, count: int = 48) -> Tensor:
    """Packed positions out of the samples, for the test vectors."""
    rows = torch.frombuffer(bytearray(samples), dtype=torch.uint8).view(-1, sample_bytes(size))
    places = torch.randint(len(rows), (count,))
    return rows[places, : PLANES * plane_bytes(size)].contiguous()


if __name__ == "__main__":
    main()
