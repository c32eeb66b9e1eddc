#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of chapter 11's lesson, from the record of four GPUs, so that no figure is typed by hand.

    lesson_table.py write|check PAGE.md RECORD.tsv

The tables are between `<!-- table many_gpus -->` and `<!-- end -->`: `write` replaces them, `check` exits with 1 if they differ.
"""
import csv
import pathlib
import re
import sys

MARK = re.compile(r"(^<!-- table many_gpus -->\n).*?(^<!-- end -->$)", re.M | re.S)
SHAPES = {"all-gather": [("gate+up", 8192), ("qkv", 8192), ("gate+up", 2048), ("qkv", 2048), ("1024 rows a GPU", 4096),
                         ("gate+up", 512), ("qkv", 512)],
          "reduce-scatter": [("down", 8192), ("o", 8192), ("down", 2048), ("o", 2048), ("down", 512), ("o", 512)]}
STEPS = {"all-gather": ("1_all_gather", "2_shards", "3_flags", "4_pull"),
         "reduce-scatter": ("5_reduce_scatter", "6_shards_out", "7_epilogue_out")}


def read(record):
    times = {}
    with open(record, encoding="utf-8") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            times.setdefault((row["operation"], row["shape"], int(row["m"])), {})[row["what"]] = float(row["us"])
    return times


def table(record):
    times = read(record)
    tables = []
    for operation, steps in STEPS.items():
        head = (f"{operation}, m", "product alone", "cuBLAS + NCCL", *steps, "efficiency: cuBLAS + NCCL → best step")
        lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 2) + "---|"]
        for shape, m in SHAPES[operation]:
            of = times[operation, shape, m]
            product = min(us for what, us in of.items() if what.startswith("compute: "))
            cells = [f"{us:.0f}" for us in (product, of["cuBLAS + NCCL"], *(of[step] for step in steps))]
            gain = f"{product / of['cuBLAS + NCCL']:.2f} → {product / min(of[step] for step in steps):.2f}"
            lines.append("| " + " | ".join((f"{shape}, {m}", *cells, gain)) + " |")
        tables.append("\n".join(lines) + "\n")
    return "\n".join(tables)


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
