"""The learner: turns samples into a better net."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from graphs import Work, repeatable
from net import unpack, with_edges
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
    # The averaged net, which plays, forgets this much a step.
    average_rate: float = 0.005
    clip: float = 2.0


class Learner(Generic[AnyNet]):
    """A net in training, its optimiser, and the average of its recent weights, which plays."""

    def __init__(self, net: AnyNet, recipe: Recipe, device: torch.device) -> None:
        self.recipe = recipe
        self.device = device
        self.net = net.to(device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        self.rate = torch.tensor(recipe.rate, device=device)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(),
            lr=self.rate if device.type == "cuda" else recipe.rate,
            weight_decay=recipe.weight_decay,
            capturable=device.type == "cuda",
        )
        self.steps = 0
        self.rows: dict[int, Tensor] = {}
        self.work: dict[int, Work] = {}
        # Sums of policy loss, its lower bound (the target's entropy) and value loss.
        self.losses = torch.zeros(3, device=device)
        self.losses_steps = 0

    def prepare(self, size: int) -> None:
        """Makes ready for samples of this size. The weights come out as they went in."""
        rows = torch.zeros((self.recipe.batch, sample_bytes(size)), dtype=torch.uint8)
        self.rows[size] = rows.to(self.device)
        before = [parameter.detach().clone() for parameter in self.net.parameters()]
        self.work[size] = repeatable(lambda: self._step(size), self.device)
        with torch.no_grad():
            for parameter, old in zip(self.net.parameters(), before):
                parameter.copy_(old)
            for state in self.optimiser.state.values():
                for number in state.values():
                    number.zero_()
            for mean, parameter in zip(self.average.parameters(), self.net.parameters()):
                mean.copy_(parameter)
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

    def loss(self, net: AnyNet, rows: Tensor, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """The policy loss, its lower bound, and the value loss."""
        packed, policy, outcome, searched = split(rows, size)
        planes = unpack(packed, size, torch.float32)
        policy = policy.unflatten(1, (size, size))
        # Each quarter of the batch is seen in another mirror, which changes nothing in the game.
        mirrors: tuple[tuple[int, ...], ...] = ((), (1,), (2,), (1, 2))
        quarters = len(rows) // 4
        planes = torch.cat([
            part.flip([axis + 1 for axis in axes]) if axes else part
            for part, axes in zip(planes.split(quarters), mirrors)
        ])
        policy = torch.cat([
            part.flip(list(axes)) if axes else part
            for part, axes in zip(policy.split(quarters), mirrors)
        ]).flatten(1)
        legal = planes[:, 2].flatten(1) > 0
        canvas = with_edges(planes).contiguous(memory_format=torch.channels_last)
        # A cache of casts would not survive the capture of a graph.
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, on_gpu, cache_enabled=False):
            logits, win = net(canvas)
        logits = logits.float().masked_fill(~legal, -1e4)
        policy_loss = -(policy * F.log_softmax(logits, 1)).sum(1).mean()
        entropy = -(policy * policy.clamp(min=1e-9).log()).sum(1).mean()
        share = self.recipe.search_share
        target = ((1 - share) * outcome + share * searched + 1) / 2
        return policy_loss, entropy, F.binary_cross_entropy_with_logits(win.float(), target)

    def _step(self, size: int) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        policy_loss, entropy, value_loss = self.loss(self.net, self.rows[size], size)
        (policy_loss + self.recipe.value_weight * value_loss).backward()
        parameters: list[Tensor] = list(self.net.parameters())
        torch.nn.utils.clip_grad_norm_(parameters, self.recipe.clip, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            means: list[Tensor] = list(self.average.parameters())
            torch._foreach_lerp_(means, parameters, self.recipe.average_rate)
            self.losses += torch.stack((policy_loss, entropy, value_loss)).detach()

    def mean_losses(self) -> dict[str, float]:
        """The losses since this was last asked."""
        policy, entropy, value = (self.losses / max(self.losses_steps, 1)).tolist()
        self.losses.zero_()
        self.losses_steps = 0
        return {"policy_excess": policy - entropy, "policy": policy, "value": value}
