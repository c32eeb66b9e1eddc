# SPDX-License-Identifier: MIT
"""stages.py: stages of cp.async, by the depth of the wait."""
from frames import LANES, WORD, rect

STAGES, ROW = 4, 46


def stage_boxes(held, read):
    paths, labels = {}, []
    for stage, (tile, state) in enumerate(held):
        if tile is None:
            continue
        box = rect(110, 120 + stage * ROW, 300, 34)
        kind = ("done" if state == "landed" else "wrong") if stage == read else "sector" if state == "landed" else "edge"
        paths[kind] = paths.get(kind, "") + box
        said = f"slice {tile}: " + {"landed": "has landed", "in flight": "in flight"}[state]
        if stage == read:
            said += ", multiplied" if state == "landed" else " still: the data read is OLD"
        labels.append([260, 142 + stage * ROW, said])
    return paths, labels


def stages_of(launch):
    held, groups, landed, frames, read_wrong = [(None, "")] * STAGES, [], 0, [], 0
    pending, deep, waited = [], [], None

    def frame(text, read=None):
        paths, labels = stage_boxes(held, read)
        in_flight = sum(state == "in flight" for tile, state in held if tile is not None)
        frames.append({"text": [text, f"copies in flight: {in_flight}"], "paths": paths, "labels": labels})
        return in_flight

    for event in launch["events"]:
        kind = event["kind"]
        if kind == "copy":
            stage, tile = min(event["to"]) // (LANES * WORD), min(event["offsets"]) // (LANES * WORD)
            held[stage] = (tile, "in flight")
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
            frame(f"wait until at most {waited} groups are pending; barrier")
        elif kind == "load" and event["memory"] == "shared":
            stage = min(event["offsets"]) // (LANES * WORD)
            read_wrong += held[stage][1] != "landed"
            deep.append(frame(f"multiply slice {held[stage][0]}, in stage {stage}", stage))
    return frames, deep, read_wrong


def picture(launches):
    variants = []
    for launch in launches:
        frames, deep, wrong = stages_of(launch)
        depth = int(launch["name"].split("_")[1])
        ground = "".join(f'<text x="20" y="{142 + i * ROW}">stage {i}</text><path d="{rect(110, 120 + i * ROW, 300, 34)}" fill="#eef1f5"/>'
                         for i in range(STAGES))
        verdict = f"{wrong} of {len(deep)} slices are read before they have landed" if wrong else \
            f"while a slice is multiplied, copies of later slices in flight: up to {max(deep)}"
        ground += f'<text x="20" y="{142 + STAGES * ROW}">cp_async_wait_group({depth}): {verdict}</text>'
        variants.append({"name": f"wait depth {depth}", "ground": ground, "frames": frames})
    return {"title": "Four stages of cp.async, and how deep the wait may be", "height": 350, "ms": 900, "still": [2, 13],
            "slider": True, "variants": variants}
