#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a step of a record of bench-timeline as text, like 11_many_gpus --expect.

    draw.py RECORD.tsv STEP M [COLUMNS]    STEP with M rows; 60 columns
"""
import csv
import sys


def rows_of(path, step, m):
    with open(path, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t")
                if row["step"] == step and row["m"] == m]
    return rows or sys.exit(f"draw.py: {path} has no {step} with {m} rows")


def draw(line, begin, end, fill):
    first = min(int(begin), len(line) - 1)
    last = max(first, min(round(end), len(line)) - 1)
    line[first:last + 1] = fill * (last + 1 - first)
    if last - first >= 2:
        line[first], line[last] = "[", "]"


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    rows = rows_of(*sys.argv[1:4])
    columns = int(sys.argv[4]) if len(sys.argv) == 5 else 60
    us = max(float(row["end_us"]) for row in rows)
    lines = {}
    for row in rows:
        fill = "-" if row["what"].startswith("copy") else "~" if row["what"].startswith("nccl") else "="
        line = lines.setdefault((int(row["gpu"]), int(row["stream"])), [" "] * columns)
        draw(line, float(row["begin_us"]) * columns / us, float(row["end_us"]) * columns / us, fill)
    end = f"{us:.1f} us"
    print(f"{'':17}0{end:>{columns}}")
    for (gpu, stream), line in sorted(lines.items(), key=lambda item: (item[0][0], item[0][1] == 0, item[0][1])):
        name = f"stream {stream}" if stream else "default"
        print(f"GPU {gpu} {name:<10} |{''.join(line).rstrip()}")


if __name__ == "__main__":
    main()
