# SPDX-License-Identifier: MIT
"""Replaces the rows of a run's steps in the table of all steps."""

import os
import re

from ncu_metrics import COUNTERS, evaluate
from ncu_table import Table, fail, labelled


def take_steps(table, path):
    """Assigns each launch the step of the same launch in the emulator's table."""
    like = Table.read(path)
    if [row["kernel"] for row in table.rows] != [row["kernel"] for row in like.rows]:
        fail(f"{path}: holds other launches than those that were recorded")
    for row, other in zip(table.rows, like.rows):
        row["step"] = other.get("step", "")
    table.columns.insert(2, "step")


def record_lines(table):
    """{number: origin of the rows with that number in the column "record"}"""
    found = [re.match(r"record (\d+): (.*)", line) for line in table.header]
    lines = {match.group(1): match.group(2) for match in found if match}
    if not lines:  # the table has a single record
        about = ("GPU", "driver", "CUDA", "ncu", "date", "commit")
        lines["1"] = "; ".join(f"{key} {labelled(table.header, key)}" for key in about)
        for row in table.rows:
            row["record"] = "1"
    return lines


def recounted(rows, lines):
    """Recomputes the counters of rows from the stored metrics with the current expressions. Returns the
    header's lines of expressions, with the changed ones replaced."""
    said = dict(line.split(" = ", 1) for line in reversed(lines))
    for counter, expressions in COUNTERS.items():
        expression = next((e for e in expressions if any(
            evaluate(e, row) is not None for row in rows)), None)
        if expression is None or ":" in said.get(counter, ""):
            continue  # the record does not have opcodes in the format of ncu's page
        said[counter] = expression
        for row in rows:
            value = evaluate(expression, row)
            if value is not None:
                row[counter] = str(value)
    return [f"{counter} = {said[counter]}" for counter in COUNTERS if counter in said]


def merge(options):
    new = Table.read(options.raw)
    take_steps(new, options.like)
    old = Table.read(options.into) if os.path.exists(options.into) else Table([], [], [])
    sizes = {re.sub(r".*--sizes* (\d+).*", r"\1", labelled(table.header, "program"))
             for table in (old, new) if table.rows}
    if len(sizes) != 1:
        fail(f"{options.into} and {options.raw} are of other sizes: {' and '.join(sorted(sizes))}")
    size = sizes.pop()
    lines = record_lines(old) if old.rows else {}
    number_ = str(max(map(int, lines), default=0) + 1)
    lines[number_] = record_lines(new)["1"]
    for row in new.rows:
        row["record"] = number_
    replaced = {row["step"] for row in new.rows}
    rows = [row for row in old.rows if row["step"] not in replaced] + new.rows
    rows.sort(key=lambda row: row["step"])  # launches of one step keep their order
    for index, row in enumerate(rows):
        row["index"] = str(index)
    used = {row["record"] for row in rows}
    expressions = recounted(rows, [line for line in new.header + old.header if " = " in line])
    header = [f"GPU: {labelled(new.header, 'GPU')}", f"program: gemm --once --shapes 0 --sizes {size}",
              *(f"record {key}: {line}" for key, line in lines.items() if key in used),
              *expressions]
    columns = list(dict.fromkeys(["index", "kernel", "step", "record", *new.columns, *old.columns]))
    columns.remove("opcodes")
    Table(header, [*columns, "opcodes"], rows).write(options.into)
    print(f"{options.into}: {len(new.rows)} launches of {len(replaced)} steps put in")
    return 0
