#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Executes the code cells of a notebook, in order, without Jupyter.

    teach/run_notebook.py NOTEBOOK [NAME...]   cells whose id is NAME; without names all
    teach/run_notebook.py --offline NOTEBOOK   without the cells that need a network (tag "online")
    teach/run_notebook.py --check NOTEBOOK     is it a notebook, and does it name goals that there are?

In a cell, a line "!command" runs in the shell, with $NAME for a variable of the notebook, and "%cd folder" changes the
folder; "%%writefile name" at its top saves the cell; other lines are Python. Stops at the first cell that fails: status
1.
"""
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path


def code_cells(path):
    try:
        notebook = json.loads(Path(path).read_text())
        return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError) as reason:
        sys.exit(f"run_notebook.py: {path} is not a notebook ({reason})")


def source(cell):
    return "".join(cell["source"])


def run(cell, names):
    text = source(cell)
    if text.startswith("%%writefile "):
        name, text = text.split("\n", 1)
        target = Path(name.split(maxsplit=1)[1])
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return True
    # Runs of lines of one kind, in order.
    for is_python, lines in itertools.groupby(text.split("\n"), lambda line: line[:1] not in ("!", "%")):
        if is_python:
            exec(compile("\n".join(lines), cell.get("id", "cell"), "exec"), names)  # the notebook is the course's own
            continue
        for line in lines:
            if line.startswith("%cd "):
                os.chdir(line[4:].strip())
            elif line.startswith("!"):
                command = re.sub(r"\$(\w+)", lambda m: str(names.get(m[1], m[0])), line[1:])
                if subprocess.run(command, shell=True, check=False).returncode:
                    return False
            else:
                sys.exit(f"run_notebook.py: what does this line do? {line}")
    return True


def check(path):
    goals = set(re.findall(r"^([a-z][a-z0-9-]*)[ a-z0-9-]*:(?!=)", "\n".join(
        p.read_text() for p in [Path("Makefile"), *Path("mk").glob("*.mk")]), re.M))
    goals |= {chapter.name[:2] for chapter in Path(".").glob("[0-9][0-9]_*")}
    amiss = []
    for cell in code_cells(path):
        if cell["outputs"] or cell["execution_count"]:
            amiss.append(f"{cell['id']}: has outputs: clear them")
        for words in re.findall(r"^!make (.*)$", source(cell), re.M):
            words = re.sub(r'"[^"]*"', "", words.split("|")[0].split("||")[0])
            for word in re.findall(r"(?:^|\s)([a-z0-9][a-z0-9-]*)(?=\s|$)", words):
                if word not in goals:
                    amiss.append(f"{cell['id']}: make has no goal {word}")
        for name in re.findall(r"EX=([0-9]{2})_([a-z0-9_]+)", source(cell)):
            if not list(Path(".").glob(f"{name[0]}_*/exercises/{name[1]}.c*")):
                amiss.append(f"{cell['id']}: no exercise {'_'.join(name)}")
    print("\n".join(amiss), end="\n" if amiss else "")
    return 1 if amiss else 0


def main():
    words = sys.argv[1:]
    if len(words) == 2 and words[0] == "--check":
        sys.exit(check(words[1]))
    offline = words[:1] == ["--offline"]
    words = words[1:] if offline else words
    if not words:
        sys.exit("usage: teach/run_notebook.py [--check|--offline] NOTEBOOK [NAME...]")
    names = {}
    for cell in code_cells(words[0]):
        is_online = "online" in cell["metadata"].get("tags", [])
        if (words[1:] and cell["id"] not in words[1:]) or (offline and is_online):
            continue
        print(f"--- {cell['id']}", flush=True)
        if not run(cell, names):
            print(f"run_notebook.py: the cell {cell['id']} failed", file=sys.stderr)
            sys.exit(1)


main()
