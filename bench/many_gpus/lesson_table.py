#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of chapter 11's records in a page, so that no figure is typed by hand.

    lesson_table.py write|check PAGE.md RECORD_OF_2.tsv RECORD_OF_4.tsv EXPECTED.tsv

The tables are between `<!-- table NAME -->` and `<!-- end -->`: `write` replaces them, `check` exits with 1 if they differ. NAME is
many_gpus_2 or many_gpus_4: the record of so many GPUs; many_gpus_expected: two GPUs next to what was expected;
many_gpus_errors: how far that was off.
"""
import csv
import pathlib
import re
import sys

MARK = re.compile(r"(^<!-- table (many_gpus\w*) -->\n).*?(^<!-- end -->$)", re.M | re.S)
SHAPES = {"all-gather": [("gate+up", 8192), ("qkv", 8192), ("gate+up", 2048), ("qkv", 2048), ("1024 rows a GPU", None),
                         ("gate+up", 512), ("qkv", 512), ("gate+up", 64), ("qkv", 64)],
          "reduce-scatter": [("down", 8192), ("o", 8192), ("down", 2048), ("o", 2048), ("down", 512), ("o", 512), ("down", 64),
                             ("o", 64)]}
STEPS = {"all-gather": ("1_one_shot", "2_shards", "3_flags", "4_pull"),
         "reduce-scatter": ("5_one_shot", "6_shards_out", "7_epilogue_out")}


def read(record):
    times = {}
    with open(record, encoding="utf-8") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            times.setdefault((row["operation"], row["shape"], int(row["m"])), {})[row["what"]] = float(row["us"])
    return times


def shapes(operation, times):
    """A name and the rows of A, as the record has them."""
    for name, m in SHAPES[operation]:
        yield name, m if m else next(key[2] for key in times if key[:2] == (operation, name))


def table(record):
    times = read(record)
    tables = []
    for operation, all_steps in STEPS.items():
        steps = [step for step in all_steps if any(step in of for of in times.values())]
        head = (f"{operation}, m", "product alone", "cuBLAS + NCCL", *steps, "efficiency: cuBLAS + NCCL → best step")
        lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 2) + "---|"]
        for shape, m in shapes(operation, times):
            of = times[operation, shape, m]
            product = min(us for what, us in of.items() if what.startswith("compute: "))
            cells = [f"{us:.0f}" for us in (product, of["cuBLAS + NCCL"], *(of[step] for step in steps))]
            gain = f"{product / of['cuBLAS + NCCL']:.2f} → {product / min(of[step] for step in steps):.2f}"
            lines.append("| " + " | ".join((f"{shape}, {m}", *cells, gain)) + " |")
        tables.append("\n".join(lines) + "\n")
    return "\n".join(tables)


def expected_table(expected):
    cells = {}
    with open(expected, encoding="utf-8") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            if (row["gpu"], row["gpus"]) == ("h200", "2"):
                both = (row["expected_us"], row["measured_us"])
                cells.setdefault((row["operation"], row["shape"], int(row["m"])), {})[row["step"]] = "–" if both[0] == "-" else " / ".join(
                    f"{float(us):.0f}" for us in both)
    tables = []
    for operation, steps in STEPS.items():
        lines = [f"| {operation}, m | " + " | ".join(steps) + " |", "|---|" + "--:|" * len(steps)]
        for shape, m in shapes(operation, cells):
            lines.append(f"| {shape}, {m} | " + " | ".join(cells[operation, shape, m][step] for step in steps) + " |")
        tables.append("\n".join(lines) + "\n")
    return "\n".join(tables)


def errors_table(expected):
    line = re.compile(r"# (.+): (\d+) rows, median error (\S+), nine of ten within (\S+), worst (\S+)")
    lines = ["| GPUs, rows | rows | median error | nine of ten within | worst |", "|---|--:|--:|--:|--:|"]
    for found in map(line.fullmatch, pathlib.Path(expected).read_text(encoding="utf-8").splitlines()):
        if found:
            lines.append("| " + " | ".join(found.groups()) + " |")
    return "\n".join(lines) + "\n"


def main():
    what, page, record_of_2, record_of_4, expected = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:]
    text = page.read_text(encoding="utf-8")
    tables = {"many_gpus_2": lambda: table(record_of_2), "many_gpus_4": lambda: table(record_of_4), "many_gpus_expected": lambda: expected_table(expected),
              "many_gpus_errors": lambda: errors_table(expected)}
    if not MARK.search(text):
        sys.exit(f"{page}: no <!-- table many_gpus... -->")
    new = MARK.sub(lambda mark: mark[1] + "\n" + tables[mark[2]]() + "\n" + mark[3], text)
    if what == "write":
        page.write_text(new, encoding="utf-8")
    elif new != text:
        sys.exit(f"{page}: a table differs from its record: run `make tables`")


main()
