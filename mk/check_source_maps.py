#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_source_maps.py MAP...: does each row of a map lead somewhere? Run in the repository root.

The maps, docs/source_texts/*.md, lead from a section of a source text to a lesson, a file and a command. Here: each link
has its page and heading, each command its chapter and step, and each row of docs/source_texts.md its text. What the
commands print is not compared; with TEST_FULL set they are run and must succeed. mk/check_map.sh checks the symbols.
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


def check_command(place, command):
    found = re.fullmatch(r'make (\d\d) ARGS="([^"]*)"', command)
    chapters = sorted(pathlib.Path(".").glob(f"{found[1]}_*/README.md")) if found else []
    if not chapters:
        return complain(f'{place}: `{command}`: not a command like `make 02 ARGS="--step 1"`')
    chapter = chapters[0].parent
    for step in re.findall(r"--step (\w+)", found[2]):
        if not any(chapter.glob(f"{step}_*")):
            complain(f"{place}: `{command}`: no step {step}")
    if os.environ.get("TEST_FULL") and command not in tried:
        tried.add(command)
        program = pathlib.Path("build/emu") / chapter / chapter.name
        done = subprocess.run([program, *shlex.split(found[2])], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            complain(f"{place}: `{command}`: exit status {done.returncode}: {done.stderr.strip()[:200]}")


def main(pages):
    for page in map(pathlib.Path, pages):
        check_links(page)
        for number, row in rows(page):
            place = f"{page}:{number}"
            if len(row) != COLUMNS or not all(row):
                complain(f"{place}: {len(row)} columns; a row has section, claim, lesson, file and command")
                continue
            check_command(place, row[-1].strip("`"))
    check_links(DIFFERENCES)
    for number, row in rows(DIFFERENCES):
        if not set(re.split(r", ", row[0])) <= TEXTS:
            complain(f"{DIFFERENCES}:{number}: `{row[0]}` is not one of the texts: {', '.join(sorted(TEXTS))}")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
