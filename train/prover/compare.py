"""Compares two programs by the nodes that they take for positions of 6x6 that were proved: see README.md."""

import argparse
import gzip
import hashlib
import json
import math
import pathlib
import subprocess

SIZE = 6
FINDINGS = pathlib.Path(__file__).parent / "findings"


def proved(game: str, work: int) -> list[int]:
    """The numbers of the positions that took two to this power of nodes, in an order that means nothing."""
    with gzip.open(FINDINGS / f"{game}-{SIZE}.txt.gz", "rt") as file:
        pairs = [[int(word, 16) for word in line.split()] for line in file]
    codes = [code for code, word in pairs if word >> 5 & 1 and word & 31 == work]
    return sorted(codes, key=lambda code: hashlib.sha256(str(code).encode()).digest())


def position(code: int) -> str:
    """The position that has a number, as text: a digit to the base of three for each point from a1 on."""
    points = ""
    for _ in range(SIZE * SIZE):
        code, digit = divmod(code, 3)
        points += ".BW"[digit]
    rows = [points[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
    return "/".join(reversed(rows)) + " black"


def nodes(program: str, game: str, text: str, most: int) -> tuple[int, str]:
    """How many nodes a program took, and who wins."""
    words = [program, "solve", f"{game}:{SIZE},nopie", "--position", text, "--nodes", str(most), "--memory", "1000", "--json"]
    answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[0])
    return answer["nodes"], answer["value"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["konobi", "quentin"])
    parser.add_argument("programs", nargs=2, help="two programs konoba")
    parser.add_argument("--work", type=int, default=18, help="positions that took the prover two to this power of nodes")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--most", type=int, default=20_000_000, help="the most nodes for a position")
    options = parser.parse_args()
    logarithms, totals = [], [0, 0]
    for code in proved(options.game, options.work)[: options.count]:
        text = position(code)
        (one, winner), (other, other_winner) = (nodes(program, options.game, text, options.most) for program in options.programs)
        assert winner == other_winner or "unknown" in (winner, other_winner), f"{text}: {winner}, {other_winner}"
        print(f"{text} {winner} {other_winner} {one} {other}", flush=True)
        logarithms.append(math.log(other / one))
        totals = [totals[0] + one, totals[1] + other]
    mean = sum(logarithms) / len(logarithms)
    spread = math.sqrt(sum((value - mean) ** 2 for value in logarithms) / max(len(logarithms) - 1, 1) / len(logarithms))
    low, high = math.exp(mean - 1.96 * spread), math.exp(mean + 1.96 * spread)
    print(f"{len(logarithms)} positions, in all {totals[0]} and {totals[1]} nodes: {totals[1] / totals[0]:.2f}")
    print(f"the second takes {math.exp(mean):.2f} of the nodes of the first (geometric mean, 95 %: {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
