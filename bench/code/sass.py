#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the loops of a kernel became: instructions by kind, from the machine code (SASS).

    sass.py [--cuobjdump PROGRAM] [--kernel NAME] [--dump] OBJECT...
    sass.py --sass FILE [--usage FILE] ...      from what cuobjdump printed before

A loop is the code between a backward branch and its target. Loops are shown as they nest; the one
that runs most often, marked *, is the innermost loop with the most multiply-adds (FFMA, MMA).
Counts of a loop include those of the loops inside it, once: it is a count of the text, not of what
is executed.

Needs nothing but Python's standard library, and cuobjdump of the CUDA Toolkit; no GPU.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;")
OPCODE = re.compile(r"^(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)((?:\.[A-Za-z0-9_]+)*)")

ENCODED = re.compile(r"^\s*/\* 0x([0-9a-f]{16}) \*/")

# The columns, in this order; those that are 0 in all loops are left out.
WIDE = ["LDG", "LDGSTS", "STG", "LDS", "STS", "LDL", "STL"]
WIDTHS = ["8", "16", "32", "64", "128"]
KINDS = (["FFMA", "MMA", "FADD/FMUL"] + [f"{op}.{width}" for op in WIDE for width in WIDTHS] +
         ["LDSM", "ATOM", "BAR", "DEPBAR", "IMAD", "integer", "move", "branch", "other"])
INTEGER = re.compile(r"^U?(IADD3?|VIADD|VIADDMNMX|VIMNMX|IMNMX|LEA|LOP3|PLOP3|SHF|SHL|SHR|ISETP|"
                     r"ISCADD|BMSK|SGXT|IABS|POPC|FLO|PRMT|SEL|I2I|IDP|VOTE|VOTEU|ISET|P2R|R2P)$")
BRANCH = {"BRA", "BRX", "JMP", "CALL", "RET", "EXIT", "BSSY", "BSYNC", "BREAK", "WARPSYNC", "BMOV",
          "YIELD", "NANOSLEEP", "KILL"}
MOVE = {"MOV", "UMOV", "CS2R", "S2R", "S2UR", "R2UR", "LDC", "ULDC", "LDCU"}


# Bytes of shared memory that the system keeps of each block; from Hopper on cuobjdump adds them to
# those that the kernel declares (ptxas -v does not).
SYSTEM_SHARED = 1024


class Failure(Exception):
    """one line for the user"""


def fail(text):
    raise Failure(text)


def run_main(main):
    """for the programs that use this one, too"""
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"{os.path.basename(sys.argv[0])}: {failure}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # `| head` has seen enough
        sys.exit(1)


def width(modifiers):
    """of one lane's part of a load or store, in bits: '.E.128' -> '128'"""
    for modifier in modifiers.split("."):
        if modifier in ("64", "128"):
            return modifier
        if modifier in ("U8", "S8"):
            return "8"
        if modifier in ("U16", "S16"):
            return "16"
    return "32"


def kind(opcode, modifiers):
    if opcode in ("FFMA", "FFMA2"):
        return "FFMA"
    if opcode.endswith("MMA") and opcode not in ("FFMA", "DFMA", "HFMA2"):
        return "MMA"  # HMMA, IMMA, DMMA, HGMMA ...
    if opcode in ("FADD", "FMUL", "FADD2", "FMUL2"):
        return "FADD/FMUL"
    if opcode in WIDE:
        return f"{opcode}.{width(modifiers)}"
    if opcode in ("LDSM", "BAR"):
        return opcode
    if opcode in ("DEPBAR", "LDGDEPBAR"):
        return "DEPBAR"
    if opcode in ("ATOM", "ATOMG", "ATOMS", "RED", "REDG"):
        return "ATOM"
    if opcode == "IMAD" and ".MOV" in modifiers or opcode in MOVE:
        return "move"
    if opcode in ("IMAD", "UIMAD"):
        return "IMAD"
    if INTEGER.match(opcode):
        return "integer"
    return "branch" if opcode in BRANCH else "other"


# A zero, made by a unit that would be idle.
ZERO = re.compile(r"HFMA2\S* R\d+, -RZ, RZ, 0, 0$")


class Instruction:
    def __init__(self, address, text):
        self.address, self.text, self.control = address, text, 0
        found = OPCODE.match(text)
        self.opcode, modifiers = (found.group(1), found.group(2)) if found else ("?", "")
        self.kind = "move" if ZERO.search(text) else kind(self.opcode, modifiers)
        self.target = None
        if self.opcode in ("BRA", "JMP"):
            addresses = re.findall(r"\b0x([0-9a-f]+)\b", text)
            self.target = int(addresses[-1], 16) if addresses else None


class Loop:
    def __init__(self, first, last):
        self.first, self.last = first, last  # addresses: branch target, branch
        self.inner, self.depth = [], 0

    def holds(self, other):
        return self is not other and self.first <= other.first and other.last <= self.last

    def count(self, instructions):
        self.body = [i for i in instructions if self.first <= i.address <= self.last]
        self.counts = {name: sum(i.kind == name for i in self.body) for name in KINDS}


def find_loops(instructions):
    """By nesting: an outer loop comes before those inside it."""
    extent = {}
    for i in instructions:  # target == own address: the endless loop after the end of a kernel
        if i.target is not None and i.target < i.address:
            extent[i.target] = max(extent.get(i.target, 0), i.address)
    loops = sorted((Loop(first, last) for first, last in extent.items()),
                   key=lambda loop: (loop.first, -loop.last))
    for loop in loops:
        loop.count(instructions)
        loop.depth = sum(other.holds(loop) for other in loops)
        loop.inner = [other for other in loops if loop.holds(other)]
    return loops


