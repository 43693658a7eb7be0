"""The learner: turns samples into a better net."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from net import PLANES, LearningHeads, Net, with_edges
from repeatable import Work, repeatable
from window import sample_bytes, split

# Whatever makes of a canvas the policy logits and the logit of winning, as `net.Net` does.
AnyNet = TypeVar("AnyNet", bound=nn.Module)


@dataclass(frozen=True)
class Recipe:
    """How to learn."""

    batch: int = 1024
    rate: float = 2e-3
    last_rate: float = 1e-4
    weight_decay: float = 2e-2
    value_weight: float = 1.0
    # How much of the value target is what the search found; the rest is the outcome.
    search_share: float = 0.3
    # How much the heads weigh that only learn: the stones at the end, and the value soon after.
    stones_weight: float = 1.0
    soon_weight: float = 0.5
    # Whether samples are also seen in the mirrors of the board, which change nothing in the game.
    mirrors: bool = True
    # The averaged net, which plays, forgets this much a step.
    average_rate: float = 0.005
    clip: float = 2.0


class Losses(NamedTuple):
    """What a net has yet to learn. The entropy of its target is the policy's lower bound; what only
    learning heads foretell is zero without these."""

    policy: Tensor
    entropy: Tensor
    value: Tensor
    stones: Tensor
    soon: Tensor


def in_mirrors(boards: Tensor) -> Tensor:
    """The boards, each quarter of them in another mirror."""
    mirrors: tuple[list[int], ...] = ([], [2], [3], [2, 3])
    parts = zip(boards.split(len(boards) // 4), mirrors)
    return torch.cat([part.flip(axes) if axes else part for part, axes in parts])


class Learner(Generic[AnyNet]):
    """A net in training, its optimiser, and the average of its recent weights, which plays. Heads that
    only learn are for a `net.Net`."""

    def __init__(
        self, net: AnyNet, recipe: Recipe, device: torch.device, heads: LearningHeads | None = None,
    ) -> None:
        self.recipe = recipe
        self.device = device
        self.heads = None if heads is None else heads.to(device)
        self.net = net.to(device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        # What learns, first that of the net, whose means are in the same order.
        pairs = zip(self.net.parameters(), self.average.parameters())
        learning = [(weights, means) for weights, means in pairs if weights.requires_grad]
        self.means: list[Tensor] = [means for _, means in learning]
        self.weights: list[Tensor] = [weights for weights, _ in learning]
        if self.heads is not None:
            self.weights.extend(self.heads.parameters())
        self.rate = torch.tensor(recipe.rate, device=device)
        self.optimiser = torch.optim.AdamW(
            self.weights,
            lr=self.rate if device.type == "cuda" else recipe.rate,
            weight_decay=recipe.weight_decay,
            capturable=device.type == "cuda",
        )
        self.steps = 0
        self.rows: dict[int, Tensor] = {}
        self.work: dict[int, Work] = {}
        # The sums of all losses.
        self.losses = torch.zeros(len(Losses._fields), device=device)
        self.losses_steps = 0

    def prepare(self, size: int) -> None:
        """Makes ready for samples of this size. The weights come out as they went in."""
        rows = torch.zeros((self.recipe.batch, sample_bytes(size)), dtype=torch.uint8)
        self.rows[size] = rows.to(self.device)
        before = [weights.detach().clone() for weights in self.weights]
        self.work[size] = repeatable(lambda: self._step(size), self.device)
        with torch.no_grad():
            for weights, old in zip(self.weights, before):
                weights.copy_(old)
            for state in self.optimiser.state.values():
                for number in state.values():
                    number.zero_()
            for means, weights in zip(self.means, self.weights):
                means.copy_(weights)
        self.losses.zero_()

    def learn(self, rows: Tensor, size: int, progress: float) -> None:
        """One step on these samples; `progress` goes from 0 to 1 over the whole stretch."""
        recipe = self.recipe
        falling = (1 + math.cos(math.pi * min(progress, 1))) / 2
        rate = recipe.last_rate + (recipe.rate - recipe.last_rate) * falling
        rate *= min(1.0, (self.steps + 1) / 200)
        self.rate.fill_(rate)
        if self.device.type != "cuda":
            for group in self.optimiser.param_groups:
                group["lr"] = rate
        self.rows[size].copy_(rows)
        self.work[size]()
        self.steps += 1
        self.losses_steps += 1

    def loss(self, net: AnyNet, rows: Tensor, size: int) -> Losses:
        """How far the net is from these samples."""
        samples = split(rows, size)
        boards = torch.cat((samples.planes, samples.policy, samples.stones), 1)
        if self.recipe.mirrors:
            boards = in_mirrors(boards)
        planes, policy, stones = boards.split([PLANES, 1, 2], 1)
        policy, legal = policy.flatten(1), planes[:, 2].flatten(1) > 0
        canvas = with_edges(planes).contiguous(memory_format=torch.channels_last)
        # A cache of casts would not survive the capture of a graph.
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, on_gpu, cache_enabled=False):
            if self.heads is None:
                (logits, win), foretold = net(canvas), None
            else:
                assert isinstance(net, Net), "only such a net has a trunk for more heads"
                seen = net.look(canvas)
                (logits, win), foretold = net.judge(seen), self.heads(seen)
        logits = logits.float().masked_fill(~legal, -1e4)
        policy_loss = -(policy * F.log_softmax(logits, 1)).sum(1).mean()
        entropy = -(policy * policy.clamp(min=1e-9).log()).sum(1).mean()
        share = self.recipe.search_share
        value = (1 - share) * samples.outcome + share * samples.value
        value_loss = F.binary_cross_entropy_with_logits(win.float(), (value + 1) / 2)
        stones_loss = soon_loss = torch.zeros_like(value_loss)
        if foretold is not None:
            last, soon = foretold
            stones_loss = F.binary_cross_entropy_with_logits(last.float(), stones)
            soon_loss = F.binary_cross_entropy_with_logits(soon.float(), (samples.soon + 1) / 2)
        return Losses(policy_loss, entropy, value_loss, stones_loss, soon_loss)

    def _step(self, size: int) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        losses = self.loss(self.net, self.rows[size], size)
        recipe = self.recipe
        whole = losses.policy + recipe.value_weight * losses.value
        whole = whole + recipe.stones_weight * losses.stones + recipe.soon_weight * losses.soon
        whole.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, recipe.clip)
        self.optimiser.step()
        with torch.no_grad():
            weights = self.weights[: len(self.means)]
            torch._foreach_mul_(self.means, 1 - recipe.average_rate)
            torch._foreach_add_(self.means, weights, alpha=recipe.average_rate)
            self.losses += torch.stack(losses).detach()

    def mean_losses(self) -> dict[str, float]:
        """The losses since this was last asked."""
        means = (self.losses / max(self.losses_steps, 1)).tolist()
        self.losses.zero_()
        self.losses_steps = 0
        by_name = dict(zip(Losses._fields, means))
        by_name["policy_excess"] = by_name["policy"] - by_name.pop("entropy")
        return by_name
