#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layout_pycute.py DIR VECTORS.tsv: operations per second of pycute, for `make bench-layout`.

DIR holds the package pycute (python/ of a CUTLASS checkout). Prints NAME=RATE for the operations
that bench/layout/layout.c measures, on the same cases; what pycute refuses is timed, too.
"""
import sys
import time

sys.path.insert(0, sys.argv[1])
import pycute  # noqa: E402

OPERATIONS = {
    "composition": pycute.composition,
    "complement": pycute.complement,
    "coalesce": pycute.coalesce,
    "logical_divide": pycute.logical_divide,
    "logical_product": pycute.logical_product,
}


def value(text):
    """An operand as pycute takes it: layout, integer, tuple; a tiler is a tuple of such."""
    text = text.replace("_", "None")
    if text.startswith("<"):
        parts, depth = [""], 0
        for c in text[1:-1]:
            depth += (c in "<(") - (c in ">)")
            if c == "," and depth == 0:
                parts.append("")
            else:
                parts[-1] += c
        return tuple(value(p) for p in parts)
    if ":" in text:
        shape, stride = text.split(":")
        return pycute.Layout(python(shape), python(stride))
    return python(text)


def python(text):
    return eval(text.replace(")", ",)").replace("(,)", "()"))  # (4) is a tuple here


def main():
    for name, function in OPERATIONS.items():
        cases = []
        for line in open(sys.argv[2]):
            field = line.rstrip("\n").split("\t")
            if field[5] == name and field[1] != "unsupported" and "Sw<" not in line:
                cases.append([value(f) for f in field[6:]])
        rates = []
        for _ in range(5):
            done, start = 0, time.perf_counter()
            while time.perf_counter() - start < 0.3:
                for case in cases:
                    try:
                        function(*case)
                    except Exception:  # refused
                        pass
                done += len(cases)
            rates.append(done / (time.perf_counter() - start))
        print(f"{name}={sorted(rates)[2]:.0f}")


main()
