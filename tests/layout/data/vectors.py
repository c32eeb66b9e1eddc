#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""vectors.py VECTORS.jsonl > vectors.tsv: the test vectors of the layout algebra, made compact.

The JSON records were made by running CuTe 7107b05 (and judging the answers by brute force); they
hold facts only. Columns of the TSV:

    id        of the record
    kind      ok           the answer must be this one
              reject       the operation must be refused
              wrong        the peer's answer breaks the operation's contract: refuse, or do better
              unsupported  the peer merely fails to compile: any answer, or none
    result    text, integer, true or false; - for none
    offset    of slice-like operations; - for none
    function  number and FNV-1a hash (64 bits) of the offsets of all elements, 4096 at most; - for none
    operation, operands...
"""
import json
import sys

# Answers that break the contract of their operation although their records do not state it, because
# no contract was checked for them. The test shows by brute force that they do.
WRONG = {
    ("left_inverse", "Sw<2,0,3> o 0 o ((4,2,2),2):((8,4,2),1)"):
        "A(R(A(i))) != A(i): the swizzle's pairs of bits change their order on the way to the left",
    ("logical_product", "(3,2,5):(5,60,1)", "<(3,4):(1,3),12:2>"):
        "copies overlap: offset 5 belongs to two of them (the carry of CUTLASS issue 2955)",
}


def fnv(offsets):
    h = 0xCBF29CE484222325
    for byte in ",".join(map(str, offsets)).encode():
        h = ((h ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h


def text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def main():
    for line in open(sys.argv[1]):
        r = json.loads(line)
        kind = r["kind"] if r.get("error") else "ok"
        if r.get("post") is False or (r["op"], *r["args"]) in WRONG:
            kind = "wrong"
        function = f"{len(r['fn'])}:{fnv(r['fn']):016x}" if "fn" in r else "-"
        print(r["id"], kind, text(r.get("result", "-")), r.get("offset", "-"), function, r["op"],
              *r["args"], sep="\t")


main()
