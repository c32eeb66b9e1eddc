#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which version of its kernels is a record of? Run in the repository root.

    records.py stamp RECORD [STEP...]    names the steps and their sources in RECORD's header
    records.py write                     writes the table of all records, bench/results/records.md
    records.py check                     prints which are older than their kernels; exit status 1 if the table is not current

stamp adds a line "# sources: 08/8_tuned 1f2e3d4c, ...": each step, and a hash of its sources as they are now. Without STEP, it
takes the steps of RECORD's rows (columns `chapter` and `step`, or `step` with "NN_chapter/step"), if any. A STEP may also be a
source file, as bench/ceilings/registers.h. A record without this line was made before there were hashes.

Runs of one command may share a record: each part begins, after an empty line, with a line that names the GPU or nvcc, and has a
row of the table. Stamp a part before you append it. (The ceilings in cpu_*gemm.csv are no part: they have no row.)

A step's sources are its files, the headers that they include, and a .c or .cu file next to such a header whose name begins
like it, as plan.h, plan_table.c. They are sources of its chapter and of common/device. Comments and line breaks do not count.
"""
import fnmatch
import pathlib
import re
import sys
import zlib

RESULTS = pathlib.Path("bench/results")
PAGE = RESULTS / "records.md"
SOURCES = re.compile(r"^# sources: (.*)\n", re.M)
PARTS = re.compile(r"\n\n(?=# (?:(?:GPU: |[\d and]+ x )?NVIDIA|nvcc) )")
# Records that are of no step.
OTHERS = {
    "of the hardware": ("ceilings*", "links*", "mma_*", "wgmma_*"),
    "of sketches, before the steps were written": ("*_variants.txt", "07_types_s8.txt", "05_register_banks.txt"),
    "of the tools": ("emu_*", "layout*", "learn_*", "loop_*", "inject*", "expect*", "many_gpus_expected*",
                     "*_explained.tsv", "mistakes*", "kernels*", "time_kernels*", "first_run*"),
}
NO_SOURCES = {"predict", "show", "exercises", "img"}
COMMENT_OR_TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)


def fail(text):
    sys.exit(f"records.py: {text}")


# ---- A step's sources ------------------------------------------------------------------------------------------------


def code_of(path):
    text = COMMENT_OR_TEXT.sub(lambda m: m[0] if m[0][0] == '"' else " ", path.read_text())
    return " ".join(text.split())


def step_files(name):
    """Of "08/8_tuned" or "08_cutlass_hierarchy/8_tuned": its files; those of other steps in its folder do not count."""
    if pathlib.Path(name).is_file():  # no step: the file of a benchmark
        return [pathlib.Path(name)]
    chapter, _, step = name.partition("/")
    folders = [f for f in pathlib.Path().glob(f"{chapter}*") if f.name == chapter or f.name.split("_")[0] == chapter]
    if len(folders) != 1 or not step:
        return []
    for own in sorted([*folders[0].glob("*.c*"), *folders[0].glob("[0-9]*/*.cu")]):
        if own.stem == step:
            break
    else:  # a row of a step: 2_split_k_turns of 2_split_k
        shorter = step.rpartition("_")[0]
        return step_files(f"{chapter}/{shorter}") if shorter else []
    if own.parent == folders[0]:
        return [own]
    return [own, *sorted(f for f in own.parent.iterdir() if f.suffix in (".c", ".cu", ".h") and not f.name[0].isdigit())]


def sources(files):
    """These files and what they use."""
    rooms = {files[0].parts[0], "common"}
    found, todo = set(), list(files)
    while todo:
        path = todo.pop()
        if path in found or not path.is_file():
            continue
        if path.parts[0] not in rooms or NO_SOURCES & set(path.parts):
            continue
        if path.parts[0] == "common" and path.parts[1] != "device":
            continue
        found.add(path)
        for included in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.M):
            header = pathlib.Path(path.parent.joinpath(included)).resolve().relative_to(pathlib.Path.cwd())
            todo += [header, *header.parent.glob(f"{header.stem}*.c*")]
    return sorted(found)


def hash_of(name):
    """Eight digits, or None if there is no such step."""
    files = step_files(name)
    if not files:
        return None
    text = "\n".join(f"{path} {code_of(path)}" for path in sources(files))
    return f"{zlib.crc32(text.encode()):08x}"


# ---- A record --------------------------------------------------------------------------------------------------------


def steps_of(text):
    """The steps of a record's rows."""
    rows = [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]
    if not rows or "step" not in rows[0]:
        return []
    step = rows[0].index("step")
    chapter = rows[0].index("chapter") if "chapter" in rows[0] else None
    names = []
    for row in rows[1:]:
        whole = row[step] if chapter is None else f"{row[chapter]}/{row[step]}"
        parts = whole.split("/")
        name = f"{parts[0].split('_')[0]}/{parts[1]}" if len(parts) > 1 else ""
        if name not in names and step_files(name):
            names.append(name)
    return names


