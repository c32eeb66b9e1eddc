#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares Nsight Compute's counters with those of the emulated GPU, kernel by kernel.

    ncu_compare.py record  --out NCU.tsv -- PROGRAM [ARGUMENT]...   on a machine with a GPU and ncu
    ncu_compare.py emulate --out EMU.tsv -- PROGRAM [ARGUMENT]...   PROGRAM built by emucc
    ncu_compare.py join    --ncu NCU.tsv --emu EMU.tsv [--explained FILE]
                           [--common] [--markdown FILE] [--tsv FILE]
    ncu_compare.py merge   --into RECORD.tsv --like EMU.tsv NCU.tsv
    ncu_compare.py predict --counts FILE.tsv SOURCE...

record and emulate write one row per kernel launch. With lines "step NAME" on stderr, a program assigns
the launches that follow to its steps. ncu does not record them: merge takes the steps of NCU.tsv's
launches from EMU.tsv, the output of the same program, and replaces the rows of these steps in the
table RECORD.tsv. join compares the two tables, launch by launch, or step by step if both tables name
steps (the launches of a step are added up). Its exit status is 1 if a counter differs and FILE does
not explain it. predict compares counts with the predictions in the comments above the kernels: exit
status 1 if one fails.

Requires only Python's standard library.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from ncu_join import join
from ncu_merge import merge
from ncu_metrics import COUNTERS, EXTRA_METRICS, GROUPS, metrics_of
from ncu_profiler import Profiler, table_of
from ncu_table import Table, checksums, fail, machine_lines, plain_kernel, provenance


def record(options):
    ncu = shutil.which(options.ncu)
    if not ncu:
        fail(f"{options.ncu}: not found; Nsight Compute comes with the CUDA Toolkit")
    header = [
        *machine_lines(ncu),
        *provenance(options.commit),
        "program: " + " ".join([os.path.basename(options.program[0]), *options.program[1:]]),
    ]
    needed = metrics_of(e for es in COUNTERS.values() for e in es)
    extra = [m for m in EXTRA_METRICS if m not in needed]
    with tempfile.TemporaryDirectory() as folder:
        profiler = Profiler(ncu, options.program, folder)
        pages = [profiler.profile(needed)]
        # Saves the measurements before the second, slower run.
        first = checksums(profiler.output)
        table_of(pages, first, header).write(options.out)
        pages.append(profiler.profile(extra))
        table = table_of(pages, {**checksums(profiler.output), **first}, header)
        table.write(options.out)
    print(f"{options.out}: {len(table.rows)} launches, {len(table.columns)} columns")
    return 0


def emulate(options):
    environment = dict(os.environ, EMU_COUNTERS="launch")
    try:
        done = subprocess.run(options.program, capture_output=True, text=True, check=False,
                              env=environment)
    except OSError as error:
        fail(f"{options.program[0]}: {error.strerror}")
    sums = checksums(done.stdout)
    rows = []
    step = None
    for line in done.stderr.splitlines():
        if line.startswith("step "):
            step = line[len("step "):]
            continue
        if not line.startswith("emu-launch "):
            print(line, file=sys.stderr)
            continue
        counts = json.loads(line[len("emu-launch "):])
        kernel = plain_kernel(counts.pop("kernel"))
        row = {"index": str(len(rows)), "kernel": kernel, "checksum": sums.get(kernel, "")}
        if step:
            row["step"] = step
        row.update({counter: str(value) for counter, value in counts.items()})
        rows.append(row)
    if done.returncode != 0:
        fail(f"{options.program[0]} ended with exit status {done.returncode}")
    if not rows:
        fail(f"{options.program[0]} reported no launch: was it built by emucc?")
    header = ["GPU: emulated", *provenance(options.commit),
              "program: " + " ".join([os.path.basename(options.program[0]), *options.program[1:]])]
    Table(header, list(rows[0]), rows).write(options.out)
    print(f"{options.out}: {len(rows)} launches")
    return 0


