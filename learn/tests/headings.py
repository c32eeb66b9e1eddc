#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""headings.py ROOT: does each exercise's `lesson: README.md#heading` lead to a heading of that text?"""
import pathlib
import re
import sys


def anchors(text):
    """As GitHub makes them: small letters, no punctuation, dashes for blanks."""
    lines = [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


wrong = 0
for source in sorted(pathlib.Path(sys.argv[1]).glob("[0-9][0-9]_*/exercises/*.c*")):
    lesson = re.search(r"^// lesson: *([^#\n]*)(?:#(.*))?$", source.read_text(encoding="utf-8"), re.M)
    text = source.parent.parent / lesson.group(1)
    if not text.is_file():
        print(f"{source}: there is no {text}", file=sys.stderr)
        wrong += 1
    elif lesson.group(2) and lesson.group(2) not in anchors(text.read_text(encoding="utf-8")):
        print(f"{source}: {text.name} has no heading #{lesson.group(2)}", file=sys.stderr)
        wrong += 1
sys.exit(1 if wrong else 0)
