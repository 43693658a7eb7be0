"""Nets as files for the Rust engine: the weights, and test vectors that tell what they must say."""

from __future__ import annotations

import copy
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import Tensor, nn

from net import PLANES, Net, Shape, plane_bytes, unpack, with_edges

MAGIC, VERSION = b"KNBN", 2
VECTORS_MAGIC, VECTORS_VERSION = b"KNBV", 1
HEADER = struct.Struct("<4sH16s3H")
CHECKSUM = struct.Struct("<I")
VECTORS_HEADER = struct.Struct("<4s2H")
GROUP_HEADER = struct.Struct("<2H")


def sealed(header: bytes, tensors: Iterable[Tensor]) -> bytes:
    """The header, then the tensors in half precision, little-endian, without names, then a checksum."""
    halves = [number.detach().cpu().to(torch.float16) for number in tensors]
    data = header + b"".join(number.numpy().tobytes() for number in halves)
    return data + CHECKSUM.pack(zlib.crc32(data))


def unsealed(path: Path, magic: bytes, version: int, game: str) -> tuple[list[int], Tensor]:
    """What a file holds that was sealed for this game: the numbers of its header, and all numbers of its
    tensors in single precision."""
    whole = path.read_bytes()
    data, checksum = whole[: -CHECKSUM.size], whole[-CHECKSUM.size :]
    found_magic, found_version, name, *numbers = HEADER.unpack_from(data)
    if (found_magic, found_version) != (magic, version):
        raise ValueError(f"{path} holds no weights of version {version}")
    if name.rstrip(b"\0").decode() != game:
        raise ValueError(f"{path} holds no weights for {game}")
    if checksum != CHECKSUM.pack(zlib.crc32(data)):
        raise ValueError(f"{path} is damaged")
    halves = torch.frombuffer(bytearray(data[HEADER.size :]), dtype=torch.float16)
    return numbers, halves.float()


def fill(net: nn.Module, weights: Tensor) -> None:
    """Gives a net its weights, which lie one after another in the order of its modules."""
    tensors = net.state_dict()
    parts = weights.split([number.numel() for number in tensors.values()])
    pairs = zip(tensors.items(), parts, strict=True)
    net.load_state_dict({name: part.view(number.shape) for (name, number), part in pairs})


def write_weights(net: Net, game: str, path: Path) -> None:
    """The header, then every tensor of the net in the order of its modules: `train/README.md` lists
    them."""
    shape = net.shape
    numbers = shape.blocks, shape.channels, shape.head_channels
    header = HEADER.pack(MAGIC, VERSION, game.encode(), *numbers)
    path.write_bytes(sealed(header, net.state_dict().values()))


def read_weights(path: Path, game: str) -> Net:
    """The net that was written, in single precision."""
    numbers, weights = unsealed(path, MAGIC, VERSION, game)
    net = Net(Shape(*numbers))
    fill(net, weights)
    return net


def write_vectors(net: nn.Module, positions: dict[int, Tensor], path: Path) -> None:
    """Packed positions by size, and what the exported net says of them in single precision: the
    policy logits, then the logit of winning."""
    exact = copy.deepcopy(net).cpu().half().float()
    parts = [VECTORS_HEADER.pack(VECTORS_MAGIC, VECTORS_VERSION, len(positions))]
    for size, packed in positions.items():
        packed = packed.cpu()
        with torch.inference_mode():
            policy, win = exact(with_edges(unpack(packed, size, torch.float32)))
        parts.append(GROUP_HEADER.pack(size, len(packed)))
        parts.append(packed.numpy().tobytes())
        parts.append(torch.cat((policy, win[:, None]), 1).numpy().tobytes())
    path.write_bytes(b"".join(parts))


def read_vectors(path: Path) -> dict[int, tuple[Tensor, Tensor]]:
    """By size, the packed positions and what a net must say of them."""
    data = bytearray(path.read_bytes())
    magic, version, groups = VECTORS_HEADER.unpack_from(data)
    if (magic, version) != (VECTORS_MAGIC, VECTORS_VERSION):
        raise ValueError(f"{path} holds no vectors of version {VECTORS_VERSION}")
    vectors, place = {}, VECTORS_HEADER.size
    for _ in range(groups):
        size, count = GROUP_HEADER.unpack_from(data, place)
        place += GROUP_HEADER.size
        row, answer = PLANES * plane_bytes(size), size * size + 1
        packed = torch.frombuffer(data, dtype=torch.uint8, count=count * row, offset=place)
        place += count * row
        said = data[place : place + 4 * count * answer]
        place += len(said)
        answers = torch.frombuffer(said, dtype=torch.float32)
        vectors[size] = (packed.view(count, row), answers.view(count, answer))
    return vectors
