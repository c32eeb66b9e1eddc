#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the engine's diagnoses that no expected text contains, and exits with 1 if there are any.

A diagnosis is a call of report() or a similar function in emu/engine/ or libraries/; its texts are the
string literals among the arguments. Each must occur, with its %s and %d filled in, in the expected text
of a program of emu/tests/mistakes/ or emu/tests/diagnoses/.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "emu" / "tests" / "tools"))
import gallery

CALL = re.compile(r"\b(?:report|report_diagnosis|report_and_stop|launch_refused|library_refuse)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*')
CONVERSION = re.compile(r"%#?\d*(?:zu|zx|llu|lld|u|d|s|x|p|c)")
SHORT = 8  # shorter strings are arguments such as names


def arguments(source, begin):
    """Returns the text from `begin`, which follows an opening parenthesis, to the matching one."""
    depth, at = 1, begin
    while depth:
        string = LITERAL.match(source, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
    return source[begin : at - 1]


def pattern(text):
    return ".*".join(re.escape(part) for part in CONVERSION.split(text))


def main():
    expected = gallery.expected_texts()
    untold = []
    for file in sorted([*(ROOT / "emu/engine").rglob("*.c"), *(ROOT / "emu/libraries").rglob("*.c")]):
        source = file.read_text()
        for call in CALL.finditer(source):
            for string in STRING.findall(arguments(source, call.end())):
                text = "".join(LITERAL.findall(string))
                if len(text) > SHORT and not re.search(pattern(text), expected):
                    line = source.count("\n", 0, call.start()) + 1
                    untold.append(f"{file.name}:{line}: {text}")
    print("\n".join(untold))
    return 1 if untold else 0


if __name__ == "__main__":
    sys.exit(main())
