#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of measured figures for the lessons, so that none is typed by hand.

    ladder_table.py [--results FILE] print NAME [ARGUMENT]...
    ladder_table.py [--results FILE] write README.md...     between the marks, in place
    ladder_table.py [--results FILE] check README.md...     exit status 1 where a table is another

A lesson marks the place; `write` puts the table between the two lines:

    <!-- table: ladder 4096 05_outer_product -->
    <!-- end -->

    ladder SIZE [CHAPTER]...   cool TFLOP/s at m = n = k = SIZE, % of cuBLAS, gain by each step
    sizes STEP                 one step (05/8) at every size, cool and hot
    shapes STEP                one step on the random shapes
    ceilings                   what this GPU can do at most

Needs nothing but Python's standard library.
"""

import argparse
import os
import re
import sys

from gemm_results import Results, ResultsError, die

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


def source(results):
    """Under each table: where it is from."""
    details = "; ".join(filter(None, [results.gpu(), results.about("date") and
                                      "date: " + results.about("date")]))
    return ["", f"*Source: `{results.path}`, made by `make bench`: {details}.*"]


# ---- Tables --------------------------------------------------------------------------------------


def gains(results, size):
    """{(chapter, step): TFLOP/s over those of the step before in the ladder}"""
    result, before = {}, None
    for row in results.select("cool", size):
        result[row["chapter"], row["step"]] = row["tflops"] / before if before else None
        before = row["tflops"]
    return result


def ladder(results, size, *chapters):
    if not size.isdigit() or int(size) not in results.sizes():
        raise ResultsError(f"ladder {size}: not a size in {results.path}; there are "
                           f"{', '.join(map(str, results.sizes()))}")
    size = int(size)
    rows = results.select("cool", size, chapters=chapters, skipped=True)
    if not rows:
        raise ResultsError(f"ladder {size} {' '.join(chapters)}: no such rows in {results.path}")
    gain = gains(results, size)
    table = []
    for row in rows:
        if row["tflops"] is None:
            table.append([f"`{short(row)}`", "skipped", "", ""])
            continue
        times = gain[row["chapter"], row["step"]]
        table.append([f"`{short(row)}`", figure(row["tflops"]), percent(row["of_cublas"]),
                      f"{figure(times)} ×" if times else ""])
    cublas = results.cublas("cool", size)
    if cublas:
        table.append(["cuBLAS", figure(cublas["tflops"]), "100%", ""])
    if "ffma" in results.ceilings:
        of_cublas = results.ceilings["ffma"] / cublas["tflops"] if cublas else None
        table.append(["FFMA ceiling", figure(results.ceilings["ffma"]), percent(of_cublas), ""])
    return markdown([f"m = n = k = {size}", "TFLOP/s", "% of cuBLAS", "gain"], table)


def rows_of_step(results, said, random):
    """{mode: rows} of the step that is called 05/8 or 05/8_tuned."""
    chapter, _, step = said.partition("/")
    found = {mode: [row for row in results.select(mode, random=random)
                    if row["chapter"].split("_")[0] == chapter.split("_")[0]
                    and step in (row["step"], row["step"].split("_")[0])]
             for mode in ("cool", "hot")}
    if not found["cool"]:
        raise ResultsError(f"{said}: no such step in {results.path}; say 05/8")
    return found


def sizes(results, step):
    found = rows_of_step(results, step, 0)
    hot = {row["m"]: row for row in found["hot"]}
    table = []
    for row in found["cool"]:
        other = hot.get(row["m"], {})
        table.append([str(row["m"]), figure(row["tflops"]), percent(row["of_cublas"]),
                      percent(row["of_cublas_spread"]), figure(other.get("tflops")),
                      percent(other.get("of_cublas"))])
    return markdown([f"`{short(found['cool'][0])}`, m = n = k", "cool TFLOP/s", "% of cuBLAS",
                     "spread", "hot TFLOP/s", "% of cuBLAS"], table)


def shapes(results, step):
    rows = rows_of_step(results, step, 1)["cool"]
    table = [[f"{row['m']} × {row['n']} × {row['k']}", figure(row["tflops"]),
              percent(row["of_cublas"]), percent(row["of_cublas_spread"])] for row in rows]
    return markdown([f"`{short(rows[0])}`, m × n × k", "TFLOP/s", "% of cuBLAS", "spread"], table)


def ceilings(results):
    table = []
    for line in results.header:
        found = re.match(r"ceiling (\w+): (\S+) (\S+), spread (\S+)", line)
        if found:
            table.append([f"`{found.group(1)}`", f"{found.group(2)} {found.group(3)}",
                          found.group(4)])
    return markdown(["ceiling", "measured", "spread"], table)


TABLES = {"ladder": ladder, "sizes": sizes, "shapes": shapes, "ceilings": ceilings}


def make(results, words):
    if not words or words[0] not in TABLES:
        raise ResultsError(f"table {' '.join(words)}: not known; there are {', '.join(TABLES)}")
    try:
        lines = TABLES[words[0]](results, *words[1:])
    except TypeError:
        raise ResultsError(f"table {' '.join(words)}: wrong number of words; --help shows "
                           "what each table wants") from None
    return "\n".join(lines + source(results)) + "\n"


# ---- Lessons -------------------------------------------------------------------------------------


def relink(text, path):
    """The name of the results file as a link that works from the lesson."""
    found = re.search(r"`(\S+\.tsv)`", text)
    if not found:
        return text
    link = os.path.relpath(found.group(1), os.path.dirname(path) or ".")
    return text.replace(found.group(0), f"[{found.group(0)}]({link})")


def filled(path, results_of):
    """(text of the lesson, the same with its tables as they should be)"""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
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
            print(f"{path}: a table is not what {options.results} says; `make tables` writes it",
                  file=sys.stderr)
            status = 1
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", default="bench/results/h200_gemm.tsv")
    parser.add_argument("mode", choices=["print", "write", "check"])
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
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