def stamp(path, names):
    text = SOURCES.sub("", path.read_text()) if path.is_file() else fail(f"{path}: no such file")
    names = names or steps_of(text)
    if not names:  # no step was measured
        return
    parts = [f"{name} {hash_of(name) or fail(f'{name}: no such step')}" for name in names]
    header = re.match(r"(?:#.*\n)*", text)[0]
    path.write_text(f"{header}# sources: {', '.join(parts)}\n{text[len(header):]}")


def state_of(name, text):
    """Of a record: "before hashes", "current", "older than ...", or of what it is, if not of a step."""
    found = SOURCES.search(text)
    if not found:
        name = re.sub(r"^h[0-9]+_", "", name)  # the GPU
        of = [what for what, patterns in OTHERS.items() if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
        return of[0] if of else "before hashes"
    stamped = [part.split() for part in found[1].split(", ")]
    older = [name for name, value in stamped if hash_of(name) != value]
    return f"older than {', '.join(older)}" if older else "current"


def all_states():
    """Of each part of a record: the record's name, the part's text and its state."""
    return [(path.name, part, state_of(path.name, part)) for path in sorted(RESULTS.iterdir())
            if path.suffix != ".md" for part in PARTS.split(path.read_text())]


def first(pattern, text):
    found = re.search(pattern, "\n".join(line for line in text.splitlines()[:12]))
    return found[1] if found else ""


def page(states):
    """The table. It names the dates and commits of the headers."""
    rows = [f"| [{name}]({name}) | {first(r'(20[0-9]{2}-[0-9]{2}-[0-9]{2})', text)} | "
            f"{first(r'commit:? ([0-9a-f]{7,})', text)} | {state} |" for name, text, state in states]
    return "\n".join(["<!-- Written by bench/code/records.py write. -->", "# Records and their kernels", "",
                      "A record names the steps that it measured, and a hash of their sources (`# sources:` in its header). If a step",
                      "has changed since, the record is older than the step, and its figures may differ from those of the current",
                      "kernel. `make records` compares them and writes this table. A record marked *before hashes* was made before",
                      "records had this line; its commit names the version that it measured. Other records are of no step. A record of",
                      "several runs has a row for each.", "",
                      "| record | date | commit | compared with the current sources |", "|---|---|---|---|", *rows]) + "\n"


def main():
    command, arguments = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if command == "stamp" and arguments:
        stamp(pathlib.Path(arguments[0]), arguments[1:])
        return 0
    if command not in ("write", "check") or arguments:
        sys.exit(__doc__)
    states = all_states()
    wanted = page(states)
    if command == "write":
        PAGE.write_text(wanted)
    for name, _, state in states:
        if state.startswith("older"):
            print(f"{name}: {state}")
    count = [sum(state.startswith(kind) for _, _, state in states) for kind in ("current", "older", "before", "of ")]
    print("records: {} of the current kernels, {} older, {} before hashes, {} of no step".format(*count))
    if not PAGE.is_file() or PAGE.read_text() != wanted:
        fail(f"{PAGE}: not current; run `make records`")
    return 0


sys.exit(main())
