#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""paired.py OLD NEW [--rounds N] [--note TEXT] -- ARGUMENTS...

Two builds of bench/gemm side by side on one GPU: the speed of each step of NEW over that of OLD, the
median of the rounds' ratios. A round runs OLD, then NEW, each with ARGUMENTS, and each result is
checked by the program itself; so what the GPU's temperature does meets both. Prints a table,
tab-separated; exits 1 where a program failed or a step was not ok.

    bench/gemm/paired.py old/gemm build/cuda/bench/gemm/gemm -- --chapter 08 --sizes 4096 --shapes 0 --cool
"""

import argparse
import statistics
import subprocess
import sys
import tempfile

KEY = ("chapter", "step", "types", "trans", "m", "n", "k")


def run(program, arguments):
    """-> the header's lines, and {KEY's values: milliseconds}"""
    with tempfile.NamedTemporaryFile("r", suffix=".tsv") as out:
        command = [program, *arguments, "--out", out.name]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = out.read().splitlines()
    if done.returncode != 0 or not lines:
        sys.exit(f"{program}: exit status {done.returncode}\n{done.stdout[-1000:]}")
    header = [line for line in lines if line.startswith("#")]
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    times = {}
    for row in rows[1:]:
        row = dict(zip(rows[0], row))
        if row["status"] != "ok":
            sys.exit(f"{program}: {row['step']}: {row['status']} {row['reason']}")
        times[tuple(row[name] for name in KEY)] = float(row["ms"])
    return header, times


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--note", default="", help="a line for the header: which commits these are")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    args = parser.parse_args(sys.argv[1:cut])
    arguments = sys.argv[cut + 1 :]
    old, new = [], []
    for _ in range(args.rounds):
        old.append(run(args.old, arguments)[1])
        header, times = run(args.new, arguments)
        new.append(times)
    for line in [*header[:3], *(["# " + args.note] if args.note else [])]:
        print(line)
    print(f"# {' '.join(arguments)}; {args.rounds} rounds of old and new in turn; speed: of new over old")
    print(*KEY, "old_ms", "new_ms", "speed", "lowest", "highest", sep="\t")
    for key in old[0]:
        if key not in new[0]:
            continue
        speed = [before[key] / after[key] for before, after in zip(old, new)]
        medians = [statistics.median(times[key] for times in run) for run in (old, new)]
        print(*key, *(f"{ms:.4f}" for ms in medians), f"{statistics.median(speed):.3f}",
              f"{min(speed):.3f}", f"{max(speed):.3f}", sep="\t")


main()
