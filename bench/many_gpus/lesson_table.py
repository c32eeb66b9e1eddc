#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of chapter 11's lesson, from the record of four GPUs, so that no figure is typed by hand.

    lesson_table.py write|check PAGE.md RECORD.tsv

The table is between `<!-- table many_gpus -->` and `<!-- end -->`: `write` replaces it, `check` exits with 1 if it differs.
"""
import csv
import pathlib
import re
import sys

MARK = re.compile(r"(^<!-- table many_gpus -->\n).*?(^<!-- end -->$)", re.M | re.S)
ROWS = [("all-gather", shape, m) for m in (8192, 2048) for shape in ("gate+up", "qkv")] + \
       [("reduce-scatter", shape, m) for m in (8192, 2048) for shape in ("down", "o")]
FIRST = {"all-gather": "1_all_gather", "reduce-scatter": "5_reduce_scatter"}
SHARDS = {"all-gather": ("2_shards", "2_shards_in_turn"), "reduce-scatter": ("6_shards_out",)}
HEAD = ("operation, m", "product alone", "cuBLAS + NCCL", "step 1 or 5", "step 2 or 6", "2_shards_in_turn",
        "efficiency: cuBLAS + NCCL → best step")


def table(record):
    times = {}
    with open(record, encoding="utf-8") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            times.setdefault((row["operation"], row["shape"], int(row["m"])), {})[row["what"]] = float(row["us"])
    lines = ["| " + " | ".join(HEAD) + " |", "|---|--:|--:|--:|--:|--:|---|"]
    for key in ROWS:
        of = times[key]
        product = min(us for what, us in of.items() if what.startswith("compute: "))
        steps = [of[name] for name in (FIRST[key[0]], *SHARDS[key[0]])]
        cells = [f"{us:.0f}" for us in (product, of["cuBLAS + NCCL"], *steps)] + [""] * (3 - len(steps))
        gain = f"{product / of['cuBLAS + NCCL']:.2f} → {product / min(steps):.2f}"
        lines.append("| " + " | ".join((f"{key[0]}, {key[1]}, {key[2]}", *cells, gain)) + " |")
    return "\n".join(lines) + "\n"


def main():
    what, page, record = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    text = page.read_text(encoding="utf-8")
    if not MARK.search(text):
        sys.exit(f"{page}: no <!-- table many_gpus -->")
    new = MARK.sub(lambda mark: mark[1] + "\n" + table(record) + "\n" + mark[2], text)
    if what == "write":
        page.write_text(new, encoding="utf-8")
    elif new != text:
        sys.exit(f"{page}: the table differs from {record}: run `make tables`")


main()
