#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the loop of a learner: a step's file has been changed, how long until its verdict?

    loop.py --out FILE --commit COMMIT [--size 64] [--runs 3] CHAPTER...

For each step of the chapters its file is touched, and `make NN ARGS="--step N -m 64 -n 64 -k 64"` is
timed: it compiles that file, links, checks the step on the emulated GPU and counts. Two numbers: the
seconds on the clock, and those of the processors (user and system time of all that ran), which say
less of what else the computer had to do. Of RUNS runs the fastest counts.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import time

# Its steps have their own sizes, small ones.
NO_SIZES = ("06_layouts",)


def step_files(chapter):
    """(number, file) of each step: N_name.cu, or the file of a folder N_name of the same name."""
    for path in sorted(pathlib.Path(chapter).glob("[0-9]*_*"), key=lambda p: int(p.name.split("_")[0])):
        file = path / (path.name + ".cu") if path.is_dir() else path
        if file.suffix == ".cu" and file.exists():
            yield int(path.name.split("_")[0]), file


def loop(chapter, step, file, size, runs):
    """(seconds on the clock, of processors) from a touched file to the verdict; None: no step's file."""
    arguments = f"--step {step}"
    if chapter not in NO_SIZES:
        arguments += f" -m {size} -n {size} -k {size}"
    command = ["make", "GPU=emu", chapter.split("_")[0], f"ARGS={arguments}"]
    best = (float("inf"), float("inf"))
    for _ in range(runs):
        os.utime(file)
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        if "no such step" in ended.stderr:
            return None
        if ended.returncode != 0:
            sys.exit(f"loop.py: {' '.join(command)}: {ended.stderr}")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best[0], seconds), min(best[1], used)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("chapters", nargs="+")
    options = parser.parse_args()
    # A make above would lend its jobs to those that are timed.
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
        os.environ.pop(name, None)
    load = os.getloadavg()[0]
    lines = [f"# commit: {options.commit}; {os.cpu_count()} cores, load before {load:.1f}; "
             f"m = n = k = {options.size}; the fastest of {options.runs}", "step\tseconds\tprocessor_seconds"]
    new = pathlib.Path(options.out + ".new")
    for chapter in options.chapters:
        for step, file in step_files(chapter):
            times = loop(chapter, step, file, options.size, options.runs)
            if times:
                lines.append(f"{chapter[:2]}/{file.stem}\t{times[0]:.2f}\t{times[1]:.2f}")
                print(lines[-1], flush=True)
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    new.replace(options.out)


if __name__ == "__main__":
    main()
