# SPDX-License-Identifier: MIT
"""ring.py: a ring of stages with mbarriers: which thread fills a stage, which threads read it, and the phase of its barriers."""
from frames import ground_text, plain, rect

TOP, ROW, BARRIER_BYTES, MOST = 120, 46, 8, 4
LOADER, READER = 0, 1  # warps


class Ring:
    def __init__(self):
        self.held = [(None, "empty")] * MOST
        self.phases = {"full": [0] * MOST, "empty": [0] * MOST}
        self.asked, self.frames, self.deepest, self.passed = 0, [], 0, set()

    def frame(self, text, reading=None):
        paths, labels, in_flight = {}, [], 0
        for stage, (tile, state) in enumerate(self.held):
            y = TOP + stage * ROW
            labels += [[500, y + 22, str(self.phases["full"][stage])], [590, y + 22, str(self.phases["empty"][stage])]]
            in_flight += state == "in flight"
            if state != "empty":
                kind = "done" if stage == reading else "edge" if state == "in flight" else "sector"
                paths[kind] = paths.get(kind, "") + rect(110, y, 300, 34)
                labels.append([260, y + 22, f"slice {tile}: {'is added' if stage == reading else state}"])
        self.deepest = max(self.deepest, in_flight)
        self.frames.append({"text": [text, f"loads started so far: {self.asked}; in flight: {in_flight}"], "paths": paths, "labels": labels})

    def take(self, event):
        kind, name, stage = event["kind"], event["array"], event["offset"] // BARRIER_BYTES
        who = "loader" if event["warp"] == LOADER else "reader"
        tile = self.held[stage][0]
        if kind == "pass":  # lanes of a warp may pass at different times: the first one counts
            passing = (event["warp"], name, stage, event["phase"], self.phases[name][stage])
            if passing in self.passed:
                return
            self.passed.add(passing)
        if kind == "pass" and name == "empty":
            self.frame(f"loader: stage {stage} is empty: of its barrier the phase of parity {event['phase']} is over")
        elif kind == "bulk":
            self.held[stage] = (self.asked, "in flight")
            self.asked += 1
            self.frame(f"loader: arrives at full[{stage}], which expects {event['bytes']} bytes, and starts the copy of slice {self.asked - 1}")
        elif kind == "phase":
            self.phases[name][stage] = event["phase"]
            self.held[stage] = (tile, "has landed") if name == "full" else (None, "empty")
            self.frame(f"the bytes of slice {tile} have arrived: {name}[{stage}] is in phase {event['phase']}" if name == "full" else
                       f"reader: arrives at empty[{stage}], which is in phase {event['phase']} now")
        elif kind == "pass":
            assert self.held[stage][1] == "has landed", "read before it has landed"
            self.frame(f"{who}: waited for parity {event['phase']} of full[{stage}], and adds slice {tile}", stage)


def variant(launch):
    ring, stages = Ring(), int(launch["name"].split("_")[1])
    for event in launch["events"]:
        if "offset" in event:
            ring.take(event)
    ground = "".join(ground_text(20, TOP + 22 + i * ROW, f"stage {i}") + plain(rect(110, TOP + i * ROW, 300, 34), "#eef1f5") for i in range(stages))
    ground += ground_text(450, TOP - 8, "phase of full") + ground_text(550, TOP - 8, "of empty")
    ground += ground_text(20, TOP + 22 + MOST * ROW, f"{stages} stage{'s' * (stages > 1)}: up to {ring.deepest} "
                          f"load{'s' * (ring.deepest > 1)} in flight")
    for frame in ring.frames:  # stages that this ring does not have
        frame["labels"] = [label for label in frame["labels"] if label[1] < TOP + stages * ROW]
    return {"name": f"stages: {stages}", "ground": ground, "frames": ring.frames}


def picture(launches):
    return {"title": "A loader, a reader, and a ring of mbarriers between them", "height": 350, "ms": 700, "still": [3, 12], "slider": True,
            "variants": [variant(launch) for launch in launches]}
