"""Checks the trainer: `python selfcheck.py`, and with `--binary konoba-selfplay` the whole loop, which
plays and learns on 5x5 for some half a minute and must come to beat its own start."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from export import read_vectors, read_weights, write_vectors, write_weights
from learner import Learner, Recipe
from net import PLANES, LearningHeads, Net, Shape, evaluate, plane_bytes, unpack, with_edges
from window import Ring, read_samples, sample_bytes, split, write_samples

HERE = Path(__file__).parent


def check_planes() -> None:
    """Bits become points row by row, and the edges belong to the right sides."""
    packed = torch.zeros((1, PLANES * plane_bytes(5)), dtype=torch.uint8)
    packed[0, 0] = 0b1000_0010
    packed[0, plane_bytes(5) + 3] = 1
    planes = unpack(packed, 5, torch.float32)
    assert planes[0, 0].nonzero().tolist() == [[0, 1], [1, 2]]
    assert planes[0, 1].nonzero().tolist() == [[4, 4]]
    canvas = with_edges(planes)
    assert canvas[0, 0, 0].tolist() == canvas[0, 0, -1].tolist() == [0, 1, 1, 1, 1, 1, 0]
    assert canvas[0, 1, :, 0].tolist() == [0, 1, 1, 1, 1, 1, 0]
    assert canvas[0, 0, 1:-1, 1:-1].equal(planes[0, 0])


def check_window() -> None:
    """A ring keeps the latest samples, and samples survive a file."""
    ring = Ring(5, 4, torch.device("cpu"))
    rows = torch.arange(6, dtype=torch.uint8)[:, None].repeat(1, sample_bytes(5))
    for row in rows:
        ring.add(row.numpy().tobytes())
    assert sorted(ring.rows[:, 0].tolist()) == [2, 3, 4, 5]
    assert set(ring.draw(100, 2)[:, 0].tolist()) == {4, 5}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "samples.bin"
        write_samples([ring], 3, path)
        assert list(read_samples(path)) == [(5, rows[3:].numpy().tobytes())]
        path.write_bytes(path.read_bytes().replace(b"KNBS\2", b"KNBS\1"))
        must_fail(ValueError, lambda: list(read_samples(path)))
    samples = split(rows, 5)
    assert torch.allclose(samples.policy[1:].sum((1, 2, 3)), torch.ones(5))
    assert samples.outcome.tolist() == [0, 1, 2, 3, 4, 5]
    # Every byte of the last sample is 5, bits 0 and 2.
    assert samples.stones[5, 1].flatten().nonzero().flatten().tolist() == [0, 2, 8, 10, 16, 18, 24]
    assert torch.allclose(samples.soon * 127, samples.outcome)


def check_export() -> None:
    """A net survives its file, and the stored nets say what their vectors say."""
    net = Net(Shape(2, 8, 4))
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, 0, 0.3)
    positions = {5: torch.randint(256, (3, PLANES * plane_bytes(5)), dtype=torch.uint8)}
    with tempfile.TemporaryDirectory() as folder:
        weights, vectors = Path(folder) / "net.bin", Path(folder) / "net-vectors.bin"
        write_weights(net, "konobi", weights)
        write_vectors(net, positions, vectors)
        check_vectors(read_weights(weights, "konobi"), vectors)
        # A net with one weight changed says something else, and a changed file is no net.
        net.value_out.bias.data += 0.1
        must_fail(AssertionError, lambda: check_vectors(net, vectors))
        must_fail(ValueError, lambda: read_weights(weights, "quentin"))
        data = bytearray(weights.read_bytes())
        data[100] ^= 1
        weights.write_bytes(data)
        must_fail(ValueError, lambda: read_weights(weights, "konobi"))
    for weights in HERE.glob("weights/*.bin"):
        if not weights.stem.endswith("-vectors"):
            game = weights.stem.split("-")[0]
            vectors = weights.with_name(f"{weights.stem}-vectors.bin")
            check_vectors(read_weights(weights, game), vectors)


def lesson_rows() -> Tensor:
    """Samples from which there is something to learn: who holds the corners has won, plays in the
    middle and still holds them at the end, and who does not plays in the corners."""
    rows = torch.zeros((1024, sample_bytes(4)), dtype=torch.uint8)
    legal = 2 * plane_bytes(4)
    rows[:, legal : legal + 2 * plane_bytes(4)] = 255
    rows[:, -3:] = torch.tensor([-1, -127, -127], dtype=torch.int8).view(torch.uint8)
    corners = torch.tensor([0b1001, 0b1001_0000], dtype=torch.uint8)
    rows[::2, :2] = corners
    rows[::2, -7:-5] = corners
    rows[::2, -3:] = torch.tensor([1, 127, 127], dtype=torch.uint8)
    policy = rows[:, legal + 2 * plane_bytes(4) :]
    policy[::2, [5, 6, 9, 10]] = 255
    policy[1::2, [0, 3, 12, 15]] = 255
    return rows


def check_mirrors() -> None:
    """Of four corners that are the same but for a mirror, a net learns all or only the one played."""
    rows = torch.zeros((64, sample_bytes(4)), dtype=torch.uint8)
    # Every point is legal to both sides.
    legal = slice(2 * plane_bytes(4), 4 * plane_bytes(4))
    rows[:, legal] = 255
    rows[:, legal.stop] = 255
    for mirrors, least, most in ((True, 1.38, 1.6), (False, 0.0, 0.1)):
        recipe = Recipe(batch=64, rate=1e-2, mirrors=mirrors)
        learner = Learner(Net(Shape(2, 16, 8)), recipe, torch.device("cpu"))
        learner.prepare(4)
        for _ in range(120):
            learner.learn(rows, 4, 0)
        assert least <= learner.loss(learner.net, rows, 4).policy.item() < most, mirrors


def check_heads() -> None:
    """Heads learn what they foretell, in every mirror, and make the net no larger; a net without
    pooling stays so."""
    rows = lesson_rows()[:256]
    # Others' stones lie about at random and stay to the end, which a mirror sees elsewhere.
    rows[:, 2:4] = torch.randint(256, (256, 2), dtype=torch.uint8)
    rows[:, -5:-3] = rows[:, 2:4]
    shape, recipe = Shape(2, 16, 8), Recipe(batch=256, rate=1e-2)
    heads = LearningHeads(shape)
    learner = Learner(Net(shape).without_pooling(), recipe, torch.device("cpu"), heads)
    learner.prepare(4)
    for _ in range(300):
        learner.learn(rows, 4, 0)
    losses = learner.loss(learner.net, rows, 4)
    assert max(losses.stones, losses.soon, losses.value) < 0.01, losses
    assert learner.average.state_dict().keys() == Net(shape).state_dict().keys()
    pools = [number for name, number in learner.net.state_dict().items() if "pool" in name]
    assert len(pools) == 4 and not any(number.any() for number in pools)
    # Read back from its file it gives the same values, although the net that reads it pools.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net.bin"
        write_weights(learner.net, "konobi", path)
        packed = rows[:4, : PLANES * plane_bytes(4)].contiguous()
        with torch.no_grad():
            said = evaluate(learner.net, packed, 4)
            said_by_file = evaluate(read_weights(path, "konobi"), packed, 4)
    assert torch.allclose(said, said_by_file, rtol=0.02, atol=0.05), (said, said_by_file)


def must_fail(error: type[Exception], work: Callable[[], object]) -> None:
    try:
        work()
    except error:
        return
    raise AssertionError(f"no {error.__name__} was raised")


def check_vectors(net: Net, vectors: Path) -> None:
    for size, (packed, said) in read_vectors(vectors).items():
        with torch.no_grad():
            policy, win = net(with_edges(unpack(packed, size, torch.float32)))
            answers = evaluate(net, packed, size)
        assert torch.allclose(torch.cat((policy, win[:, None]), 1), said, atol=1e-3), vectors
        assert torch.allclose(answers[:, -1].float(), torch.tanh(said[:, -1] / 2), atol=1e-2)


def check_loop(binary: Path) -> None:
    """The whole loop on 5x5, on the processor."""
    with tempfile.TemporaryDirectory() as folder:
        command = f"""{HERE / "serve_and_train.py"} konobi --binary {binary} --out {folder}
            --device cpu --seconds 600 --steps 500 --players 5:1 --games 64 --shape 2x16 --students 1x16 --batch 128
            --full 24 --fast 8 --keep-at= --ladder-sizes 5 --ladder-pairs 50
            --ladder-simulations 16"""
        subprocess.run([sys.executable, *command.split()], check=True)
        lines = [json.loads(line) for line in (Path(folder) / "konobi-log.jsonl").open()]
    contests = [line for line in lines if "contest" in line]
    assert len(contests) == 4
    for line in contests:
        if "1x16" not in line["contest"]:
            assert line["won"] > 60, line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, help="konoba-selfplay, to run the whole loop")
    options = parser.parse_args()
    # Now and then a small net begins so that it never learns, which is no fault of the trainer.
    torch.manual_seed(1)
    check_planes()
    check_window()
    check_export()
    check_mirrors()
    check_heads()
    if options.binary is not None:
        check_loop(options.binary)
    print("all is well")


if __name__ == "__main__":
    main()
