#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of measured figures for the lessons, so that none is typed by hand.

    ladder_table.py [--results FILE]... print NAME [ARGUMENT]...
    ladder_table.py [--results FILE]... write README.md...     between the marks, in place
    ladder_table.py [--results FILE]... check README.md...     exit status 1 where a table is another

A lesson marks the place; `write` puts the table between the two lines:

    <!-- table: ladder 4096 05_outer_product -->
    <!-- end -->

    ladder SIZE [CHAPTER]...   cool TFLOP/s at m = n = k = SIZE, % of cuBLAS, gain by each step: of
                               float32, and of f16 with sums in float32, for each transposition
    types SIZE [CHAPTER]...    the same of all other types, with % of their ceiling
    steps SIZE STEP...         these steps (02/1 05/8) in one table, operands as they lie
    sizes STEP                 one step (05/8, or 08/8 nt) at every size, cool and hot
    shapes STEP                one step on the random shapes
    ceilings                   what this GPU can do at most
    cycles SIZE [CHAPTER]...   of f16 with sums in float32: cycles of an SM for each mma of
                               16 x 8 x 16, next to what the step's formula counts for it
    chains CEILING             mma_f16_f32 by warps in an SM and chains in a warp: the rows that
                               bench-ceilings wrote above the best of them

Needs nothing but Python's standard library.
"""

import argparse
import os
import re
import sys

from gemm_results import LADDER, NAMES, Results, ResultsError, die, is_on_cuda_cores, \
    is_on_ladder, is_wgmma

MARK = re.compile(r"^<!-- table: (.+?) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


# ---- Cells ---------------------------------------------------------------------------------------


def figure(x):
    """Three digits: 5.2 -> 5.20, 51.34 -> 51.3"""
    if x is None:
        return ""
    digits = 0 if x >= 100 else 1 if x >= 10 else 2 if x >= 1 else 3
    return f"{x:.{digits}f}"


def percent(x):
    return "" if x is None else f"{100 * x:.1f}%"


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def short(row):
    """05/6_warp_tile"""
    return f"{row['chapter'].split('_')[0]}/{row['step']}"


def source(rows):
    """Under each table: where it is from."""
    runs = list(dict.fromkeys(row["run"] for row in rows))
    return [""] + ["; ".join(filter(None, [
        f"*Source: `{run.path}`, made by `make bench`: {run.gpu()}",
        run.about("date") and "date: " + run.about("date")])) + ".*" for run in runs]


def row_names(rows):
    """Steps in the order of the ladder: [(chapter, step)]"""
    return list(dict.fromkeys((row["chapter"], row["step"]) for row in rows))


# ---- Tables --------------------------------------------------------------------------------------


def gains(results, size, types, trans):
    """{(chapter, step): TFLOP/s over those of the step before in the ladder}"""
    result, before = {}, None
    for row in filter(is_on_ladder, results.select("cool", size, types=types, trans=trans)):
        result[row["chapter"], row["step"]] = row["tflops"] / before if before else None
        before = row["tflops"]
    return result


def size_of(results, name, size):
    if not size.isdigit() or int(size) not in results.sizes():
        raise ResultsError(f"{name} {size}: not a size in {results.path}; there are "
                           f"{', '.join(map(str, results.sizes()))}")
    return int(size)


def speed_cells(row, gain):
    """TFLOP/s, % of cuBLAS, gain"""
    if row is None:
        return ["", "", ""]
    if row["tflops"] is None:
        return ["skipped", "", ""]
    return [figure(row["tflops"]), percent(row["of_cublas"]),
            f"{figure(gain)} ×" if gain else ""]


def ladder_of_types(results, size, types, chapters):
    """One table: each transposition has its columns."""
    transposes = [trans for kind, trans in LADDER if kind == types and
                  results.select("cool", size, chapters=chapters, types=types, trans=trans,
                                 skipped=True)]
    found = {trans: {(row["chapter"], row["step"]): row for row in results.select(
        "cool", size, chapters=chapters, types=types, trans=trans, skipped=True)
                     if is_on_ladder(row)} for trans in transposes}
    gain = {trans: gains(results, size, types, trans) for trans in transposes}
    every = [row for rows in found.values() for row in rows.values()]
    if not every:
        return []
    order = [name for name in row_names(results.rows) if any(name in found[t] for t in transposes)]
    table = []
    for name in order:
        line = [f"`{short(dict(chapter=name[0], step=name[1]))}`"]
        for trans in transposes:
            row = found[trans].get(name)
            line += speed_cells(row, gain[trans].get(name))
        table.append(line)
    run = every[-1]["run"]  # cuBLAS and the ceiling are those of the last steps' run
    cublas = {trans: results.peer("cool", size, types, trans, run=run) for trans in transposes}
    for step, name in (("cublas", "cuBLAS"), ("cublaslt", "cuBLASLt")):
        peers = [results.peer("cool", size, types, trans, step, run) for trans in transposes]
        if any(peers):
            cells = [cell for row in peers for cell in speed_cells(row, None)]
            table.append([name, *("100%" if cell == "100.0%" else cell for cell in cells)])
    for name, ceiling in results.ceilings(types, run).items():
        if name == "wgmma" and not any(is_wgmma(row) for row in every):
            continue
        line = [f"{name} ceiling"]
        for trans in transposes:
            share = ceiling / cublas[trans]["tflops"] if cublas[trans] else None
            line += [figure(ceiling), percent(share), ""]
        table.append(line)
    mark = "" if len(transposes) == 1 and types == "f32-f32" else "{}: "
    head = [f"m = n = k = {size}" + ("" if types == "f32-f32" else f", {NAMES[types]}")]
    for trans in transposes:
        head += [mark.format(trans) + "TFLOP/s", "% of cuBLAS", "gain"]
    return markdown(head, table) + source(every)


def ladder(results, size, *chapters):
    size = size_of(results, "ladder", size)
    tables = [ladder_of_types(results, size, types, chapters)
              for types in dict.fromkeys(types for types, _ in LADDER)]
    tables = [table for table in tables if table]
    if not tables:
        raise ResultsError(f"ladder {size} {' '.join(chapters)}: no such rows in {results.path}")
    lines = tables[0]
    for table in tables[1:]:
        lines += ["", *table]
    return lines


def steps(results, size, first, *others):
    """A row for each, on the types of the ladder, with cuBLAS and the ceiling of these types."""
    size = size_of(results, "steps", size)
    rows = []
    for said in (first, *others):
        found = [row for row in rows_of_step(results, said, 0, "NN")["cool"] if row["m"] == size]
        if not found:
            raise ResultsError(f"steps {size} {said}: not timed at this size in {results.path}")
        rows += found
    table = []
    for row in rows:
        _, ceiling = results.ceiling_of_row(row)
        cublas = results.peer("cool", size, row["types"], row["trans"], run=row["run"])
        table.append([f"`{short(row)}`", NAMES[row["types"]], figure(row["tflops"]),
                      figure(cublas["tflops"]) if cublas else "",
                      percent(row["of_cublas"]) if cublas else "",
                      figure(ceiling), percent(row["tflops"] / ceiling) if ceiling else ""])
    return markdown([f"m = n = k = {size}", "types", "TFLOP/s", "cuBLAS", "% of cuBLAS",
                     "ceiling", "% of ceiling"], table) + source(rows)


def types_table(results, size, *chapters):
    size = size_of(results, "types", size)
    rows = [row for row in results.select("cool", size, chapters=chapters, skipped=True)
            if row["types"] not in NAMES and not is_on_cuda_cores(row)]
    if not rows:
        raise ResultsError(f"types {size} {' '.join(chapters)}: no such rows in {results.path}")
    table, names = [], set()
    for row in rows:
        name, ceiling = results.ceiling_of_row(row)
        if ceiling:
            names.add(name)
        share = row["tflops"] / ceiling if ceiling and row["tflops"] else None
        peers = [results.peer("cool", size, row["types"], row["trans"], name, row["run"])
                 for name in ("cublas", "cublaslt")]  # e4m3 has cuBLASLt alone
        cublas = peers[0] or peers[1]
        table.append([f"`{short(row)}`", row["types"], row["trans"],
                      figure(row["tflops"]) if row["tflops"] else "skipped",
                      figure(cublas["tflops"]) if cublas else "",
                      percent(row["of_cublas"]) if cublas else "",
                      percent(share)])
    below = f"% of {names.pop()} ceiling" if len(names) == 1 else "% of ceiling"
    return markdown([f"m = n = k = {size}", "types", "operands", "TFLOP/s", "cuBLAS",
                     "% of cuBLAS", below], table) + source(rows)


def rows_of_step(results, said, random, trans):
    """{mode: rows} of the step that is called 05/8 or 05/8_tuned."""
    chapter, _, step = said.partition("/")
    found = {mode: [row for row in results.select(mode, random=random)
                    if row["chapter"].split("_")[0] == chapter.split("_")[0]
                    and step in (row["step"], row["step"].split("_")[0])
                    and row["trans"].lower() == trans.lower() and row["types"] in NAMES]
             for mode in ("cool", "hot")}
    if not found["cool"]:
        raise ResultsError(f"{said}: no such step in {results.path}; say 05/8")
    return found


def title(row):
    return f"`{short(row)}`" + ("" if row["types"] == "f32-f32" else f" {row['trans']}")


def sizes(results, step, trans="nn"):
    found = rows_of_step(results, step, 0, trans)
    hot = {row["m"]: row for row in found["hot"]}
    table = []
    for row in found["cool"]:
        other = hot.get(row["m"], {})
        table.append([str(row["m"]), figure(row["tflops"]), percent(row["of_cublas"]),
                      percent(row["of_cublas_spread"]), figure(other.get("tflops")),
                      percent(other.get("of_cublas"))])
    return markdown([f"{title(found['cool'][0])}, m = n = k", "cool TFLOP/s", "% of cuBLAS",
                     "spread", "hot TFLOP/s", "% of cuBLAS"], table) + source(found["cool"])


def shapes(results, step, trans="nn"):
    rows = rows_of_step(results, step, 1, trans)["cool"]
    table = [[f"{row['m']} × {row['n']} × {row['k']}", figure(row["tflops"]),
              percent(row["of_cublas"]), percent(row["of_cublas_spread"])] for row in rows]
    return markdown([f"{title(rows[0])}, m × n × k", "TFLOP/s", "% of cuBLAS", "spread"],
                    table) + source(rows)


def ceilings(results):
    """Of the first run that has each."""
    table, runs = {}, []
    for run in results.runs:
        for line in run.header:
            found = re.match(r"ceiling (\w+): (\S+) (\S+), spread (\S+)", line)
            if found and found.group(1) not in table:
                table[found.group(1)] = [f"`{found.group(1)}`",
                                         f"{found.group(2)} {found.group(3)}", found.group(4)]
                runs.append({"run": run})
    return markdown(["ceiling", "measured", "spread"], list(table.values())) + source(runs)


def cycles(results, size, *chapters):
    """At the clock that the GPU has at most."""
    size = size_of(results, "cycles", size)
    types, transposes = "f16-f32", ("NN", "NT")
    found = {trans: {(row["chapter"], row["step"]): row for row in results.select(
        "cool", size, chapters=chapters, types=types, trans=trans) if is_on_ladder(row)}
             for trans in transposes}
    every = [row for rows in found.values() for row in rows.values()]
    about = every and re.search(r"(\d+) SMs.* at most (\d+) MHz", every[0]["run"].about("GPU"))
    if not about:
        raise ResultsError(f"cycles {size} {' '.join(chapters)}: no such rows in {results.path}")
    mma = size ** 3 / (16 * 8 * 16)
    clocks = int(about.group(1)) * int(about.group(2)) * 1e3  # in a millisecond, of all SMs
    table = []
    for name in row_names(every):
        line = [f"`{short(dict(chapter=name[0], step=name[1]))}`"]
        for trans in transposes:
            row = found[trans].get(name)
            line += ["", "", ""] if row is None else [
                figure(row["ms"] * clocks / mma), figure(row["sectors"] / mma),
                figure(row["wavefronts"] / mma) if row["wavefronts"] else ""]
        table.append(line)
    head = [f"m = n = k = {size}, for each mma"]
    for trans in transposes:
        head += [f"{trans}: cycles of an SM", "sectors", "wavefronts"]
    return markdown(head, table) + source(every)


def read_text(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None


CEILINGS = "bench/results/ceilings_h200.txt"


def chains(_, name):
    """Of a run of bench-ceilings; the results of make bench hold the best of its rows only."""
    text = read_text(CEILINGS)
    found = re.findall(rf"^{re.escape(name)}_warps(\d+)_chains(\d+) +(\S+) (\S+)", text,
                       re.MULTILINE)
    if not found:
        raise ResultsError(f"chains {name}: no such rows in {CEILINGS}")
    unit = found[0][3]
    speed = {(warps, count): figure(float(x)) for warps, count, x, _ in found}
    counts = list(dict.fromkeys(count for _, count in speed))
    table = [[warps, *(speed[warps, count] for count in counts)]
             for warps in dict.fromkeys(warps for warps, _ in speed)]
    head = [f"{unit}: warps in an SM", f"chains: {counts[0]}", *counts[1:]]
    about = dict(re.findall(r"^# (GPU|date): ([^,\n]*(?:, commit: \w+)?)", text, re.MULTILINE))
    return markdown(head, table) + ["", f"*Source: `{CEILINGS}`, made by `make bench-ceilings`: "
                                    f"{about['GPU']}; date: {about['date']}.*"]


TABLES = {"ladder": ladder, "steps": steps, "types": types_table, "sizes": sizes, "shapes": shapes,
          "ceilings": ceilings, "cycles": cycles, "chains": chains}


def make(results, words):
    if not words or words[0] not in TABLES:
        raise ResultsError(f"table {' '.join(words)}: not known; there are {', '.join(TABLES)}")
    try:
        lines = TABLES[words[0]](results, *words[1:])
    except TypeError:
        raise ResultsError(f"table {' '.join(words)}: wrong number of words; --help shows "
                           "what each table wants") from None
    return "\n".join(lines) + "\n"


# ---- Lessons -------------------------------------------------------------------------------------


def relink(text, path):
    """The names of the results files as links that work from the lesson."""
    def link(match):
        target = os.path.relpath(match.group(1), os.path.dirname(path) or ".")
        return f"[{match.group(0)}]({target})"
    return re.sub(r"`(\S+\.(?:tsv|txt))`", link, text)


def filled(path, results_of):
    """(text of the lesson, the same with its tables as they should be)"""
    text = read_text(path)
    if text.count("\n<!-- table: ") != len(MARK.findall(text)):
        raise ResultsError(f"{path}: a line `<!-- table: ... -->` without its `<!-- end -->`")

    def replace(match):
        table = relink(make(results_of(), match.group(1).split()), path)
        return f"<!-- table: {match.group(1)} -->\n{table}<!-- end -->"

    return text, MARK.sub(replace, text)


def update(options, results_of):
    status = 0
    for path in options.words:
        text, wanted = filled(path, results_of)
        if text == wanted:
            continue
        if options.mode == "write":
            with open(path, "w", encoding="utf-8") as file:
                file.write(wanted)
            print(f"wrote the tables of {path}")
        else:
            print(f"{path}: a table is not what {' '.join(options.results)} says; `make tables` writes it",
                  file=sys.stderr)
            status = 1
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", action="append",
                        help="may be repeated (bench/results/h200_gemm.tsv)")
    parser.add_argument("mode", choices=["print", "write", "check"])
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    options.results = options.results or ["bench/results/h200_gemm.tsv"]
    loaded = []

    def results_of():
        """Read when the first table is wanted: lessons without one need no results."""
        if not loaded:
            loaded.append(Results(options.results))
        return loaded[0]

    if options.mode == "print":
        print(make(results_of(), options.words), end="")
        return 0
    return update(options, results_of)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ResultsError as problem:
        die("ladder_table.py", problem)
    except BrokenPipeError:  # `| head` has seen enough
        sys.exit(1)
