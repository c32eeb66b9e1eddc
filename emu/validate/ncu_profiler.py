# SPDX-License-Identifier: MIT
"""Runs Nsight Compute and reads its output pages."""

import csv
import io
import os
import re
import subprocess
import sys

from ncu_metrics import COUNTERS, EXTRA_METRICS, OF_OPCODES, evaluate, metrics_of, number, opcodes
from ncu_table import Table, fail, plain_kernel

csv.field_size_limit(1 << 30)  # a launch may print a long text before its table


class Profiler:
    """Runs ncu; drops metrics that this ncu or this GPU does not support."""

    def __init__(self, ncu, program, folder):
        self.ncu, self.program, self.folder = ncu, program, folder
        self.dropped = []
        self.output = self.errors = ""  # of the program, and ncu's own

    def run(self, metrics, report, *more):
        command = [self.ncu, "-f", "-o", report, "--clock-control", "none", "--metrics",
                   ",".join(metrics), *more, *self.program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def usable(self, metrics):
        """Returns the `metrics` that ncu accepts: tries all of them, and halves if it refuses."""
        report = os.path.join(self.folder, "try")
        code, out, err = self.run(metrics, report, "--launch-count", "1")
        if os.path.exists(report + ".ncu-rep"):
            os.remove(report + ".ncu-rep")
            return metrics
        said = out + err
        if not re.search("metric", said, re.IGNORECASE):
            fail(f"ncu wrote no report (exit status {code}):\n{said}")
        named = [m for m in metrics if re.search(re.escape(m) + r"(?![\w.])", said)]
        if named and len(named) < len(metrics):
            self.drop(named)
            return self.usable([m for m in metrics if m not in named])
        if len(metrics) == 1:
            self.drop(metrics)
            return []
        half = len(metrics) // 2  # ncu does not report which metric it refuses
        return self.usable(metrics[:half]) + self.usable(metrics[half:])

    def drop(self, metrics):
        self.dropped += metrics
        print(f"ncu does not know: {' '.join(metrics)}", file=sys.stderr)

    def profile(self, metrics):
        """Returns ncu's raw page as a list of {column: text}, one per launch."""
        metrics = self.usable(metrics)
        if not metrics:
            fail("ncu accepts none of the metrics")
        return self.pages(metrics)

    def pages(self, metrics):
        """The same for metrics that ncu accepts."""
        report = os.path.join(self.folder, "counts")
        if os.path.exists(report + ".ncu-rep"):
            os.remove(report + ".ncu-rep")  # from an earlier run
        code, out, err = self.run(metrics, report)
        if not os.path.exists(report + ".ncu-rep"):
            fail(f"ncu wrote no report (exit status {code}):\n{out}{err}")
        self.output, self.errors = out, err
        show = [self.ncu, "--import", report + ".ncu-rep", "--csv", "--page", "raw",
                "--print-units", "base"]
        details = ["--print-metric-instances", "details"]
        done = subprocess.run(show + details, capture_output=True, text=True, check=False)
        if done.returncode != 0:  # this ncu does not have that option
            done = subprocess.run(show, capture_output=True, text=True, check=False)
        return parse_raw_page(done.stdout)


def parse_raw_page(text):
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        fail(f"ncu's table has no header:\n{text[:2000]}")
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
    return [row for row in rows if (row.get("ID") or "").strip().isdigit()]  # skips the row of units


def table_of(pages, sums, header):
    """pages: lists of raw rows of the same launches, each list with different metrics."""
    raw = []
    for rows in zip(*pages):
        merged = {}
        for row in rows:
            if row["Kernel Name"] != rows[0]["Kernel Name"]:
                fail("the program launched other kernels when run again")
            merged.update({k: v for k, v in row.items() if k and v})
        raw.append(merged)
    chosen = {}
    for counter, expressions in COUNTERS.items():
        usable = [e for e in expressions if any(evaluate(e, row) is not None for row in raw)]
        if usable:
            chosen[counter] = usable[0]
    known = {metric for row in raw for metric in row}
    metrics = [m for m in dict.fromkeys(
        metrics_of(e for es in COUNTERS.values() for e in es) + EXTRA_METRICS)
        if m in known and m not in OF_OPCODES]
    rows = []
    for index, page in enumerate(raw):
        kernel = plain_kernel(page["Kernel Name"])
        row = {"index": str(index), "kernel": kernel, "checksum": sums.get(kernel, "")}
        for counter, expression in chosen.items():
            value = evaluate(expression, page)
            row[counter] = "" if value is None else str(value)
        for metric in metrics:
            value = number(page.get(metric))
            row[metric] = "" if value is None else str(value)
        row["opcodes"] = " ".join(f"{name}:{n}" for name, n in sorted(opcodes(page).items()))
        rows.append(row)
    header = header + [f"{counter} = {expression}" for counter, expression in chosen.items()]
    columns = ["index", "kernel", "checksum", *COUNTERS, *metrics, "opcodes"]
    return Table(header, columns, rows)
