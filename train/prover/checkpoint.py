"""Makes a checkpoint of `konoba solve` of what the prover has found out: see README.md."""

import argparse
import gzip
import sys


def checksum(data: bytes) -> int:
    """FNV-1a (Fowler, Noll and Vo), as konoba-lab/src/solve/checkpoint.rs computes it."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def is_proof(line: str) -> bool:
    return int(line.split()[1], 16) >> 5 & 1 != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="such as konobi")
    parser.add_argument("size", type=int)
    parser.add_argument("only", help="first moves, as `konoba solve --only` takes them")
    parser.add_argument("findings", help="what the prover wrote by --to; may be compressed by gzip")
    parser.add_argument("--proofs", action="store_true", help="leave out what is open")
    options = parser.parse_args()
    opener = gzip.open if options.findings.endswith(".gz") else open
    with opener(options.findings, "rt") as file:
        lines = [line for line in file if not options.proofs or is_proof(line)]
    rows = "/".join(["." * options.size] * options.size)
    # In the order in which `konoba solve` names them.
    only = ",".join(sorted(set(options.only.split(","))))
    heading = f"konoba-solve 1 {options.game}:{options.size},nopie {rows} black {only}\n"
    text = heading + "".join(lines)
    sys.stdout.write(f"{text}end {checksum(text.encode()):016x}\n")


if __name__ == "__main__":
    main()
