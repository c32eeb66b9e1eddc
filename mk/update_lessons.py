#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""update_lessons.py PAGE.md...: runs the commands that pages show in ```console blocks and writes what they print
now into the blocks; check_lessons.sh only compares. Where a block leaves lines out ("..."), those that it
shows are found again by their first word. Read the diff before a commit. Run in the repository root."""
import os
import pathlib
import shutil
import subprocess
import sys

ENVIRONMENT = {**os.environ, "GPU": "emu", "EMU_CORES": "1"}
ENVIRONMENT.pop("COLUMNS", None)  # with it, programs fold their lines as on a terminal
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "COLUMNS"):
    ENVIRONMENT.pop(name, None)


def output_of(command):
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT,
                          check=False)
    return [line.rstrip(" \t") for line in done.stdout.decode().split("\n")[:-1]]


def fits(shown, printed):
    """Do the lines shown, with "..." for any number of lines, match those printed?"""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(fits(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and fits(shown[1:], printed[1:])


def first_word(line):
    return (line.split() or [""])[0]


def excerpt(shown, printed):
    """The printed lines that replace those shown, with "..." where lines are left out."""
    if "..." not in shown:
        return printed
    kept, at = [], 0
    for line in shown:
        if line == "...":
            continue
        same = [i for i in range(at, len(printed)) if printed[i] == line]
        alike = [i for i in range(at, len(printed)) if first_word(printed[i]) == first_word(line) and line]
        found = (same or alike)[:1]
        if found:
            kept += found
            at = found[0] + 1
    new, last = [], -1
    for i in kept:
        if i > last + 1 and not (last == -1 and shown[0] != "..." and i == 0):
            new.append("...")
        new.append(printed[i])
        last = i
    if last + 1 < len(printed):
        new.append("...")
    return new


def update(page):
    lines = page.read_text().split("\n")
    new, i, changed = [], 0, 0
    while i < len(lines):
        new.append(lines[i])
        i += 1
        needs_mpi = len(new) > 1 and new[-2] == "<!-- test: mpi -->"
        if new[-1] != "```console" or (needs_mpi and not shutil.which("mpirun")):
            continue
        while lines[i] != "```":
            new.append(lines[i])  # the command, or the text before the first
            i += 1
            if not new[-1].startswith("$ "):
                continue
            end = i
            while lines[end] != "```" and not lines[end].startswith("$ "):
                end += 1
            shown, printed = lines[i:end], output_of(new[-1][2:])
            if not fits([line.rstrip(" \t") for line in shown], printed):
                shown = excerpt(shown, printed)
                changed += 1
            new += shown
            i = end
    if changed:
        page.write_text("\n".join(new))
    print(f"{page}: {changed} changed")


for name in sys.argv[1:]:
    update(pathlib.Path(name))
