#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""moving.py warp|stages|swizzle TRACE > PICTURE.svg: a moving picture of what the engine recorded (EMU_TRACE).

An SVG with all frames in it, and a player (player.js) with pause, step and a choice of variants. Where scripts do not
run (an <img>, paper) one frame stands still. Every cell that is lit comes from the trace; sums are compared with the
engine's counters by tests/book/check_moving.py.
"""
import json
import pathlib
import sys
from xml.sax.saxutils import escape

CELL, WORD, SECTOR_WORDS, BANKS = 11, 4, 8, 32
KINDS = {"sector": "#bcd3ee", "word": "#2b6cb0", "done": "#9ccfae", "wrong": "#c0392b", "edge": "none"}


def launches_of(path):
    """The launches of a trace: name, and the events of warp 0."""
    launches = []
    for line in pathlib.Path(path).read_text().splitlines():
        event = json.loads(line)
        if "left_out" in event:
            sys.exit(f"moving.py: {path}: the trace is incomplete")
        if "launch" in event:
            launches.append({"name": event["kernel"], "events": []})
        else:
            launches[-1]["events"].append(event)
    return launches


def rect(x, y, width, height):
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def words_of(event, key="offsets"):
    return sorted({offset // WORD for offset in event[key] if offset is not None})


class Panel:
    """An array as rows of `columns` words, from the left upper corner (x, y)."""

    def __init__(self, title, x, y, columns, rows, group):
        self.title, self.x, self.y, self.columns, self.rows, self.group = title, x, y, columns, rows, group

    def cell(self, word, width=1):
        return rect(self.x + word % self.columns * CELL, self.y + word // self.columns * CELL, width * CELL - 1, CELL - 1)

    def ground(self):
        lines = "".join(f"M{self.x + i * CELL - 0.5:g} {self.y - 3}v{self.rows * CELL + 5}"
                        for i in range(0, self.columns + 1, self.group))
        all_cells = "".join(rect(self.x, self.y + row * CELL, self.columns * CELL - 1, CELL - 1) for row in range(self.rows))
        return (f'<text x="{self.x}" y="{self.y - 9}">{escape(self.title)}</text><path d="{all_cells}" fill="#eef1f5"/>'
                f'<path d="{lines}" stroke="#b9c2cd" fill="none"/>')


# ---- 1: a warp's 32 addresses, as p advances ----------------------------------------------------------

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


def warp(launches):
    by_name = {launch["name"]: launch for launch in launches}
    return {"title": "What the 32 lanes of a warp touch", "height": 520, "ms": 700, "still": [0, 3], "variants": [
        warp_global(by_name["uncoalesced"], "uncoalesced"), warp_global(by_name["coalesced"], "coalesced"),
        warp_shared(by_name["conflict"], "conflict", 32), warp_shared(by_name["padded"], "padded", 33),
        warp_shared(by_name["swizzled"], "swizzled", 32)]}


# ---- 3: stages of cp.async ---------------------------------------------------------------------------

STAGES, LANES, ROW = 4, 32, 46


def stage_boxes(held, read):
    paths, labels = {}, []
    for stage, (tile, state) in enumerate(held):
        if tile is None:
            continue
        box = rect(110, 120 + stage * ROW, 300, 34)
        kind = ("done" if state == "landed" else "wrong") if stage == read else "sector" if state == "landed" else "edge"
        paths[kind] = paths.get(kind, "") + box
        said = f"slice {tile}: " + {"landed": "has landed", "under way": "under way"}[state]
        if stage == read:
            said += ", multiplied" if state == "landed" else " still: what is read is OLD"
        labels.append([260, 142 + stage * ROW, said])
    return paths, labels


def stages_of(launch):
    held, groups, landed, frames, read_wrong = [(None, "")] * STAGES, [], 0, [], 0
    pending, deep, waited = [], [], None

    def frame(text, read=None):
        paths, labels = stage_boxes(held, read)
        under_way = sum(state == "under way" for tile, state in held if tile is not None)
        frames.append({"text": [text, f"copies under way: {under_way}"], "paths": paths, "labels": labels})
        return under_way

    for event in launch["events"]:
        kind = event["kind"]
        if kind == "copy":
            stage, tile = min(event["to"]) // (LANES * WORD), min(event["offsets"]) // (LANES * WORD)
            held[stage] = (tile, "under way")
            pending.append(stage)
        elif kind == "commit":
            groups.append(pending)
            started = f"start the copy of slice {held[pending[0]][0]}; commit" if pending else "nothing left to copy; commit an empty group"
            pending = []
            frame(started)
        elif kind == "wait":
            waited = event["groups"]
            while len(groups) - landed > waited:
                for stage in groups[landed]:
                    held[stage] = (held[stage][0], "landed")
                landed += 1
            frame(f"wait until at most {waited} groups are under way; barrier")
        elif kind == "load" and event["memory"] == "shared":
            stage = min(event["offsets"]) // (LANES * WORD)
            read_wrong += held[stage][1] != "landed"
            deep.append(frame(f"multiply slice {held[stage][0]}, in stage {stage}", stage))
    return frames, deep, read_wrong


def stages(launches):
    variants = []
    for launch in launches:
        frames, deep, wrong = stages_of(launch)
        depth = int(launch["name"].split("_")[1])
        ground = "".join(f'<text x="20" y="{142 + i * ROW}">stage {i}</text><path d="{rect(110, 120 + i * ROW, 300, 34)}" fill="#eef1f5"/>'
                         for i in range(STAGES))
        verdict = f"{wrong} of {len(deep)} slices are read before they have landed" if wrong else \
            f"while a slice is multiplied, up to {max(deep)} others are under way"
        ground += f'<text x="20" y="{142 + STAGES * ROW}">cp_async_wait_group({depth}): {verdict}</text>'
        variants.append({"name": f"wait depth {depth}", "ground": ground, "frames": frames})
    return {"title": "Four stages of cp.async, and how deep the wait may be", "height": 350, "ms": 900, "still": [2, 13],
            "variants": variants}


# ---- 6: a swizzle: address bits, xor, banks --------------------------------------------------------------

COLUMNS = (5, 31)  # y, of which the picture tells


def bit_rows(label, value, y, marked):
    labels = [[60, y + 15, label]]
    labels += [[180 + (9 - bit) * 34, y + 15, str(value >> bit & 1)] for bit in range(10)]
    return labels, "".join(rect(166 + (9 - bit) * 34, y, 28, 22) for bit in marked)


def swizzled_column(by_name, column):
    plain, moved = ([e for e in by_name[name] if e["kind"] == "store" and e["memory"] == "shared"][column]
                    for name in ("conflict", "swizzled"))
    strip = Panel("banks that the lanes so far have stored to", 20, 270, BANKS, 1, 1)
    plain_strip = Panel("without the swizzle", 20, 330, BANKS, 1, 1)
    frames, used, used_plain = [], set(), set()
    for lane in range(LANES):
        before, after = plain["offsets"][lane] // WORD, moved["offsets"][lane] // WORD
        high = before >> 5 & 31
        assert after == before ^ high, "the recorded place is not Swizzle<5,0,5> of the other"
        used.add(after % BANKS)
        used_plain.add(before % BANKS)
        labels, sector, word = [], "", ""
        for label, value, y, marked in (("word 32 p + y", before, 110, range(5, 10)), ("xor p", high, 150, range(5)),
                                        ("stands at", after, 190, range(5))):
            more, path = bit_rows(label, value, y, marked)
            labels += more
            sector += path
        word += "".join(strip.cell(bank) for bank in used) + "".join(plain_strip.cell(bank) for bank in used_plain)
        frames.append({"text": [f"lane p = {lane} stores column y = {column}: word {before}, bits 5 to 9 are p; XORed onto bits 0 to 4: "
                                f"word {after}", f"bank {after % BANKS} (without: bank {before % BANKS})"],
                       "paths": {"sector": sector, "word": word}, "labels": labels})
    ground = strip.ground() + plain_strip.ground() + '<text x="530" y="125">row p</text><text x="530" y="205">bank</text>'
    return {"name": f"column y = {column}", "ground": ground, "frames": frames}


def swizzle(launches):
    by_name = {launch["name"]: launch["events"] for launch in launches}
    return {"title": "Swizzle<5,0,5>: address bits, XOR, banks", "height": 380, "ms": 700, "still": [0, 11],
            "variants": [swizzled_column(by_name, column) for column in COLUMNS]}


# ---- The SVG -------------------------------------------------------------------------------------------

STYLE = """text { font: 13px sans-serif; fill: #1b1f24 } .title { font-weight: bold; font-size: 15px }
.button rect { fill: #fff; stroke: #7a94b8; rx: 4 } .button { cursor: pointer } .chosen rect { fill: #dbe6f5 }
#edge { stroke: #2b6cb0; stroke-width: 2; stroke-dasharray: 5 3 } @media print { #controls { display: none } }"""


def button(name, x, y, text, chosen=False):
    width = 16 + 7 * len(text)
    return (f'<g id="{name}" class="{"chosen " * chosen}button" tabindex="0" role="button"><rect x="{x}" y="{y}" width="{width}" '
            f'height="24"/><text id="{name}-text" x="{x + width / 2:g}" y="{y + 17}" text-anchor="middle">{escape(text)}</text></g>'), x + width + 8


def picture(p):
    at, still = p["still"], p["variants"][p["still"][0]]["frames"][p["still"][1]]
    height, player = p["height"], pathlib.Path(__file__).with_name("player.js").read_text()
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" width="800" height="{height}" data-moving="">',
           f"<style>{STYLE}</style>", f'<rect width="800" height="{height}" fill="#fff"/>',
           f'<text x="20" y="24" class="title">{escape(p["title"])}</text>', '<g id="controls" visibility="hidden">']
    x = 20
    for name, text in (("play", "pause"), ("back", "step back"), ("on", "step")):
        part, x = button(name, x, 36, text)
        out.append(part)
    out.append(f'<text id="clock" x="{x}" y="53"></text>')
    x = 300
    for i, variant in enumerate(p["variants"]):
        part, x = button(f"variant{i}", x, 36, variant["name"], i == at[0])
        out.append(part)
    out.append("</g>")
    for i, line in enumerate(still["text"]):
        out.append(f'<text id="line{i}" x="20" y="{80 + 18 * i}">{escape(line)}</text>')
    for i, variant in enumerate(p["variants"]):
        out.append(f'<g id="ground{i}" visibility="{"visible" if i == at[0] else "hidden"}">{variant["ground"]}</g>')
    for kind, fill in KINDS.items():
        out.append(f'<path id="{kind}" fill="{fill}" d="{still["paths"].get(kind, "")}"/>')
    labels = "".join(f'<text x="{x}" y="{y}" text-anchor="middle">{escape(text)}</text>' for x, y, text in still.get("labels", []))
    out.append(f'<g id="labels">{labels}</g>')
    data = {"kinds": list(KINDS), "still": at, "ms": p["ms"],
            "variants": [{"name": v["name"], "frames": v["frames"]} for v in p["variants"]]}
    out.append(f'<script type="application/json" id="frames"><![CDATA[{json.dumps(data, separators=(",", ":"))}]]></script>')
    out.append(f"<script><![CDATA[\n{player}]]></script>\n</svg>")
    return "\n".join(out)


def main():
    makers = {"warp": warp, "stages": stages, "swizzle": swizzle}
    if len(sys.argv) != 3 or sys.argv[1] not in makers:
        sys.exit("usage: moving.py warp|stages|swizzle TRACE > PICTURE.svg")
    print(picture(makers[sys.argv[1]](launches_of(sys.argv[2]))))


if __name__ == "__main__":
    main()
