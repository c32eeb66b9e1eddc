#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus.py pack DIR > corpus.txt, corpus.py unpack corpus.txt DIR: a fuzzer's inputs as one file.

One input a line; backslash and unprintable bytes as \\xNN.
"""
import pathlib
import sys


def escape(data):
    return "".join(chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in data)


def unescape(line):
    return line.encode("ascii").decode("unicode_escape").encode("latin-1")


if sys.argv[1] == "pack":
    inputs = {p.read_bytes() for p in pathlib.Path(sys.argv[2]).iterdir()}
    print("\n".join(sorted(escape(i) for i in inputs if i)))
else:
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for n, line in enumerate(open(sys.argv[2])):
        (folder / f"{n:04}").write_bytes(unescape(line.rstrip("\n")))
