#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_source_maps.py MAP...: does each row of a map lead somewhere? Run in the repository root.

The maps, docs/source_texts/*.md, lead from an item of a source text to a lesson, a file and a command. Here: each link has
its page and heading; each command its chapter and step, its exercise, its goal or its files; and each row of
docs/source_texts.md its text. A row without a file or a command names the heading that explains it. What the commands print
is not compared; with TEST_FULL set those that are not goals are run and must succeed. mk/check_map.sh checks the symbols.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

DIFFERENCES = pathlib.Path("docs/source_texts.md")
TEXTS = {"matmul", "cute", "tv", "cutlass", "tiles"}
COLUMNS = 5
NONE = "–"  # in place of a file or a command
failed = False
tried = set()


def complain(text):
    global failed
    failed = True
    print(text, file=sys.stderr)


def anchors(page):
    """The headings as GitHub links to them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)", text, re.M)}


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def rows(page):
    """(line number, cells) of the tables' rows, without their heads."""
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("| ") and not lines[min(number, len(lines) - 1)].startswith("|---"):
            yield number, cells(line)


def check_links(page):
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", line):
            other = (page.parent / target) if target else page
            if not other.exists():
                complain(f"{page}:{number}: the link {target} leads nowhere")
            elif anchor and anchor not in anchors(other):
                complain(f"{page}:{number}: {target} has no heading {anchor}")


def chapter_of(number):
    return next((page.parent for page in pathlib.Path(".").glob(f"{number}_*/README.md")), None)


def is_goal(goal):
    rules = "".join(page.read_text(encoding="utf-8") for page in pathlib.Path("mk").glob("*.mk"))
    return re.search(rf"^(?:[\w-]+ )*{re.escape(goal)}(?: [\w-]+)*:(?!=)", rules, re.M)


def check_make(place, command):
    """A goal of make; returns the command to run in its place, for those that are run."""
    of_chapter = re.fullmatch(r'make (\d\d) ARGS="([^"]*)"', command)
    exercise = re.fullmatch(r"make learn EX=(\d\d)_(\w+)", command)
    if of_chapter and (chapter := chapter_of(of_chapter[1])):
        for step in re.findall(r"--step (\w+)(?!\S)", of_chapter[2]):
            if not any(chapter.rglob(f"{step}*")):
                complain(f"{place}: `{command}`: no step {step}")
        return f"{pathlib.Path('build/emu') / chapter / chapter.name} {of_chapter[2]}"
    if exercise and (chapter := chapter_of(exercise[1])):
        if not any((chapter / "exercises").glob(f"{exercise[2]}.*")):
            complain(f"{place}: `{command}`: no such exercise")
    elif not (re.fullmatch(r"make [\w-]+", command) and is_goal(command.split()[1])):
        complain(f"{place}: `{command}`: no such chapter, exercise or goal")
    return None


def check_command(place, command):
    to_run = command
    if command.startswith("make "):
        to_run = check_make(place, command)
    else:
        for word in shlex.split(command):
            if "/" in word and " " not in word and not word.startswith("build/") and not pathlib.Path(word).exists():
                complain(f"{place}: `{command}`: no file {word}")
    if os.environ.get("TEST_FULL") and to_run and to_run not in tried:
        tried.add(to_run)
        done = subprocess.run(to_run, shell=True, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            complain(f"{place}: `{command}`: exit status {done.returncode}: {done.stderr.strip()[:200]}")


def check_row(place, row):
    if len(row) != COLUMNS or not all(row):
        return complain(f"{place}: {len(row)} columns; a row has section, item, lesson, file and command")
    lesson, command = row[2], row[4]
    if "](" not in lesson:
        complain(f"{place}: no lesson")
    if command != NONE:
        check_command(place, command.strip("`"))
    elif "#" not in lesson and "/img/" not in lesson:
        complain(f"{place}: neither a command nor a heading")


def main(pages):
    for page in map(pathlib.Path, pages):
        check_links(page)
        for number, row in rows(page):
            check_row(f"{page}:{number}", row)
    check_links(DIFFERENCES)
    for number, row in rows(DIFFERENCES):
        if not set(re.split(r", ", row[0])) <= TEXTS:
            complain(f"{DIFFERENCES}:{number}: `{row[0]}` is not one of the texts: {', '.join(sorted(TEXTS))}")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
