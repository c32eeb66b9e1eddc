# SPDX-License-Identifier: MIT
"""Reads what `make bench` wrote: bench/results/h200_gemm.tsv and its like."""

import re
import sys


class ResultsError(Exception):
    """One line for the user."""


class Results:
    """header: lines without "# "; ceilings: {"ffma": 64.9}; rows: [{"mode": "cool", ...}],
    numbers as numbers, an empty field as None."""

    def __init__(self, path):
        self.path = path
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
        except OSError as error:
            raise ResultsError(f"{path}: {error.strerror}; "
                               "`make bench GPU=cuda RESULTS=FILE` writes one") from None
        self.header = [line[2:] for line in lines if line.startswith("# ")]
        self.ceilings = {}
        for line in self.header:
            found = re.match(r"ceiling (\w+): ([\d.e+]+)", line)
            if found:
                self.ceilings[found.group(1)] = float(found.group(2))
        body = [line.split("\t") for line in lines if line and not line.startswith("#")]
        if not body or body[0][0] != "mode":
            raise ResultsError(f"{path}: not a results file of make bench")
        self.rows = [dict(zip(body[0], map(value, row))) for row in body[1:]]

    def about(self, key):
        """The header's line that begins with this word: "GPU" -> "NVIDIA H200, 132 SMs, ..." """
        return next((line[len(key) + 2:] for line in self.header
                     if line.startswith(key + ": ")), "")

    def gpu(self):
        return self.about("GPU").split(",")[0]

    def select(self, mode, size=None, random=0, chapters=None, skipped=False):
        """Rows of steps that were timed (or were skipped), in the order of the ladder; not those of
        peers."""
        return [row for row in self.rows
                if row["mode"] == mode and row["random"] == random and row["chapter"] != "peer"
                and (row["tflops"] is not None or skipped and row["status"] == "skipped")
                and (size is None or row["m"] == row["n"] == row["k"] == size)
                and (not chapters or row["chapter"] in chapters)]

    def cublas(self, mode, size):
        """cuBLAS's row, or None."""
        return next((row for row in self.rows
                     if row["mode"] == mode and row["step"] == "cublas" and not row["random"]
                     and row["m"] == row["n"] == row["k"] == size and row["tflops"]), None)

    def sizes(self):
        return list(dict.fromkeys(row["m"] for row in self.rows if not row["random"]))

    def last_step(self):
        """(chapter, step) at the end of the ladder."""
        steps = [(row["chapter"], row["step"]) for row in self.rows if row["chapter"] != "peer"]
        return steps[-1] if steps else None


def value(text):
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def die(program, error):
    print(f"{program}: {error}", file=sys.stderr)
    sys.exit(2)
