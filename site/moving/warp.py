# SPDX-License-Identifier: MIT
"""warp.py: a warp's 32 addresses, as p advances."""
from frames import BANKS, SECTOR_WORDS, Panel, words_of


def warp_global(launch, title):
    a, b = Panel("A: a box is a word, between lines a sector", 20, 134, 32, 16, 8), Panel("B", 420, 134, 32, 16, 8)
    loads = [e for e in launch["events"] if e["kind"] == "load"]
    frames, total = [], 0
    for p, pair in enumerate(zip(loads[::2], loads[1::2])):
        pair = sorted(pair, key=lambda event: event["array"])  # the compiler may load either first
        paths = {"sector": "", "word": ""}
        for panel, event in zip((a, b), pair):
            words = words_of(event)
            sectors = sorted({word // SECTOR_WORDS for word in words})
            assert len(sectors) == event["sectors"]
            paths["sector"] += "".join(panel.cell(s * SECTOR_WORDS, SECTOR_WORDS) for s in sectors)
            paths["word"] += "".join(panel.cell(word) for word in words)
        of_a, of_b = (event["sectors"] for event in pair)
        total += of_a + of_b
        frames.append({"text": [f"p = {p}: 32 lanes want {len(words_of(pair[0]))} words of A, in {of_a} sectors, and "
                                f"{len(words_of(pair[1]))} of B, in {of_b}",
                                f"sectors so far: {total}"], "paths": paths})
    return {"name": title, "ground": a.ground() + b.ground(), "frames": frames}


def warp_shared(launch, title, columns):
    panel = Panel("As: a column is a bank", 20, 134, BANKS, -(-BANKS * columns // BANKS), 1)
    stores = [e for e in launch["events"] if e["kind"] == "store" and e["memory"] == "shared"]
    frames, total = [], 0
    for y, event in enumerate(stores):
        words, total = words_of(event), total + event["wavefronts"]
        frames.append({"text": [f"warp {y} stores row {y} of A: 32 words in {len({w % BANKS for w in words})} banks, "
                                f"{event['wavefronts']} wavefront" + "s" * (event["wavefronts"] > 1),
                                f"wavefronts so far: {total}"],
                       "paths": {"word": "".join(panel.cell(word) for word in words)}})
    return {"name": title, "ground": panel.ground(), "frames": frames}


def picture(launches):
    by_name = {launch["name"]: launch for launch in launches}
    return {"title": "What the 32 lanes of a warp touch", "height": 520, "ms": 700, "still": [0, 3], "variants": [
        warp_global(by_name["uncoalesced"], "uncoalesced"), warp_global(by_name["coalesced"], "coalesced"),
        warp_shared(by_name["conflict"], "conflict", 32), warp_shared(by_name["padded"], "padded", 33),
        warp_shared(by_name["swizzled"], "swizzled", 32)]}
