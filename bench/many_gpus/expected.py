#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The expected times of chapter 11's steps next to those that GPUs recorded.

    expected.py PROGRAM COMMIT RECORD.tsv... > bench/results/many_gpus_expected.tsv

PROGRAM is the chapter on the emulated GPU. A record's name says which GPU: h200_many_gpus_4.tsv.
"""
import csv
import os
import pathlib
import statistics
import subprocess
import sys

PRODUCT = "compute: 09"


def rows_of(record):
    with open(record, encoding="utf-8") as file:
        return list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))


def expected_of(program, gpu, row):
    """us of the product, and of each step, for a row's shape; not modelled: None."""
    gpus, n, k = int(row["gpus"]), int(row["n"]), int(row["k"])
    gather = row["operation"] == "all-gather"
    steps = "1234" if gather else "567"
    arguments = [program, "--expect", "--format", "csv", "-m", row["m"], "-n", str(n * gpus if gather else n),
                 "-k", str(k if gather else k * gpus)]
    for step in steps:
        arguments += ["--step", step]
    environment = dict(os.environ, EMU_GPUS=str(gpus), EMU_GPU_NAME=gpu)
    run = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True)
    times = {}
    for line in csv.DictReader(run.stdout.splitlines()):
        times[line["step"]] = float(line["expected_us"]) if not line["not_modelled"] else None
        times[PRODUCT] = float(line["product_us"])
    return times


def compare(program, records):
    for record in records:
        gpu, cache = pathlib.Path(record).name.split("_")[0], {}
        for row in rows_of(record):
            if row["operation"] == "grid":  # has no expected time
                continue
            shape = (row["operation"], row["m"], row["n"], row["k"])
            if shape not in cache:
                cache[shape] = expected_of(program, gpu, row)
            if row["what"] in cache[shape] and row["what"] != PRODUCT:
                yield gpu, row, cache[shape][row["what"]]


def summary(name, errors):
    errors = sorted(abs(error) for error in errors)
    print(f"# {name}: {len(errors)} rows, median error {100 * statistics.median(errors):.1f}%, "
          f"nine of ten within {100 * errors[len(errors) * 9 // 10]:.0f}%, worst {100 * errors[-1]:.0f}%")


def main():
    program, commit, records = sys.argv[1], sys.argv[2], sys.argv[3:]
    print(f"# expected by commit {commit}; measured: {', '.join(pathlib.Path(r).name for r in records)}; make expect-many-gpus")
    print("gpu\tgpus\toperation\tshape\tm\tn\tk\tstep\texpected_us\tmeasured_us\terror")
    groups = {}
    for gpu, row, expected in compare(program, records):
        measured = float(row["us"])
        error = expected / measured - 1 if expected else None
        print(gpu, *(row[c] for c in ("gpus", "operation", "shape", "m", "n", "k", "what")),
              f"{expected:.1f}" if expected else "-", f"{measured:.1f}", f"{error:+.3f}" if expected else "-", sep="\t", flush=True)
        if expected:
            machine = f"{row['gpus']} x {gpu}"
            for group in (machine, f"{machine}, {row['what']}", machine + (", 2048 rows and more" if int(row["m"]) >= 2048 else
                                                                         ", fewer than 2048 rows")):
                groups.setdefault(group, []).append(error)
    for group in sorted(groups):
        if ", " not in group or len(groups[group]) < len(groups[group.split(", ")[0]]):
            summary(group, groups[group])


main()
