# SPDX-License-Identifier: MIT
"""budget.py: an exercise's verdict: what three versions of 02_coalesce load, and what is allowed."""
import pathlib
import re

from frames import KINDS, Panel, ground_text, plain, rect

M, N, K, WORD, COUNTER = 32, 32, 16, 4, "global_load_sectors"  # as in budget.cu
EXERCISE = pathlib.Path(__file__).parents[2] / "02_naive/exercises/coalesce.cu"
TITLES = {"stub": "as given", "wider_block": "a try", "solution": "solved"}
LEFT, TOP, WIDTH, BAR = 450, 150, 320, 26


def allowed():
    """The budget of the exercise's rule at this size."""
    rule = re.search(rf"^// check: C {COUNTER} <= (.*)$", EXERCISE.read_text(), re.MULTILINE)[1]
    return int(eval(rule, {"ceil": lambda a, b: -(-a // b), "m": M, "n": N, "k": K}))


def warps_of(events):
    """By block and warp, in the order of their first requests."""
    warps = {}
    for event in events:
        warps.setdefault((event["block"], event["warp"]), []).append(event)
    return list(warps.values())


def bars(by_array, budget, scale):
    """The counter, in red what is beyond the budget; below it whose sectors these are."""
    total = sum(by_array.values())
    paths = {"word": rect(LEFT, TOP, min(total, budget) * scale, BAR)}
    if total > budget:
        paths["wrong"] = rect(LEFT + budget * scale, TOP, (total - budget) * scale, BAR)
    paths["warm"] = "".join(rect(LEFT, TOP + 60 + 40 * i, by_array[name] * scale, BAR) for i, name in enumerate("AB"))
    return paths


def variant(launch, budget, scale):
    c = Panel("C: a box is an element, 32 x 32; one warp's are dark", 20, 146, N, M, 8)
    warps = [events for events in warps_of(launch["events"]) if any(e["kind"] == "load" for e in events)]
    by_array, done, frames = {"A": 0, "B": 0}, set(), []
    for number, events in enumerate(warps):
        loads = [e for e in events if e["kind"] == "load"]
        for event in loads:
            by_array[event["array"]] += event["sectors"]
        mine = {offset // WORD for e in events if e["kind"] == "store" for offset in e["offsets"] if offset is not None}
        rows, total = {word // N for word in mine}, sum(by_array.values())
        each = {name: next(e["sectors"] for e in loads if e["array"] == name) for name in "AB"}
        text = (f"warp {number + 1} of {len(warps)}: {len(mine)} elements of C, in {len(rows)} row{'s' * (len(rows) > 1)}; at each p a load of A "
                f"takes {each['A']} sector{'s' * (each['A'] > 1)}, one of B {each['B']}")
        verdict = f"{COUNTER} so far: {total:,} of {budget:,} allowed"
        if number == len(warps) - 1:
            verdict += ": fails" if total > budget else ": passes"
        elif total > budget:
            verdict += ": over the budget"
        paths = bars(by_array, budget, scale) | {"done": c.runs(done)}
        paths["word"] += c.runs(mine)
        frames.append({"text": [text, verdict], "paths": paths,
                       "labels": [[LEFT + WIDTH - 30, TOP + 18, f"{total:,}"]] +
                       [[LEFT + WIDTH - 30, TOP + 78 + 40 * i, f"{by_array[name]:,}"] for i, name in enumerate("AB")]})
        done |= mine
    ground = c.ground() + plain(rect(LEFT, TOP, WIDTH, BAR) + "".join(rect(LEFT, TOP + 60 + 40 * i, WIDTH, BAR) for i in range(2)), "#eef1f5")
    ground += ground_text(LEFT - 20, TOP + 78, "A") + ground_text(LEFT - 20, TOP + 118, "B") + ground_text(LEFT, TOP - 30, f"{COUNTER}, of A and B together")
    x = LEFT + budget * scale
    ground += f'<path d="M{x:g} {TOP - 8}v{BAR + 16}" stroke="{KINDS["wrong"]}" stroke-width="2"/>' + ground_text(x - 22, TOP - 12, "budget")
    ground += "".join(ground_text(LEFT, TOP + 180 + 20 * i, line) for i, line in enumerate(
        ("Check C of exercise 02_coalesce: at most half", "of what the given kernel loads.")))
    return {"name": TITLES[launch["name"]], "ground": ground, "frames": frames}


def picture(launches):
    budget = allowed()
    totals = [sum(e["sectors"] for e in launch["events"] if e["kind"] == "load") for launch in launches]
    scale = (WIDTH - 60) / max(totals)
    return {"title": "A verdict: my counter and the budget", "height": 510, "ms": 350, "still": [0, 19],
            "variants": [variant(launch, budget, scale) for launch in launches]}
