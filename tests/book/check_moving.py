#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_moving.py FOLDER: do the moving pictures add up to what the engine counted? FOLDER has the traces and the
counters of each launch; the pictures are those of docs/moving. Run in the repository root."""
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
            launches.append((event["kernel"], {}))
        for (kind, memory, what), counter in COUNTED.items():
            if counter and (event.get("kind"), event.get("memory")) == (kind, memory):
                sums = launches[-1][1]
                sums[counter] = sums.get(counter, 0) + event[what]
    return launches


def check_sums(folder):
    """Each launch's requests add up to its counters; by kernel."""
    by_kernel = {}
    for trace in sorted(folder.glob("*.jsonl")):
        counters = [json.loads(line[len("emu-launch "):]) for line in trace.with_suffix(".counters").read_text().splitlines()
                    if line.startswith("emu-launch ")]
        for (kernel, sums), counted in zip(sums_of(trace), counters, strict=True):
            for counter in filter(None, COUNTED.values()):
                copied = trace.stem == "stages" and counter == "global_load_sectors"  # copies' sectors are loads' too
                if sums.get(counter, 0) != counted[counter] and not copied:
                    complain(f"{trace}: {kernel}: {counter} is {sums.get(counter, 0)}, counted {counted[counter]}")
            by_kernel[kernel] = counted
    return by_kernel


def frames_of(name):
    svg = tree.parse(f"docs/moving/{name}.svg").getroot()
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
    return int(re.search(r"so far: (\d+)", variant["frames"][-1]["text"][1])[1])


def main():
    counted = check_sums(pathlib.Path(sys.argv[1]))
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
