"""Nets as files for the Rust engine: the weights, and test vectors that tell what they must say."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import torch
from torch import Tensor

from net import PLANES, Net, Shape, plane_bytes, unpack, with_edges

MAGIC, VERSION = b"KNBN", 2
VECTORS_MAGIC, VECTORS_VERSION = b"KNBV", 1
HEADER = struct.Struct("<4sH16s3H")
CHECKSUM = struct.Struct("<I")
VECTORS_HEADER = struct.Struct("<4s2H")
GROUP_HEADER = struct.Struct("<2H")


def write_weights(net: Net, game: str, path: Path) -> None:
    """The header, then every tensor of the net in the order of its modules, half precision,
    little-endian, without names, then a checksum: `train/README.md` lists them."""
    shape = net.shape
    numbers = shape.blocks, shape.channels, shape.head_channels
    header = HEADER.pack(MAGIC, VERSION, game.encode(), *numbers)
    tensors = [number.detach().cpu().to(torch.float16) for number in net.state_dict().values()]
    data = header + b"".join(number.numpy().tobytes() for number in tensors)
    path.write_bytes(data + CHECKSUM.pack(zlib.crc32(data)))


def read_weights(path: Path, game: str) -> Net:
    """The net that was written, in single precision."""
    data, checksum = path.read_bytes()[: -CHECKSUM.size], path.read_bytes()[-CHECKSUM.size :]
    magic, version, name, *numbers = HEADER.unpack_from(data)
    if (magic, version) != (MAGIC, VERSION):
        raise ValueError(f"{path} holds no weights of version {VERSION}")
    if name.rstrip(b"\0").decode() != game:
        raise ValueError(f"{path} holds no weights for {game}")
    if checksum != CHECKSUM.pack(zlib.crc32(data)):
        raise ValueError(f"{path} is damaged")
    net = Net(Shape(*numbers))
    weights = torch.frombuffer(bytearray(data[HEADER.size :]), dtype=torch.float16).float()
    tensors = net.state_dict()
    parts = weights.split([number.numel() for number in tensors.values()])
    pairs = zip(tensors.items(), parts, strict=True)
    net.load_state_dict({name: part.view(number.shape) for (name, number), part in pairs})
    return net


def write_vectors(net: Net, positions: dict[int, Tensor], path: Path) -> None:
    """Packed positions by size, and what the exported net says of them in single precision: the
    policy logits, then the logit of winning."""
    exact = Net(net.shape)
    tensors = net.state_dict().items()
    exact.load_state_dict({name: number.to(torch.float16).float() for name, number in tensors})
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