def predictions(path):
    """[(kernel, {counter: value})] from comments `// predicted: global_load 64/256, barriers 8`."""
    parts = {
        "global_load": GROUPS["global loads"], "global_store": GROUPS["global stores"],
        "shared_load": GROUPS["shared loads"], "shared_store": GROUPS["shared stores"],
        "global_atomic": ["global_atomic_requests"], "shared_atomic": ["shared_atomic_requests"],
        "barriers": ["barriers"],
        "async_copy": ["cp_async_requests", "global_load_sectors", "cp_async_wavefronts",
                       "cp_async_conflicts"],
        "ldmatrix": GROUPS["ldmatrix"],
    }
    result, pending = [], {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            said = re.match(r"// predicted: (.*)", line)
            kernel = re.match(r"(?:__global__ void |(?:WARP_)?KERNEL(?:_OUT|_COUNTS)?\(|"
                              r"KERNEL_OF\([\w ]+, )(\w+)", line)
            if said:
                for part in said.group(1).split(", "):
                    name, values = part.split(" ")
                    pending.update(zip(parts[name], values.split("/")))
            elif kernel:
                result.append((kernel.group(1), pending))
                pending = {}
    return result


def predict(options):
    rows = {row["kernel"]: row for row in Table.read(options.counts).rows}
    checked = wrong = 0
    for path in options.sources:
        for kernel, expected in predictions(path):
            if kernel not in rows:
                print(f"{path}: {kernel} is not in {options.counts}")
                wrong += 1
                continue
            for counter, value in expected.items():
                counted = rows[kernel].get(counter, "")
                if counted == "":
                    continue
                checked += 1
                if counted != value:
                    wrong += 1
                    print(f"{kernel}: {counter}: predicted {value}, counted {counted}")
    print(f"{checked} predictions, {wrong} wrong")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)

    mode = modes.add_parser("record", help="run a CUDA program under ncu")
    mode.set_defaults(function=record)
    mode.add_argument("--out", required=True, help="the table to write")
    mode.add_argument("--ncu", default="ncu", help="Nsight Compute's command line program")
    mode.add_argument("--commit", help="default: what git says")
    mode.add_argument("program", nargs="+")

    mode = modes.add_parser("merge", help="put what record wrote into the table of all steps")
    mode.set_defaults(function=merge)
    mode.add_argument("--into", required=True, help="the table of all steps")
    mode.add_argument("--like", required=True,
                      help="a table of emulate, of the same program: has the steps of the launches")
    mode.add_argument("raw", help="the table that record wrote")

    mode = modes.add_parser("emulate", help="run the same program, built by emucc")
    mode.set_defaults(function=emulate)
    mode.add_argument("--out", required=True, help="the table to write")
    mode.add_argument("--commit", help="default: what git says")
    mode.add_argument("program", nargs="+")

    mode = modes.add_parser("join", help="compare the two tables")
    mode.set_defaults(function=join)
    mode.add_argument("--ncu", required=True)
    mode.add_argument("--emu", required=True)
    mode.add_argument("--explained", action="append", default=[],
                      help="lines: kernel, counter, the emulator's value, why; tabs between; may be "
                           "repeated, of the same line the last counts")
    mode.add_argument("--only-first", action="store_true",
                      help="of a kernel that is launched often, the first launch")
    mode.add_argument("--common", action="store_true",
                      help="only what both tables hold, not what is in one of them alone")
    mode.add_argument("--markdown", help="write a table to read")
    mode.add_argument("--tsv", help="write a table to process")

    mode = modes.add_parser("predict", help="compare a table with the predictions in the sources")
    mode.set_defaults(function=predict)
    mode.add_argument("--counts", required=True, help="a table of record or emulate")
    mode.add_argument("sources", nargs="+")

    options = parser.parse_args()
    return options.function(options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # `| head` has exited
        sys.exit(1)
