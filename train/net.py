"""The net: what Konoba's learned players see of a position and say of it.

Fully convolutional with global pooling, so one net serves every size of board. It has no batch
normalisation: the sizes are mixed in training, and their statistics would differ. Each residual
branch begins as zero instead, which keeps a net of this depth trainable.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

# The bit planes of a position, as `konoba-selfplay` packs them: stones of the side to move, stones
# of its opponent, legal points of the side to move, legal points of its opponent.
PLANES = 4


@dataclass(frozen=True)
class Shape:
    """How large a net is."""

    blocks: int = 6
    channels: int = 64
    head_channels: int = 32

    @classmethod
    def named(cls, name: str) -> Shape:
        """The shape called BLOCKSxCHANNELS, such as 6x64."""
        blocks, channels = name.split("x")
        return cls(int(blocks), int(channels))

    @property
    def name(self) -> str:
        return f"{self.blocks}x{self.channels}"


def plane_bytes(size: int) -> int:
    """How many bytes a plane takes, each point a bit."""
    return (size * size + 7) // 8


def unpack(packed: Tensor, size: int, dtype: torch.dtype) -> Tensor:
    """Bytes [count, planes * plane_bytes] to planes [count, planes, size, size]."""
    bits = torch.arange(8, dtype=torch.uint8, device=packed.device)
    planes = packed.unflatten(1, (-1, plane_bytes(size)))[..., None] >> bits & 1
    return planes.flatten(2)[:, :, : size * size].unflatten(2, (size, size)).to(dtype)


def with_edges(planes: Tensor) -> Tensor:
    """Adds a border of one point: above and below stones of the side to move, which joins these
    edges, left and right stones of its opponent. The corners stay empty."""
    canvas = F.pad(planes, (1, 1, 1, 1))
    canvas[:, 0, 0, 1:-1] = 1
    canvas[:, 0, -1, 1:-1] = 1
    canvas[:, 1, 1:-1, 0] = 1
    canvas[:, 1, 1:-1, -1] = 1
    return canvas


def pooled(x: Tensor) -> Tensor:
    """The mean and the maximum of each channel over the board."""
    return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)


def silence(layer: nn.Module) -> None:
    """Makes a layer begin as zero."""
    for parameter in layer.parameters():
        nn.init.zeros_(parameter)


class Block(nn.Module):
    """A residual block; one that pools adds to each channel what the whole board suggests."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        self.pools = pools
        silence(self.second)
        if self.pool is not None:
            silence(self.pool)

    def forward(self, x: Tensor) -> Tensor:
        hidden = F.relu(self.first(x))
        change = self.second(hidden)
        if self.pool is not None and self.pools:
            change = change + self.pool(pooled(hidden))[:, :, None, None]
        return F.relu(x + change)


class Net(nn.Module):
    """Canvas [count, PLANES, size + 2, size + 2] to policy logits [count, size * size] and the logit
    of winning [count], both for the side to move."""

    def __init__(self, shape: Shape = Shape()) -> None:
        super().__init__()
        self.shape = shape
        channels, head = shape.channels, shape.head_channels
        # No padding: the canvas has the border already, and the trunk is as large as the board.
        self.stem = nn.Conv2d(PLANES, channels, 3)
        self.blocks = nn.ModuleList(Block(channels, i % 2 == 1) for i in range(shape.blocks))
        self.policy_pools = True
        self.policy = nn.Conv2d(channels, head, 1)
        self.policy_pool = nn.Linear(2 * channels, head)
        self.policy_out = nn.Conv2d(head, 1, 1)
        self.value = nn.Conv2d(channels, head, 1)
        self.value_hidden = nn.Linear(2 * head, channels)
        self.value_out = nn.Linear(channels, 1)
        silence(self.policy_out)
        silence(self.value_out)

    def without_pooling(self) -> Net:
        """The same net, whose points know of the board only what the convolutions bring; only the
        value still needs all of it. What pooled is zero and stays so, so that its file is like any
        other's."""
        layers: list[nn.Module] = [self.policy_pool]
        self.policy_pools = False
        for block in self.blocks:
            assert isinstance(block, Block)
            block.pools = False
            if block.pool is not None:
                layers.append(block.pool)
        for layer in layers:
            silence(layer)
            layer.requires_grad_(False)
        return self

    def forward(self, canvas: Tensor) -> tuple[Tensor, Tensor]:
        return self.judge(self.look(canvas))

    def look(self, canvas: Tensor) -> Tensor:
        """What the trunk makes of the canvas: [count, channels, size, size]."""
        x = F.relu(self.stem(canvas))
        for block in self.blocks:
            x = block(x)
        return x

    def judge(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """What the heads make of what the trunk has seen."""
        policy = self.policy(x)
        if self.policy_pools:
            policy = policy + self.policy_pool(pooled(x))[:, :, None, None]
        value = F.relu(self.value_hidden(pooled(F.relu(self.value(x)))))
        return self.policy_out(F.relu(policy)).flatten(1), self.value_out(value).flatten()


class LearningHeads(nn.Module):
    """What a net foretells beside policy and value while it learns, so that its trunk hears more of
    each game than who won it. The net plays without these."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.stones = nn.Conv2d(shape.channels, 2, 1)
        self.soon = nn.Linear(2 * shape.channels, 1)
        silence(self.stones)
        silence(self.soon)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """What the trunk has seen to logits of own and of others' stones at the end of the game
        [count, 2, size, size], and the logit of the value that the next searches find [count]."""
        return self.stones(x), self.soon(pooled(x)).flatten()


def evaluate(net: Net, packed: Tensor, size: int) -> Tensor:
    """What self-play asks for: [count, size * size + 1] half-precision numbers, the policy logits
    and the value from -1 to 1."""
    dtype = net.stem.weight.dtype
    canvas = with_edges(unpack(packed, size, dtype)).contiguous(memory_format=torch.channels_last)
    policy, win = net(canvas)
    # Logits that half precision cannot hold say no more than large ones.
    policy = policy.float().clamp(-1e4, 1e4)
    return torch.cat((policy, torch.tanh(win.float() / 2)[:, None]), 1).to(torch.float16)
