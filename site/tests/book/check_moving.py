#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_moving.py FOLDER: do the moving pictures add up to what the engine counted? FOLDER has the traces and the
counters of each launch; the pictures are those of site/moving. Run in the repository root."""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

COUNTED = {("load", "global", "sectors"): "global_load_sectors", ("store", "global", "sectors"): "global_store_sectors",
           ("load", "shared", "wavefronts"): "shared_load_wavefronts", ("store", "shared", "wavefronts"): "shared_store_wavefronts",
           ("store", "shared", "conflicts"): "shared_store_conflicts", ("copy", "global", "sectors"): None}
SVG = "{http://www.w3.org/2000/svg}"
failed = 0


def complain(*words):
    global failed
    print("moving pictures:", *words, file=sys.stderr)
    failed = 1


def sums_of(trace):
    launches = []
    for line in trace.read_text().splitlines():
        event = json.loads(line)
        if "launch" in event:
            launches.append((event, {}))
        for (kind, memory, what), counter in COUNTED.items():
            if counter and (event.get("kind"), event.get("memory")) == (kind, memory):
                sums = launches[-1][1]
                sums[counter] = sums.get(counter, 0) + event[what]
    return launches


def check_sums(folder):
    """Each launch's requests add up to its counters; by kernel. Of the levels' trace, which is of one block, times the blocks."""
    by_kernel = {}
    for trace in sorted(folder.glob("*.jsonl")):
        counters = [json.loads(line[len("emu-launch "):]) for line in trace.with_suffix(".counters").read_text().splitlines()
                    if line.startswith("emu-launch ")]
        for (launch, sums), counted in zip(sums_of(trace), counters, strict=True):
            if trace.stem == "levels" and launch["grid"][0] < 3:
                continue  # the driver's small shapes
            times = counted["blocks"] if trace.stem == "levels" else 1
            for counter in filter(None, COUNTED.values()):
                copied = trace.stem == "stages" and counter == "global_load_sectors"  # copies' sectors are loads' too
                if times * sums.get(counter, 0) != counted[counter] and not copied:
                    complain(f"{trace}: {launch['kernel']}: {counter} is {times} * {sums.get(counter, 0)}, counted {counted[counter]}")
            by_kernel.setdefault(launch["kernel"], counted)  # later ones are samples
    return by_kernel


def frames_of(name):
    svg = tree.parse(f"site/moving/{name}.svg").getroot()
    parts = {e.get("id"): e for e in svg.iter() if e.get("id")}
    for wanted in ("play", "back", "on", "line0", "labels"):
        if wanted not in parts:
            complain(f"{name}.svg has no {wanted}")
    data = json.loads(parts["frames"].text)
    variant, frame = data["still"]
    now = data["variants"][variant]["frames"][frame]
    if parts["line0"].text != now["text"][0]:
        complain(f"{name}.svg: the still is not frame {frame}")
    return data["variants"]


def last_number(variant):
    return int(re.search(r"so far: ([\d,]+)", variant["frames"][-1]["text"][1])[1].replace(",", ""))


def check_block(counted, folder):
    """Requests, lanes at work, and the two lines of the race, which the engine names."""
    kernels = {"barriers": "halves", "divergence": "neighbours", "a race": "race"}
    for variant in frames_of("block"):
        of, last = counted[kernels[variant["name"]]], variant["frames"][-1]["text"][1]
        requests = sum(of[f"{memory}_{kind}_requests"] for memory in ("global", "shared") for kind in ("load", "store"))
        wanted = f"requests so far: {requests}; lanes at work so far: {of['active_lanes']} of {32 * requests}"
        if last != wanted:
            complain(f"block: {variant['name']} ends with {last!r}, counted {wanted!r}")
        red = sum("wrong" in frame["paths"] for frame in variant["frames"])
        if bool(red) != (variant["name"] == "a race"):
            complain(f"block: {variant['name']}: {red} frames of a race")
    told = [json.loads(line) for line in (folder / "block.counters").read_text().splitlines() if line.startswith('{"emu": "diagnosis"')]
    if len(told) != 1 or not told[0]["what"].startswith("race in shared memory: write") or told[0]["kernel"] != "race":
        complain(f"block: the engine reports {told}")


def check_outer(counted):
    """The sectors that were counted, and every product of every sum."""
    kernels = {"all of K at once": "whole_k", "K in blocks of 4": "blocks_of_k"}
    for variant in frames_of("outer"):
        turns = sum("times row" in frame["text"][0] for frame in variant["frames"])
        last, sectors = variant["frames"][-1], counted[kernels[variant["name"]]]["global_load_sectors"]
        if last_number(variant) != sectors or turns != 16 or not last["text"][1].endswith("16 of 16") or "done" not in last["paths"]:
            complain(f"outer: {variant['name']}: {turns} turns, {last['text'][1]!r}; counted {sectors}")


def check_ring(counted):
    """As many loads as were counted; the reader waits for one stage, so all other stages may be in flight."""
    for variant in frames_of("ring"):
        stages = int(variant["name"][-1])
        loads = counted[f"ring_{stages}"]["tma_load_requests"]
        deepest = max(int(frame["text"][1].rsplit(" ", 1)[1]) for frame in variant["frames"])
        added = sum("adds slice" in frame["text"][0] for frame in variant["frames"])
        if last_number(variant) != loads or added != loads or deepest != max(stages - 1, 1):
            complain(f"ring: {variant['name']}: {last_number(variant)} loads, {added} added, {deepest} in flight; counted {loads}")


def check_raster(counted):
    kernels, strips = {"row by row": "rows", "panels of 4": "panels", "back and forth": "back_and_forth"}, {}
    text = pathlib.Path("site/moving/raster.svg").read_text()
    for variant in frames_of("raster"):
        name = variant["name"]
        if last_number(variant) != counted[kernels[name]]["global_load_sectors"]:
            complain(f"raster: {name} ends at {last_number(variant)}")
        strips[name] = int(re.search(rf"{name}: (\d+) strips", text)[1])
    if not strips["panels of 4"] == strips["back and forth"] < strips["row by row"]:
        complain(f"raster: {strips}")


def check_levels(counted):
    of = counted["hgemm_hierarchy_nn"]
    wanted = (f"of all blocks: {of['mma_instructions']:,} mma, {of['global_load_sectors']:,} sectors loaded, "
              f"{of['global_store_sectors']:,} stored")
    variants = frames_of("levels")
    if [variant["name"] for variant in variants] != ["grid", "block", "k-tile", "warp", "instruction", "lane"]:
        complain("levels: other levels")
    if variants[0]["frames"][0]["text"][1] != wanted:
        complain(f"levels: {variants[0]['frames'][0]['text'][1]!r}, counted {wanted!r}")


def check_budget(counted):
    """The last number is what was counted, and the verdict is that of the exercise itself."""
    exercise = pathlib.Path("02_naive/exercises/coalesce.cu").read_text()
    mutant = exercise.partition("//@mutant wider_block\n")[2].partition("//@mutant ")[0]
    fails = {"stub": "// stub: C global_load_sectors" in exercise, "wider_block": "// fails: C global_load_sectors" in mutant, "solution": False}
    for (kernel, wrong), variant in zip(fails.items(), frames_of("budget"), strict=True):
        last = variant["frames"][-1]["text"][1]
        if last_number(variant) != counted[kernel]["global_load_sectors"] or last.endswith("fails") != wrong:
            complain(f"budget: {kernel}: {last!r}, counted {counted[kernel]['global_load_sectors']}, fails: {wrong}")


def main():
    folder = pathlib.Path(sys.argv[1])
    counted = check_sums(folder)
    check_block(counted, folder)
    check_outer(counted)
    check_ring(counted)
    check_raster(counted)
    check_levels(counted)
    check_budget(counted)
    for variant in frames_of("warp"):
        of = counted[variant["name"]]
        shared = variant["name"] in ("conflict", "padded", "swizzled")
        wanted = of["shared_store_wavefronts" if shared else "global_load_sectors"]
        if last_number(variant) != wanted:
            complain(f"{variant['name']}: the picture ends at {last_number(variant)}, counted {wanted}")
    for variant in frames_of("stages"):
        copies = sum("start the copy" in frame["text"][0] for frame in variant["frames"])
        requests = counted["wait_" + variant["name"][-1]]["cp_async_requests"]
        old = sum("OLD" in label[2] for frame in variant["frames"] for label in frame.get("labels", []))
        if copies != requests or bool(old) != variant["name"].endswith("3"):
            complain(f"{variant['name']}: {copies} copies, counted {requests}; {old} frames with old data")
    for variant in frames_of("swizzle"):
        banks = {re.search(r"bank (\d+) \(", frame["text"][1])[1] for frame in variant["frames"]}
        if len(banks) != 32 or counted["swizzled"]["shared_store_conflicts"] != 0:
            complain(f"{variant['name']}: {len(banks)} banks in 32 frames")
    return failed


sys.exit(main())
