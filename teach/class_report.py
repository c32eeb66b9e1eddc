#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One class at a glance, of many reports of `make check-all FORMAT=json`: a CSV table and a page.

    teach/class_report.py FOLDER < list-of-files     FOLDER/class.csv, FOLDER/class.html
    ls grades/*.json | teach/class_report.py build/teach

A file's name without .json is the student's. The page shows, for each exercise, how many passed, failed and did not
begin, which mistakes were made and how often, and where students gave up: the first exercise that a student began and
did not pass, with nothing passed after it.
"""
import collections
import csv
import html
import json
import re
import sys
from pathlib import Path

STATES = ("passed", "failed", "not_compiled", "not_graded", "not_begun")
MOST = 5  # mistakes that are listed for an exercise


def mistakes(exercise):
    """What went wrong, in few words: a kind of diagnosis, else the checks that failed."""
    text = exercise["text"]
    if "refused:" in text:
        return ["refused: " + text.split("refused:\n", 1)[1].strip().split("\n")[0][:80]]
    if exercise["state"] == "not_compiled" or "does not compile" in text:
        return ["does not compile"]
    found = re.search(r"^ *emu: ([a-z ]+?)(?: in [a-z]+ memory)?[:(]", text, re.M)
    failed = [c["check"] for c in exercise["checks"] if not c["passed"]]
    first = [found[1].strip()] if found else []
    return first + [check for check in failed if not (found and check in ("R", "D"))]


def state_of(exercise):
    state = exercise["state"].replace(" ", "_")
    return state if state in STATES else "failed"


def read(names):
    students = {}
    for name in names:
        try:
            students[Path(name).stem] = json.loads(Path(name).read_text())["exercises"]
        except (OSError, ValueError, KeyError) as reason:
            sys.exit(f"class_report.py: {name} is not a report of make check-all FORMAT=json ({reason})")
    if not students:
        sys.exit("class_report.py: no files were named on standard input")
    return students


def gave_up_at(exercises):
    passed = [i for i, e in enumerate(exercises) if e["state"] == "passed"]
    begun = [i for i, e in enumerate(exercises) if state_of(e) in ("failed", "not_compiled", "not_graded")]
    after = [i for i in begun if not passed or i > passed[-1]]
    return exercises[after[0]]["id"] if after else None


def count(students):
    rows, gave_up = {}, collections.Counter(filter(None, map(gave_up_at, students.values())))
    for exercises in students.values():
        for e in exercises:
            row = rows.setdefault(e["id"], {"title": e["title"], "states": collections.Counter(),
                                            "mistakes": collections.Counter()})
            row["states"][state_of(e)] += 1
            if state_of(e) in ("failed", "not_compiled"):
                row["mistakes"].update(mistakes(e))
    return rows, gave_up


def write_csv(path, rows, gave_up):
    with open(path, "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(("exercise", "title") + STATES + ("gave_up", "mistakes"))
        for name, row in rows.items():
            said = "; ".join(f"{what} ({times})" for what, times in row["mistakes"].most_common())
            # A cell that begins with = is a formula to a spreadsheet.
            table.writerow([name, row["title"]] + [row["states"][s] for s in STATES] +
                           [gave_up[name], said if said[:1] not in "=+-@" or not said else "'" + said])


PAGE = """<!doctype html>
<meta charset="utf-8">
<title>A class's exercises</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-bottom: 1px solid #ddd; padding: .3em .6em; text-align: left; vertical-align: top }}
.bar {{ display: flex; height: 1em; width: 12em; background: #eee }}
.bar i {{ display: block }}
.passed {{ background: #2a7d3f }} .failed {{ background: #c2452d }}
</style>
<h1>{students} students, {exercises} exercises</h1>
<p>Green: passed. Red: begun and not passed. Grey: not begun.</p>
<table>
<tr><th>exercise<th>passed<th><th>gave up here<th>most frequent mistakes
{rows}
</table>
"""


def page_row(name, row, students, gave_up):
    passed = row["states"]["passed"]
    failed = sum(row["states"][s] for s in ("failed", "not_compiled", "not_graded"))
    said = "<br>".join(f"{html.escape(what)} ({times})" for what, times in row["mistakes"].most_common(MOST))
    bar = "".join(f'<i class="{kind}" style="width: {100 * number / students:.1f}%"></i>'
                  for kind, number in (("passed", passed), ("failed", failed)))
    return (f"<tr><td>{name}<br>{html.escape(row['title'])}<td>{passed} of {students}"
            f'<td><div class="bar">{bar}</div><td>{gave_up or ""}<td>{said}')


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: ls GRADES/*.json | teach/class_report.py FOLDER")
    students = read(sys.stdin.read().split("\n")[:-1])
    rows, gave_up = count(students)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(folder / "class.csv", rows, gave_up)
    shown = "\n".join(page_row(name, row, len(students), gave_up[name]) for name, row in rows.items())
    (folder / "class.html").write_text(PAGE.format(students=len(students), exercises=len(rows), rows=shown))
    print(f"written: {folder}/class.csv, {folder}/class.html: {len(students)} students")


main()
