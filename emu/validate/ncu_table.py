# SPDX-License-Identifier: MIT
"""Tables of counters, one row per kernel launch, and their headers."""

import datetime
import os
import re
import subprocess
import sys

from ncu_metrics import IDEAL, STEP_COUNTERS, ideal_wavefronts


def fail(text):
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(2)


class Table:
    """Rows of one machine: [{"index": "0", "kernel": "copy", "checksum": "...", counter: "64"}]."""

    def __init__(self, header, columns, rows):
        self.header, self.columns, self.rows = header, columns, rows

    def write(self, path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            for line in self.header:
                out.write(f"# {line}\n")
            out.write("\t".join(self.columns) + "\n")
            for row in self.rows:
                out.write("\t".join(row.get(column, "") for column in self.columns) + "\n")

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
        except OSError as error:
            fail(f"{path}: {error.strerror}")
        header = [line[2:] for line in lines if line.startswith("#")]
        body = [line.split("\t") for line in lines if line and not line.startswith("#")]
        if not body:
            fail(f"{path}: no table in it")
        columns = body[0]
        return Table(header, columns, [dict(zip(columns, row)) for row in body[1:]])

    def has_steps(self):
        return "step" in self.columns

    def by_launch(self):
        """{(kernel, number of its launch): row}, in order."""
        seen, result = {}, {}
        for row in self.rows:
            kernel = row["kernel"]
            seen[kernel] = seen.get(kernel, 0) + 1
            result[kernel, seen[kernel]] = row
        return result

    def by_step(self):
        """{(step, 1): the sums over its launches}, in order."""
        result = {}
        for row in self.rows:
            total = result.setdefault((row["step"], 1), dict.fromkeys(STEP_COUNTERS, 0))
            for counter in STEP_COUNTERS:
                value = ideal_wavefronts(row) if counter == IDEAL else row.get(counter, "")
                known = value != "" and total[counter] != ""
                total[counter] = total[counter] + int(value) if known else ""
        return {key: {counter: str(n) for counter, n in total.items()}
                for key, total in result.items()}


def first_word_of(command, pattern):
    """Returns the match of `pattern` in the output of a command, or "unknown"."""
    try:
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return "unknown"
    found = re.search(pattern, text)
    return found.group(1).strip() if found else "unknown"


def machine_lines(ncu):
    smi = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return [
        "GPU: " + first_word_of(smi, r"^([^,]*),"),
        "driver: " + first_word_of(smi, r", *(\S+)"),
        "CUDA: " + first_word_of(["nvcc", "--version"], r"release ([\d.]+)"),
        "ncu: " + first_word_of([ncu, "--version"], r"Version ([\d.]+)"),
    ]


def provenance(commit):
    here = os.path.dirname(os.path.abspath(__file__))
    commit = commit or first_word_of(["git", "-C", here, "rev-parse", "--short", "HEAD"], r"(\w+)")
    return [f"date: {datetime.date.today().isoformat()}", f"commit: {commit}"]


def labelled(header, key):
    """Returns the text after "key: " in a header, or "" if there is none."""
    return next((line[len(key) + 2:] for line in header if line.startswith(key + ": ")), "")


def checksums(text):
    """{kernel: checksum} from a program's lines "checksum KERNEL VALUE". Output of ncu may be on the
    same line."""
    return dict(re.findall(r"checksum (\S+) (\S+)$", text, re.MULTILINE))


def plain_kernel(name):
    """copy<float>(float *) -> copy"""
    return re.split(r"[(<]", name.replace("void ", "", 1))[0].strip()
