"""Checks the prover where there is no GPU: it must find what `konoba solve` finds, and prove it to `konoba check`."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
# But for mirrors these are all first moves on 4x4.
FIRST = ["a1", "a2", "b1", "b2"]


def run(*words, status: int = 0) -> str:
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert ran.returncode == status, f"{words}: {ran.returncode}\n{ran.stdout}{ran.stderr}"
    return ran.stdout + ran.stderr


def built(game: str, folder: pathlib.Path) -> pathlib.Path:
    compiler = shutil.which("g++") or sys.exit("there is no g++")
    program = folder / game
    # A fiber goes on in a frame that the checks of `longjmp` do not know.
    flags = ["-O2", "-std=c++20", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-U_FORTIFY_SOURCE", "-pthread"]
    run(compiler, *flags, f"-DGAME={game.upper()}", "-DSIZE=4", "-x", "c++", HERE / "main.cu", "-o", program)
    return program


def check(game: str, konoba: str, folder: pathlib.Path) -> None:
    subject = f"{game}:4,nopie"
    told = json.loads(run(konoba, "solve", subject, "--json").splitlines()[0])
    values = {row["move"]: row["value"] for row in told["first_moves"]}
    program = built(game, folder)
    proofs = folder / f"{game}-certificates"
    proofs.mkdir()
    findings = folder / f"{game}-findings"
    small = ["--gigabytes", 0.05, "--seconds", 300, "--job", 100, "--ripe", 7]
    output = run(program, "--first", ",".join(FIRST), "--warps", 2, *small, "--to", findings, "--certificates", proofs)
    for first in FIRST:
        winner = {"black": 1, "white": 2}[values[first]]
        assert f" {first}={winner}" in output, f"{subject} {first}: konoba says {winner}, the prover\n{output}"
        print(run(konoba, "check", proofs / f"{first}.txt").splitlines()[-1])

    # Where there is no room for all replies, that is told, and no half of a certificate is left; what was found out is.
    few = folder / f"{game}-few"
    few.mkdir()
    short = ["--certificates", few, "--replies", 20, "--to", few / "findings"]
    output = run(program, "--first", "a1", "--warps", 2, *small, *short, status=1)
    assert "a1: no certificate" in output and [path.name for path in few.iterdir()] == ["findings"], output

    # What a certificate takes is kept, though what is open costs more.
    dear = folder / f"{game}-dear"
    run(program, "--first", "a1", "--warps", 1, *small, "--to", dear, "--most", 30)
    proofs_kept = sum(int(line.split()[1], 16) >> 5 & 1 for line in dear.read_text().splitlines())
    assert proofs_kept >= 12, f"{subject}: {proofs_kept} of 30 are proofs"

    # Each goes on from what the other has found out.
    from_prover, from_konoba = folder / f"{game}-a.solve", folder / f"{game}-b.solve"
    from_prover.write_text(run(sys.executable, HERE / "checkpoint.py", game, 4, "a2", findings))
    solved = json.loads(run(konoba, "solve", subject, "--only", "a2", "--checkpoint", from_prover, "--json").splitlines()[0])
    assert solved["nodes"] < 100, f"{subject}: konoba took {solved['nodes']} nodes from the prover's findings"
    run(konoba, "solve", subject, "--only", "a2", "--checkpoint", from_konoba)
    again = run(program, "--first", "a2", "--warps", 1, *small, "--from", from_konoba)
    # What is about something else is not believed.
    other = folder / f"{game}-other.solve"
    other.write_text(from_konoba.read_text().replace(f"{game}:4", f"{game}:5"))
    output = run(program, "--first", "a2", *small, "--from", other, status=2)
    assert "holds nothing about this game" in output, output
    nodes = float(next(line for line in again.splitlines() if " M nodes" in line).split(", ")[1].split()[0])
    assert nodes < 0.001, f"{subject}: the prover took {nodes} M nodes from konoba's findings"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="the program konoba")
    konoba = parser.parse_args().binary
    with tempfile.TemporaryDirectory() as folder:
        for game in ["konobi", "quentin"]:
            check(game, konoba, pathlib.Path(folder))


if __name__ == "__main__":
    main()
