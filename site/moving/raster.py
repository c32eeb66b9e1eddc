# SPDX-License-Identifier: MIT
"""raster.py: tiles of C in the order in which blocks take them, and what the running blocks need of A and B."""
from frames import KINDS, ground_text, plain, rect

TILES, TILE, WORD, PLACES, STEP = 12, 8, 4, 16, 4  # PLACES blocks run together; a frame has STEP more of them
CELL, LEFT, TOP, STRIP = 22, 110, 180, 50
TITLES = {"rows": "row by row", "panels": "panels of 4", "back_and_forth": "back and forth"}


class Block:
    """The strips that a block loads and the tile that it stores."""

    def __init__(self, events):
        wanted = {"A": set(), "B": set(), "C": set()}
        self.sectors = 0
        for event in events:
            if event["memory"] == "global":
                wanted[event["array"]].update(offset // WORD for offset in event["offsets"] if offset is not None)
                self.sectors += event["sectors"] if event["kind"] == "load" else 0
        size = TILES * TILE
        rows = {word // TILE // TILE for word in wanted["A"]}
        cols = {word % size // TILE for word in wanted["B"]}
        tiles = {(word // size // TILE, word % size // TILE) for word in wanted["C"]}
        assert len(rows) == len(cols) == len(tiles) == 1
        self.row, self.col = tiles.pop()
        assert (rows, cols) == ({self.row}, {self.col})


def row_runs(tiles):
    """Boxes of tiles, neighbours in a row as one."""
    path, tiles = "", sorted(tiles)
    while tiles:
        width, (row, col) = 1, tiles[0]
        while width < len(tiles) and tiles[width] == (row, col + width):
            width += 1
        path += rect(LEFT + col * CELL, TOP + row * CELL, width * CELL - 1, CELL - 1)
        tiles = tiles[width:]
    return path


def strips(rows, cols):
    return "".join(rect(LEFT - STRIP - 6, TOP + row * CELL, STRIP, CELL - 1) for row in sorted(rows)) + \
        "".join(rect(LEFT + col * CELL, TOP - STRIP - 6, CELL - 1, STRIP) for col in sorted(cols))


def ground(name, waves):
    everything = {(row, col) for row in range(TILES) for col in range(TILES)}
    out = plain(row_runs(everything) + strips(range(TILES), range(TILES)), "#eef1f5")
    out += ground_text(20, TOP + TILES * CELL / 2, "A") + ground_text(LEFT + TILES * CELL / 2 - 4, TOP - STRIP - 11, "B")
    out += ground_text(LEFT + TILES * CELL / 2 - 4, TOP + TILES * CELL + 16, "C")
    out += ground_text(450, 130, f"what {PLACES} blocks that run together need from L2:")
    for wave, (rows, cols) in enumerate(waves):
        out += ground_text(450, 162 + wave * 28, f"wave {wave + 1}")
        out += plain(rect(510, 150 + wave * 28, 200, 16), "#eef1f5")
    y = 162 + len(waves) * 28 + 8
    out += plain(rect(450, y - 10, 14, 10), KINDS["sector"]) + ground_text(469, y, "used by the wave before, too")
    wanted, kept = sum(map(size_of, waves)), sum(map(size_of, map(common, waves, waves[1:])))
    return out + ground_text(450, y + 22, f"{name}: {wanted} strips, {kept} of them reused")


def size_of(wave):
    return len(wave[0]) + len(wave[1])


def common(wave, other):
    return wave[0] & other[0], wave[1] & other[1]


def bar(wave, strips_of, before):
    """The strips of a wave: those that the wave before had, then all other strips."""
    kept = size_of(common(strips_of, before))
    unit, y = 200 / (2 * TILES), 150 + wave * 28
    return rect(510, y, unit * kept, 16), rect(510 + unit * kept, y, unit * (size_of(strips_of) - kept), 16)


def variant(launch):
    by_block = {}
    for event in launch["events"]:
        by_block.setdefault(event["block"], []).append(event)
    blocks = [Block(by_block[number]) for number in sorted(by_block)]
    assert len(blocks) == TILES * TILES
    waves = [({b.row for b in blocks[i:i + PLACES]}, {b.col for b in blocks[i:i + PLACES]}) for i in range(0, len(blocks), PLACES)]
    frames, asked, kept_bars, new_bars = [], 0, "", ""
    for end in range(STEP, len(blocks) + 1, STEP):
        wave = (end - 1) // PLACES
        running = blocks[wave * PLACES:end]
        asked += sum(b.sectors for b in blocks[end - STEP:end])
        rows, cols = {b.row for b in running}, {b.col for b in running}
        kept, new = bar(wave, (rows, cols), waves[wave - 1] if wave else (set(), set()))
        text = (f"wave {wave + 1}, {len(running)} of {PLACES} blocks have begun: strips of A: {len(rows)}, of B: {len(cols)}, "
                f"for {len(running)} tiles")
        frames.append({"text": [text, f"sectors requested so far: {asked}"],
                       "paths": {"done": row_runs((b.row, b.col) for b in blocks[:wave * PLACES]),
                                 "word": row_runs((b.row, b.col) for b in running),
                                 "sector": kept_bars + kept, "warm": strips(rows, cols) + new_bars + new},
                       "labels": [[730, 162 + w * 28, str(len(r) + len(c))] for w, (r, c) in enumerate(waves[:wave])]
                       + [[730, 162 + wave * 28, str(len(rows) + len(cols))]]})
        if end % PLACES == 0:
            kept_bars, new_bars = kept_bars + kept, new_bars + new
    return {"name": TITLES[launch["name"]], "ground": ground(TITLES[launch["name"]], waves), "frames": frames}


def picture(launches):
    return {"title": "The order of blocks in C, and the strips of A and B that L2 must hold", "height": 480, "ms": 350,
            "still": [1, 15], "variants": [variant(launch) for launch in launches]}