def parse_sass(text):
    """{kernel: [Instruction]} of `cuobjdump -sass`"""
    kernels, current = {}, None
    for line in text.splitlines():
        found = re.match(r"\s*Function : (\S+)", line)
        if found:
            current = kernels.setdefault(found.group(1), [])
        found = ENCODED.match(line)
        if found and current:  # the upper half of an instruction's 128 bits
            current[-1].control = int(found.group(1), 16) >> 41
        found = INSTRUCTION.match(line)
        if found and current is not None:
            current.append(Instruction(int(found.group(1), 16), found.group(2)))
    return kernels


def parse_usage(text):
    """{kernel: {"REG": 32, "SHARED": 0, ...}} of `cuobjdump -res-usage`"""
    usage, kernel, arch = {}, None, 0
    for line in text.splitlines():
        found = re.match(r"arch = sm_(\d+)", line)
        arch = int(found.group(1)) if found else arch
        found = re.match(r"\s*Function (\S+):", line)
        if found:
            kernel = found.group(1)
        elif kernel and "REG:" in line:
            usage[kernel] = {name: int(n)
                             for name, n in re.findall(r"(\w+)(?:\[\d+\])?:(\d+)", line)}
            if arch >= 90 and usage[kernel].get("SHARED", 0) >= SYSTEM_SHARED:
                usage[kernel]["SHARED"] -= SYSTEM_SHARED
    return usage


def demangled(names):
    """{mangled: name without its arguments}"""
    plain = {}
    if names and shutil.which("c++filt"):
        done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True,
                              check=False)
        plain = dict(zip(names, done.stdout.splitlines()))
    return {name: re.split(r"[(<]", plain.get(name, name).replace("void ", "", 1))[0]
            for name in names}


def print_kernel(name, instructions, usage, dump):
    said = [f"{len(instructions)} instructions"]
    if usage:
        stack = usage.get("STACK", 0) + usage.get("LOCAL", 0)
        said = [f"{usage['REG']} registers", f"{usage['SHARED']} bytes of static shared memory",
                f"{stack} bytes of stack: spilled?" if stack else "no stack, so nothing spilled",
                *said]
    print(f"{name}: {', '.join(said)}")
    loops = find_loops(instructions)
    if not loops:
        print("  no loop")
        return
    def multiplies(loop):
        return loop.counts["FFMA"] + loop.counts["MMA"]

    innermost = [loop for loop in loops if not loop.inner]
    main = max(innermost, key=lambda loop: (multiplies(loop), len(loop.body)))
    if not multiplies(main) and any(map(multiplies, loops)):  # unrolled, around other loops
        main = max(loops, key=lambda loop: (multiplies(loop), -len(loop.body)))
    unit = "MMA" if main.counts["MMA"] else "FFMA"
    shown = [name for name in KINDS if any(loop.counts[name] for loop in loops)]
    head = ["loop".ljust(20), "total", f"{unit} share".rjust(10), *[name for name in shown]]
    print("  " + "  ".join(head))
    for loop in loops:
        mark = "*" if loop is main else " "
        where = f"{'  ' * loop.depth}{loop.first:04x}-{loop.last:04x} {mark}"
        cells = [where.ljust(20), f"{len(loop.body):5}",
                 f"{100 * loop.counts[unit] / len(loop.body):9.1f}%"]
        cells += [f"{loop.counts[name]:{len(name)}}" for name in shown]
        print("  " + "  ".join(cells).rstrip())
    if dump:
        print(f"\n  the loop marked *, {main.first:04x} to {main.last:04x}:")
        for i in main.body:
            print(f"    {i.address:04x}  {i.text}")


HOW_TO_GET = ("cuobjdump and nvdisasm, which it calls, come with the CUDA Toolkit, or from PyPI: pip install "
              "nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm; CUOBJDUMP=/path/to/cuobjdump says where it is")


def run(command):
    """what the program prints, in both streams"""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        toolkit = "it comes with the CUDA Toolkit; NVCC=/path/to/nvcc says where it is"
        fail(f"{command[0]}: not found; {toolkit if 'nvcc' in command[0] else HOW_TO_GET}")
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip())[:400]
        fail(f"{' '.join(command)}: {said}{'; ' + HOW_TO_GET if 'nvdisasm' in said else ''}")
    return done.stdout + done.stderr


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}")
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("objects", nargs="*", metavar="object", help="object files that nvcc wrote")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--sass", metavar="FILE", help="the output of cuobjdump -sass instead")
    parser.add_argument("--usage", metavar="FILE", help="with --sass: that of cuobjdump -res-usage")
    parser.add_argument("--kernel", default="", help="only kernels whose name holds this")
    parser.add_argument("--dump", action="store_true", help="also print the loop marked *")
    options = parser.parse_args()
    if bool(options.objects) == bool(options.sass):
        fail("say an object file, or --sass FILE")
    if options.sass:
        kernels = parse_sass(read(options.sass))
        usage = parse_usage(read(options.usage)) if options.usage else {}
    else:
        kernels, usage = {}, {}
        for path in options.objects:  # some may hold none: a step of many files
            kernels.update(parse_sass(run([options.cuobjdump, "-sass", path])))
            usage.update(parse_usage(run([options.cuobjdump, "-res-usage", path])))
    names = demangled(list(kernels))
    chosen = [kernel for kernel in kernels if options.kernel in names[kernel]]
    if not chosen:
        files = " ".join(options.objects) or options.sass
        fail(f"no kernel {options.kernel} in {files}".replace("  ", " "))
    for number, kernel in enumerate(chosen):
        if number:
            print()
        print_kernel(names[kernel], kernels[kernel], usage.get(kernel), options.dump)
    return 0


if __name__ == "__main__":
    run_main(main)
