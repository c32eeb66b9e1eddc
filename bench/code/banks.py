#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""banks.py FILE [PEAK]: how fast the banks of the register file let a kernel's loop of FFMA run, from its machine code.

FILE is what `cuobjdump -sass` printed. Registers are in two banks, even and odd, and each gives one register in a cycle; an
operand that the previous FFMA kept (.reuse) costs none. PEAK: TFLOP/s if an FFMA starts in every cycle (66.9, an H200).
"""
import sys

import kernel_facts
import sass


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    peak = float(sys.argv[2]) if len(sys.argv) == 3 else 66.9
    print("kernel             FFMA  other  cycles of 64 FFMA  TFLOP/s at most")
    for name, instructions in sass.parse_sass(sass.read(sys.argv[1])).items():
        loops = [loop for loop in sass.find_loops(instructions) if loop.counts["FFMA"]]
        if not loops:
            continue
        loop = max(loops, key=lambda one: one.counts["FFMA"])
        count, cycles = loop.counts["FFMA"], kernel_facts.dispatch(loop.body)
        others = len(loop.body) - count
        print(f"{name:<16}  {count:5}  {others:5}  {cycles:17}  {peak * count / (count * cycles / 64 + others):15.1f}")
    return 0


sass.run_main(main)
