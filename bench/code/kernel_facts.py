#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Facts of the course's kernels that only nvcc knows, as rows of common/predict/kernel_facts.inc.

    kernel_facts.py --nvcc NVCC --cuobjdump CUOBJDUMP [--jobs N] --out kernel_facts.inc 'FILE.cu FLAGS' ...

FLAGS are nvcc's; NAME=NUMBER is another value of a constant of the source (enum { NAME = NUMBER }).
The file is written when all is known; --leave-out NAME: without kernels whose name holds that.

For each kernel: registers, bytes spilled, static shared memory; and of the loop that multiplies most
(sass.py says which) and of the turn around it, the smallest loop with a barrier in it:

    multiplies   FFMA, MMA of one pass through the loop
    others       everything that is neither that nor a load, a store, a copy or a barrier
    dispatch     cycles that one FFMA takes to be dispatched, in 64ths: the register file has two banks
                 that give one register in a cycle each; what the operand cache (.reuse) holds is free
    waits        how many times, one after another, a turn waits for loads from global memory before it
                 stores them in shared memory; 0 where it does not
    pace         cycles from an instruction of the turn that does not multiply to the warp's next, in
                 16ths: the stall counts that ptxas writes into each instruction, and waits until an
                 earlier one has read its registers
    together     in a loop that adds up what it loads from global memory (parts of a tile): so many of
                 these loads are in flight at a time, as registers are to spare; 0: no such loop

