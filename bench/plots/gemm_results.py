# SPDX-License-Identifier: MIT
"""Reads what `make bench` wrote: bench/results/h200_gemm*.tsv and their like."""

import hashlib
import json
import re
import sys


class ResultsError(Exception):
    """One line for the user."""


# Types and transposition of what the ladder shows, in its order: each with the ceiling that it
# is listed under.
LADDER = [("f32-f32", "NN"), ("f16-f32", "NN"), ("f16-f32", "NT")]
NAMES = {"f32-f32": "float32", "f16-f32": "f16, sums in float32"}
# Steps outside it: one kernel for all types (07/7), and chapter 10, which is for other shapes.
BESIDE = re.compile(r"07_.*/7_types|10_")


def is_on_cuda_cores(row):
    """Of types that else are for tensor cores."""
    return row["step"].startswith("5_simt")


def is_on_ladder(row):
    return not BESIDE.match(f"{row['chapter']}/{row['step']}")


def ceiling_of(types):
    """The name of the ceiling for these types: "f16-f32" -> "mma_f16_f32"."""
    return "ffma" if types == "f32-f32" else "mma_" + types.replace("-", "_")


def instruction_of(types):
    """Whose ceiling that is."""
    return "FFMA" if types == "f32-f32" else "mma.sync"


def wgmma_of(types):
    """The same of chapter 09's instruction, which sums in f32 or i32, whatever C is."""
    operands = types.split("-", maxsplit=1)[0]
    return f"wgmma_{operands}_{'i32' if operands == 'i8' else 'f32'}"


def is_wgmma(row):
    """09/1 feeds mma.sync, 09/2 CUDA cores."""
    return re.match(r"09_.*/(?![12]_)", f"{row['chapter']}/{row['step']}") is not None


class Run:
    """One results file: header: lines without "# "; ceilings: {"ffma": 64.9}; rows."""

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
        if not body or body[0][:5] != ["mode", "chapter", "step", "types", "trans"]:
            raise ResultsError(f"{path}: not a results file of make bench")
        self.rows = [{**dict(zip(body[0], map(value, row))), "run": self} for row in body[1:]]

    def about(self, key):
        """The header's line that begins with this word: "GPU" -> "NVIDIA H200, 132 SMs, ..." """
        return next((line[len(key) + 2:] for line in self.header
                     if line.startswith(key + ": ")), "")

    def gpu(self):
        return self.about("GPU").split(",")[0]


def what_is_timed(row):
    return tuple(row[key] for key in ("mode", "chapter", "step", "types", "trans", "m", "n", "k"))


class Results:
    """Several runs, one after the other; what two of them timed is the later one's. rows:
    [{"mode": "cool", ..., "run": Run}], numbers as numbers, an empty field as None. A ratio to
    cuBLAS is of one run; so are the ceilings next to a figure."""

    def __init__(self, paths):
        self.runs = [Run(path) for path in paths]
        every = [row for run in self.runs for row in run.rows]
        last = {what_is_timed(row): row["run"] for row in every}
        self.rows = [row for row in every if row["chapter"] == "peer"
                     or row["run"] is last[what_is_timed(row)]]
        self.path = ", ".join(paths)

    def first(self):
        return self.runs[0]

    def digest(self):
        """Of what the pictures show; it stands in them, so that a newer record is noticed."""
        shown = [(run.header, [row for row in self.rows if row["run"] is run
                               and (row["types"], "NN") in LADDER]) for run in self.runs]
        text = json.dumps(shown, default=lambda run: run.path)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def run_of(self, types):
        """The first run with steps on these types; None if there is none."""
        return next((run for run in self.runs
                     if any(row["types"] == types for row in run.rows)), None)

    def ceilings(self, types, run=None):
        """{"mma.sync": TFLOP/s, "wgmma": ...}: what each instruction for these types can have at most,
        in this run or the first that has them; without those of which it does not say."""
        run = run or self.run_of(types)
        keys = {instruction_of(types): ceiling_of(types), "wgmma": wgmma_of(types)}
        return {name: run.ceilings[key] for name, key in keys.items() if run and key in run.ceilings}

    def ceiling_of_row(self, row):
        """("mma.sync", what the step's instruction can have at most, or None)"""
        found = self.ceilings(row["types"], row["run"])
        name = "wgmma" if is_wgmma(row) and "wgmma" in found else instruction_of(row["types"])
        return name, found.get(name)

    def select(self, mode, size=None, random=0, chapters=None, skipped=False, types=None,
               trans=None):
        """Rows of steps that were timed (or were skipped), in the order of the ladder; not those of
        peers."""
        return [row for row in self.rows
                if row["mode"] == mode and row["random"] == random and row["chapter"] != "peer"
                and (row["tflops"] is not None or skipped and row["status"] == "skipped")
                and (size is None or row["m"] == row["n"] == row["k"] == size)
                and (not chapters or row["chapter"] in chapters)
                and types in (None, row["types"]) and trans in (None, row["trans"])]

    def peer(self, mode, size, types, trans, name="cublas", run=None):
        """The row of a library whose results were right, of this run or the first; or None."""
        return next((row for row in (run or self).rows
                     if row["mode"] == mode and row["step"] == name and not row["random"]
                     and row["status"] == "ok"
                     and row["m"] == row["n"] == row["k"] == size and row["tflops"]
                     and (row["types"], row["trans"]) == (types, trans)), None)

    def sizes(self):
        return list(dict.fromkeys(row["m"] for row in self.rows if not row["random"]))

    def groups(self, mode="cool", size=None):
        """[(types, trans)] of the steps, in their order."""
        return list(dict.fromkeys((row["types"], row["trans"])
                                  for row in self.select(mode, size)))


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
