#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What of a step's reads the L2 cache answers, and what comes from DRAM, by Nsight Compute.

    ncu_l2.py --out FILE.tsv [--ncu NCU] [--size 8192] [--trans nn]... --gemm PROGRAM STEP...

runs each step once on m = n = k = SIZE and writes one row for it. ncu empties the caches before each
kernel. PROGRAM is build/cuda/bench/gemm/gemm.

Needs nothing but Python's standard library.
"""

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "emu" / "validate"))
from ncu_metrics import number
from ncu_profiler import Profiler
from ncu_table import Table, fail, machine_lines, plain_kernel, provenance

METRICS = {
    "time_ns": "gpu__time_duration.sum",
    "l2_hit_percent": "lts__t_sector_hit_rate.pct",
    "l2_sectors_from_l1": "lts__t_sectors_srcunit_tex.sum",
    "l2_hits_from_l1": "lts__t_sectors_srcunit_tex_lookup_hit.sum",
    "l2_sectors_read": "lts__t_sectors_op_read.sum",
    "dram_bytes_read": "dram__bytes_read.sum",
    "dram_bytes_written": "dram__bytes_write.sum",
}


def rows_of(page, step):
    """One row: the launches of the step added up; a hit rate only of a single launch."""
    row = {"step": step, "kernel": plain_kernel(page[0]["Kernel Name"]),
           "launches": str(len(page))}
    for column, metric in METRICS.items():
        values = [number(launch.get(metric)) for launch in page]
        known = all(value is not None for value in values)
        single = len(values) == 1 or not metric.endswith(".pct")
        row[column] = f"{sum(values):.10g}" if known and single else ""
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--gemm", required=True)
    parser.add_argument("--size", type=int, default=8192)
    parser.add_argument("--trans", action="append", help="nn, nt ...; may be repeated (nn)")
    parser.add_argument("--commit", help="default: what git says")
    parser.add_argument("steps", nargs="+", help="08/4, 08_cutlass_hierarchy/5_rasterize ...")
    options = parser.parse_args()
    header = [*machine_lines(options.ncu), *provenance(options.commit),
              f"program: {os.path.basename(options.gemm)} --once --unchecked --sizes {options.size}",
              *(f"{column} = {metric}" for column, metric in METRICS.items())]
    table = Table(header, ["step", "kernel", "launches", *METRICS], [])
    with tempfile.TemporaryDirectory() as folder:
        usable = None
        for step in options.steps:
            for trans in options.trans or ["nn"]:
                program = [options.gemm, "--once", "--unchecked", "--shapes", "0", "--sizes",
                           str(options.size), "--step", step, "--trans", trans]
                profiler = Profiler(options.ncu, program, folder)
                usable = usable or profiler.usable(list(METRICS.values()))
                page = profiler.pages(usable)
                named = re.findall(r"^step (\S+)$", profiler.errors, re.MULTILINE)
                if len(named) != 1:
                    fail(f"{step}, {trans}: names {len(named)} steps; say one, as 08/4")
                table.rows.append(rows_of(page, named[0]))
                table.write(options.out)
                print("\t".join(table.rows[-1].values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
