# SPDX-License-Identifier: MIT
"""outer.py: the loop over k of a block: which words of A and B it loads, what shared memory holds, and how far the sums are.

In each turn of the loop, a column of A times a row of B adds one product to every sum of C: an outer product.
"""
from frames import CELL, KINDS, Panel, ground_text, plain, rect, words_of

SIZE = 16
LEFT, TOP = 230, 140  # B; A is at its lower left, C below it
NAMES = {"whole_k": "all of K at once", "blocks_of_k": "K in blocks of 4"}


def phases_of(events):
    """By the number of barriers that the warp has passed: its other events."""
    phases, passed = {}, {}
    for event in events:
        warp = event["warp"]
        if event["kind"] == "barrier":
            passed[warp] = passed.get(warp, 0) + 1
        else:
            phases.setdefault(passed.get(warp, 0), []).append(event)
    return [phases[number] for number in sorted(phases)]


def turns_of(events):
    """The loads from shared memory, by turn of the loop: of each array, every warp's n-th load."""
    turns, seen = [], {}
    for event in events:
        if (event["kind"], event["memory"]) != ("load", "shared"):
            continue
        number = seen.setdefault((event["warp"], event["array"]), 0)
        seen[event["warp"], event["array"]] += 1
        while len(turns) <= number:
            turns.append({"As": set(), "Bs": set()})
        turns[number][event["array"]] |= set(words_of(event))
    return turns


def words(events, kind, array):
    return sorted({word for event in events if (event["kind"], event["array"]) == (kind, array) for word in words_of(event)})


class Picture:
    def __init__(self, depth):
        """depth: of K in shared memory."""
        across = SIZE * CELL + 40
        self.A = Panel("A, 16 x 16", LEFT - across, TOP + across, SIZE, SIZE, SIZE)
        self.B = Panel("B, 16 x 16", LEFT, TOP, SIZE, SIZE, SIZE)
        self.C = Panel("C: the sums", LEFT, TOP + across, SIZE, SIZE, SIZE)
        self.As = Panel("As", LEFT + 250, TOP + across, depth, SIZE, depth)
        self.Bs = Panel("Bs", LEFT + 250 + 16 * CELL // 2, TOP, SIZE, depth, SIZE)
        self.depth = depth

    def ground(self):
        x, y = LEFT + 250, TOP - 28
        out = "".join(panel.ground() for panel in (self.A, self.B, self.C, self.As, self.Bs))
        out += ground_text(x, y, f"shared memory: {2 * SIZE * self.depth} words")
        x, y = 20, TOP + 40
        for kind, text in (("sector", "loaded before"), ("word", "in this turn"), ("warm", "sums so far"), ("done", "stored")):
            out += plain(rect(x, y, 14, 10), KINDS[kind]) + ground_text(x + 19, y + 10, text)
            y += 22
        return out


def variant(launch):
    phases = phases_of(launch["events"])
    loading = [phase for phase in phases if words(phase, "load", "A")]
    depth = SIZE // len(loading)
    picture, frames, sectors, products = Picture(depth), [], 0, 0
    everything = picture.C.runs(range(SIZE * SIZE))
    loaded = {"A": set(), "B": set()}

    def add(text, paths):
        frames.append({"text": [text, f"sectors loaded so far: {sectors}; products in each sum: {products} of {SIZE}"], "paths": paths})

    for phase in phases:
        of_a, of_b = words(phase, "load", "A"), words(phase, "load", "B")
        if of_a:
            sectors += sum(event["sectors"] for event in phase if (event["kind"], event["memory"]) == ("load", "global"))
            before = picture.A.runs(loaded["A"]) + picture.B.runs(loaded["B"])
            loaded["A"] |= set(of_a)
            loaded["B"] |= set(of_b)
            paths = {"sector": before, "word": picture.A.runs(of_a) + picture.B.runs(of_b) +
                     picture.As.runs(words(phase, "store", "As")) + picture.Bs.runs(words(phase, "store", "Bs"))}
            if products:
                paths["warm"] = everything
            add(f"k = {products} to {products + depth - 1}: columns of A and rows of B go to shared memory", paths)
        for turn in turns_of(phase):
            p = products
            products += 1
            column, row = [i * SIZE + p for i in range(SIZE)], [p * SIZE + j for j in range(SIZE)]
            paths = {"sector": picture.A.runs(loaded["A"] - set(column)) + picture.B.runs(loaded["B"] - set(row)),
                     "word": picture.A.runs(column) + picture.B.runs(row) + picture.As.runs(turn["As"]) + picture.Bs.runs(turn["Bs"]),
                     "warm": everything}
            assert {w % depth for w in turn["As"]} == {w // SIZE for w in turn["Bs"]} == {p % depth}
            add(f"p = {p}: column {p} of A times row {p} of B: one product more in every sum", paths)
        stored = words(phase, "store", "C")
        if stored:
            before = picture.A.runs(loaded["A"]) + picture.B.runs(loaded["B"])
            add("each thread stores its sum", {"sector": before, "done": picture.C.runs(stored)})
    return {"name": NAMES[launch["name"]], "ground": picture.ground(), "frames": frames}


def picture(launches):
    return {"title": "A block's loop over k: 16 outer products", "height": TOP + 2 * SIZE * CELL + 60, "ms": 700, "still": [1, 8],
            "variants": [variant(launch) for launch in launches]}