The first line ties the rows to the sources (facts_hash.sh) and to nvcc's version.
"""
import argparse
import concurrent.futures
import os
import re
import tempfile

import sass

MEMORY = ("LDG", "LDGSTS", "STG", "LDS", "STS", "LDL", "STL", "LDSM", "ATOM", "BAR", "DEPBAR")


def is_other(i):
    return i.kind not in ("FFMA", "MMA") and not i.kind.startswith(MEMORY) and i.opcode != "NOP"


def dispatch(body):
    """cycles of the FFMA of a loop, in 64ths of a cycle each"""
    free, last, count, now = [0, 0], {}, 0, 0
    for i in body:
        now += 1
        if i.kind != "FFMA":
            last = {}
            continue
        count += 1
        operands = i.text.split(None, 1)[1].split(",")[1:4]
        reads, kept = [0, 0], {}
        for slot, text in enumerate(operands):
            found = re.search(r"\bR(\d+)(\.reuse)?", text)
            if not found:
                continue
            register = int(found.group(1))
            if last.get(slot) != register:
                reads[register % 2] += 1
            if found.group(2):
                kept[slot] = register
        last = kept
        now = max(now, max(free) - 1)
        for bank in (0, 1):
            free[bank] = max(free[bank], now) + reads[bank]
    others = len(body) - count
    return int(64 * max(now - others, count) / count + 0.5) if count else 64


def waits(body):
    """how many waits one after another the stores of a turn need: a load that follows a store
    that waits is asked for when that wait is over"""
    order = [i.opcode for i in body if i.opcode in ("LDG", "STS")]
    loads, stores = order.count("LDG"), order.count("STS")
    if not loads or not stores:
        return 0
    while order[0] == "STS":  # what the turn before has loaded
        order.append(order.pop(0))
    now, asked, stored = 0, [], 0
    for opcode in order:
        if opcode == "LDG":
            asked.append(now)
            continue
        stored += 1
        needs = -(-stored * loads // stores)
        if needs <= len(asked):
            now = max(now, asked[needs - 1] + 1)
    return now


def registers(text, words):
    """the first register that an instruction names, and those after it that it fills, too"""
    found = re.search(r"\bR(\d+)\b", text)
    return range(int(found.group(1)), int(found.group(1)) + words) if found else range(0)


def together(loops, hot):
    """a sum waits for its load, and what is loaded into the same register after it, in both"""
    adding = [loop for loop in loops if not loop.holds(hot) and loop is not hot and not loop.inner and
              any(i.opcode == "LDG" for i in loop.body) and loop.counts["FADD/FMUL"]]
    most, of_most = 0, 0
    for loop in adding:
        asked, now, loads = {}, 0, 0  # by register: after how many waits
        for i in loop.body:
            if i.opcode == "LDG":
                words = 4 if i.kind == "LDG.128" else 2 if i.kind == "LDG.64" else 1
                asked.update((register, now) for register in registers(i.text, words))
                loads += 1
            elif i.opcode == "FADD":
                for register in map(int, re.findall(r"\bR(\d+)\b", i.text)[1:]):
                    now = max(now, asked.pop(register, -1) + 1)
        if now and loads > most:
            most, of_most = loads, int(loads / now + 0.5)
    return of_most


def pace(body):
    """of all but FFMA and MMA, in 16ths of a cycle; what is loaded or multiplied is available at once. Before
    a DMMA ptxas waits until the tensor cores are free, by NOPs, too: that is their time."""
    body = [i for i in body if i.opcode != "NOP"]
    held = 16  # cycles until a request has read its registers: a guess of their size
    now, free, others, theirs = 0, [0] * 6, 0, 0
    for i, behind in zip(body, body[1:] + [body[0]]):
        stall, write, read, mask = (i.control & 15, i.control >> 5 & 7, i.control >> 8 & 7,
                                    i.control >> 11 & 63)
        begin = now
        now = max([now] + [free[b] for b in range(6) if mask >> b & 1])
        if read < 6:
            free[read] = now + held
        if write < 6 and is_other(i):
            free[write] = now + held
        now += max(stall, 1)
        if i.kind not in ("FFMA", "MMA") and behind.opcode != "DMMA":
            theirs += now - begin
            others += 1
    return int(16 * theirs / others + 0.5) if others else 0


def usual(body):
    """without what a branch jumps over, where that neither multiplies, nor copies, nor waits"""
    kept, skipped_to = [], 0
    for n, i in enumerate(body):
        if i.address < skipped_to:
            continue
        kept.append(i)
        if i.target is not None and i.address < i.target <= body[-1].address:
            over = [j for j in body[n + 1:] if j.address < i.target]
            if not any(j.kind in ("MMA", "FFMA", "LDSM", "BAR") or j.kind.startswith("LDGSTS")
                       for j in over):
                skipped_to = i.target
    return kept


def of_kernel(instructions):
    loops = sass.find_loops(instructions)

    def multiplies(loop):
        return loop.counts["FFMA"] + loop.counts["MMA"]

    def density(loop):
        return multiplies(loop) / len(loop.body)

    # A wait at an mbarrier asks again far below and jumps back into a loop: the code between looks
    # like a loop that overlaps it.
    def is_real(loop):
        return not any(a.first < b.first <= a.last < b.last and density(other) > density(loop)
                       for other in loops for a, b in ((loop, other), (other, loop)))

    innermost = [loop for loop in loops if multiplies(loop) and is_real(loop) and
                 not any(map(multiplies, loop.inner))]
    if not innermost:
        return 0, 0, 0, 0, 64, 0, 0, 0
    hot = max(innermost, key=lambda loop: (multiplies(loop), len(loop.body)))
    around = [loop for loop in loops if (loop is hot or loop.holds(hot)) and loop.counts["BAR"]]
    turn = min(around, key=lambda loop: len(loop.body)) if around else hot
    return (multiplies(hot), sum(map(is_other, usual(hot.body))), multiplies(turn),
            sum(map(is_other, usual(turn.body))), dispatch(hot.body), waits(turn.body),
            pace(usual(turn.body)), together(loops, hot))


def of_file(options, path_and_flags):
    path, *flags = path_and_flags.split()
    constants = [flag for flag in flags if re.fullmatch(r"[A-Z_]+=\d+", flag)]
    flags = [flag for flag in flags if flag not in constants]
    chapter = path.removeprefix("build/generated/").split("/")[0]
    arch = "-arch=sm_90a" if chapter.startswith("09_") else "-arch=sm_90"
    source = " ".join([chapter + "/" + os.path.basename(path)[:-3], *constants])
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "a.cubin")
        if constants:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for name, number in (constant.split("=") for constant in constants):
                text = re.sub(rf"{{ {name} = \d+ }}", f"{{ {name} = {number} }}", text)
            flags.append("-I" + os.path.dirname(path))
            path = os.path.join(folder, "a.cu")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        said = sass.run([options.nvcc, arch, "-std=c++17", "-D_GLIBCXX_BITS_SPECFUN_H=1", "-I.", "-O3", "-lineinfo", *flags,
                         "-Xptxas", "-v", "-cubin", "-o", cubin, path])
        kernels = sass.parse_sass(sass.run([options.cuobjdump, "-sass", cubin]))
    names = sass.demangled(list(kernels))
    rows, spilled, kernel = [], 0, None
    for line in said.splitlines():
        found = re.search(r"Compiling entry function '(\S+)'", line)
        kernel = found.group(1) if found else kernel
        found = re.search(r"(\d+) bytes spill stores", line)
        spilled = int(found.group(1)) if found else spilled
        found = re.search(r"Used (\d+) registers", line)
        if found and kernel in kernels:
            shared = re.search(r"(\d+) bytes smem", line)
            numbers = (int(found.group(1)), spilled, int(shared.group(1)) if shared else 0,
                       *of_kernel(kernels[kernel]))
            rows.append(f'{{"{source}", "{names[kernel].split("::")[-1]}", '
                        f'{", ".join(map(str, numbers))}}},')
            kernel = None
    return sorted(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--hash", default="unknown")
    parser.add_argument("--out", required=True)
    parser.add_argument("--leave-out", metavar="NAME")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    version = re.search(r"V([\d.]+)", sass.run([options.nvcc, "--version"])).group(1)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda path: of_file(options, path), options.files))
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(f"// sources {options.hash}, nvcc {version}; make kernel-facts writes this file\n")
        for row in (row for of_one in rows for row in of_one):
            if not options.leave_out or options.leave_out not in row:
                out.write(row + "\n")
    return 0


if __name__ == "__main__":
    sass.run_main(main)
