#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""atoms_tsv.py atoms.json > atoms.tsv: what CuTe itself says of its atoms, one fact a line.

atoms.json was made by running CuTe (its "meta" says which version). Fields, separated by tabs:

  mma     name  ThrID  Shape_MNK  A  B  C  bits of D,A,B,C  right inverses of A, B, C (- if none)
  copy    name  type  ThrID  BitSrc  BitDst  ValSrc  ValDst  ValRef
  smem    name  layout
  tmma    name  atom  thread layout  permutation  ThrLayoutVMNK  tile  A  B  C  threads
  tmma-p  name  operand  tensor  thread  layout  offset
  tcopy   name  tiler  TiledLayout_TV  S  D  threads
  tcopy-p name  S or D  tensor  thread  layout  offset
"""
import json
import re
import sys


def line(*fields):
    print("\t".join(str(f) for f in fields))


def tiled_mma_arguments(name):
    """'ATOM 2x2:(2,1) Tile<32,32,4>' -> the atom, the thread layout, the permutation ('_': none)."""
    words = name.split()
    atom, threads, permutation = words[0], "(1,1,1):(0,0,0)", "_"
    for word in words[1:]:
        if word.startswith("Tile<"):
            permutation = word[4:].replace("...", "")
        else:
            shape, _, stride = word.partition(":")
            extents = [int(e) for e in shape.split("x")]
            extents += [1] * (3 - len(extents))
            if stride:
                strides = [int(s) for s in re.findall(r"\d+", stride)]
                strides += [0] * (3 - len(strides))
            else:
                strides, product = [], 1
                for extent in extents:
                    strides.append(product if extent > 1 else 0)
                    product *= extent
            threads = "({},{},{}):({},{},{})".format(*extents, *strides)
    return atom, threads, permutation


def parts(kind, atom, operands, tensors):
    for part in atom["part"]:
        for operand, tensor in zip(operands, tensors):
            line(kind, atom["name"], operand, tensor, part["thr"], part[operand]["layout"],
                 part[operand]["offset"])


print("# Made by tests/layout/data/atoms_tsv.py; its head says what the fields are.")
for atom in json.load(open(sys.argv[1]))["atoms"]:
    name = atom["name"]
    if atom["kind"] == "mma":
        line("mma", name, atom["ThrID"], atom["Shape_MNK"], atom["LayoutA_TV"], atom["LayoutB_TV"],
             atom["LayoutC_TV"], ",".join(map(str, atom["bits"])),
             *[(atom.get("right_inverse_" + x, "-") if atom.get("bij" + x) else "-") for x in "ABC"])
    elif atom["kind"] == "copy":
        line("copy", name, *[atom[k] for k in ("type", "ThrID", "BitSrc", "BitDst", "ValSrc",
                                               "ValDst", "ValRef")])
    elif atom["kind"] == "smem_atom":
        line("smem", name, atom["layout"])
    elif atom["kind"] == "tiled_mma":
        line("tmma", name, *tiled_mma_arguments(name),
             *[atom[k] for k in ("ThrLayoutVMNK", "tile", "A_TV", "B_TV", "C_TV", "threads")])
        parts("tmma-p", atom, "ABC", [atom["tensor" + x] for x in "ABC"])
    elif atom["kind"] == "tiled_copy":
        line("tcopy", name, *[atom[k] for k in ("Tiler_MN", "TiledLayout_TV", "S_TV", "D_TV",
                                                "threads")])
        parts("tcopy-p", atom, "SD", [atom["tensor"]] * 2)
