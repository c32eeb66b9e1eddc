# SPDX-License-Identifier: MIT
"""block.py: a block's warps in time: barriers, lanes that rest, the two accesses of a race.

From left to right is the order in which the engine ran the requests, one column each. Between two barriers a GPU
may take another.
"""
from frames import KINDS, LANES, Panel, ground_text, plain, rect, words_of

LEFT, TOP, ROW, WIDTH, WARPS = 80, 118, 26, 700, 4
COLOURS = {("load", "global"): "word", ("store", "global"): "word", ("load", "shared"): "sector", ("store", "shared"): "done"}
TITLES = {"halves": "barriers", "neighbours": "divergence", "race": "a race"}


class Timeline:
    """Requests in slots; which warp waits at which barrier, and since when; which two accesses no barrier orders."""

    def __init__(self, events):
        self.slots, self.waits, self.releases, self.races = [], [], [], []
        arrived, passed, seen = [0] * WARPS, 0, {}
        idle = [0] * WARPS  # since which slot
        for event in events:
            warp = event["warp"]
            if event["kind"] == "barrier":
                arrived[warp] += 1
                if min(arrived) > passed:
                    passed += 1
                    self.waits += [(w, idle[w], len(self.slots)) for w in range(WARPS)]
                    self.releases.append(len(self.slots))
                    idle = [len(self.slots)] * WARPS
                continue
            if event["memory"] == "shared":
                self.look(event, len(self.slots), arrived[warp], seen)
            self.slots.append(event)
            idle[warp] = len(self.slots)

    def look(self, event, slot, barriers, seen):
        for word in words_of(event):
            for other, other_slot in seen.setdefault((barriers, word), []):
                pair = (other_slot, slot)
                if other["warp"] != event["warp"] and "store" in (other["kind"], event["kind"]) and pair not in self.races:
                    self.races.append(pair)
            seen[barriers, word].append((event, slot))


def boxes(line):
    """The whole timeline, the background of every frame."""
    gap = WIDTH / len(line.slots)
    row = lambda warp: TOP + warp * ROW
    in_race = {slot for pair in line.races for slot in pair}
    paths = dict.fromkeys(("rest", "word", "sector", "done", "wrong"), "")
    for warp, since, until in line.waits:
        if until > since:
            paths["rest"] += rect(LEFT + since * gap, row(warp) + 8, (until - since) * gap - 1, 4)
    for slot, event in enumerate(line.slots):
        kind = "wrong" if slot in in_race else COLOURS[event["kind"], event["memory"]]
        paths[kind] += rect(LEFT + slot * gap, row(event["warp"]), gap - 1, 20)
    out = "".join(plain(path, KINDS[kind]) for kind, path in paths.items() if path)
    bars = "".join(f"M{LEFT + slot * gap - 0.5:g} {TOP - 6}v{WARPS * ROW + 6}" for slot in line.releases)
    out += plain(bars, "none", ' stroke="#1b1f24"')
    ties = ""
    for first, second in line.races:
        ties += f"M{LEFT + (first + 0.5) * gap:g} {row(line.slots[first]['warp']) + 20}L{LEFT + (second + 0.5) * gap:g} {row(line.slots[second]['warp'])}"
    out += plain(ties, "none", f' stroke="{KINDS["wrong"]}" stroke-width="2"') if ties else ""
    out += "".join(ground_text(20, row(warp) + 15, f"warp {warp}") for warp in range(WARPS))
    return out, gap


def legend():
    out, x, y = "", LEFT, TOP + WARPS * ROW + 12
    for kind, text in (("word", "global memory"), ("sector", "load of sums"), ("done", "store of sums"), ("wrong", "not ordered"), ("rest", "waits")):
        out += plain(rect(x, y, 14, 10), KINDS[kind]) + ground_text(x + 19, y + 10, text)
        x += 19 + 7.5 * len(text) + 18
    return out + ground_text(x, y + 10, "| barrier")


def frames_of(line, gap, lanes, words):
    frames, done, at_work, passed = [], 0, 0, 0

    def add(text, slot, paths, width=gap + 2):
        paths["edge"] = rect(LEFT + slot * gap - 1.5, TOP - 4, width, WARPS * ROW + 2)
        frames.append({"text": [text, f"requests so far: {done}; lanes at work so far: {at_work} of {done * LANES}"], "paths": paths})

    for slot, event in enumerate(line.slots):
        while passed < len(line.releases) and line.releases[passed] <= slot:
            passed += 1
            add(f"barrier {passed}: all {WARPS} warps have come, and go on", slot, {}, 2)
        warp, active = event["warp"], [lane for lane, offset in enumerate(event["offsets"]) if offset is not None]
        done, at_work = done + 1, at_work + len(active)
        paths = {"word": lanes.runs(warp * LANES + lane for lane in active)}
        resting = [w for w, since, until in line.waits if since <= slot < until]
        if resting:
            paths["rest"] = "".join(lanes.cell(w * LANES, LANES) for w in resting)
        text = f"warp {warp}, {len(active)} of {LANES} lanes: {event['kind']} {event['array']}"
        pairs = [pair for pair in line.races if slot in pair]
        if event["memory"] == "shared":
            kind = "wrong" if pairs else "sector" if event["kind"] == "load" else "done"
            paths[kind] = words.runs(words_of(event))
        if pairs and slot == pairs[0][1]:
            other = line.slots[pairs[0][0]]
            text += f". Warp {other['warp']} has {'read' if other['kind'] == 'load' else 'written'} these words: no barrier orders the two"
        elif pairs:
            text += f": nothing says that warp {line.slots[pairs[0][1]]['warp']} has stored them"
        add(text, slot, paths)
    return frames


def variant(launch):
    line = Timeline(launch["events"])
    lanes = Panel("lanes at work, by warp; grey: waits at a barrier", 20, 300, LANES, WARPS, 8)
    words = Panel("sums: words that are touched; a column is a bank", 420, 300, LANES, WARPS, 8)
    ground, gap = boxes(line)
    return {"name": TITLES[launch["name"]], "ground": ground + legend() + lanes.ground() + words.ground(),
            "frames": frames_of(line, gap, lanes, words), "races": line.races}


def picture(launches):
    variants = [variant(launch) for launch in launches]
    assert [bool(v["races"]) for v in variants] == [False, False, True]
    return {"title": "Four warps of a block add up 128 numbers", "height": 360, "ms": 500, "still": [2, 12], "variants": variants}
