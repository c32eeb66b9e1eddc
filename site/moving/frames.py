# SPDX-License-Identifier: MIT
"""frames.py: what the pictures share: a trace's launches, arrays as rows of boxes, paths."""
import json
import pathlib
import sys
from xml.sax.saxutils import escape

CELL, WORD, SECTOR_WORDS, BANKS, LANES = 11, 4, 8, 32, 32
KINDS = {"rest": "#d5dae0", "sector": "#bcd3ee", "done": "#9ccfae", "warm": "#e8b04a", "word": "#2b6cb0", "wrong": "#c0392b", "edge": "none"}


def launches_of(path):
    """The launches of a trace: name, grid, block, and the events in the order of the file."""
    launches = []
    for line in pathlib.Path(path).read_text().splitlines():
        event = json.loads(line)
        if "left_out" in event:
            sys.exit(f"moving.py: {path}: the trace is incomplete")
        if "launch" in event:
            launches.append({"name": event["kernel"], "grid": event["grid"], "block": event["block"], "events": []})
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

    def runs(self, words):
        """The same of many words: neighbours in a row are one box, and so are equal rows below each other."""
        boxes = []  # row, column, columns, rows
        for row, column in sorted(divmod(word, self.columns) for word in words):
            if boxes and boxes[-1][0] == row and sum(boxes[-1][1:3]) == column:
                boxes[-1][2] += 1
            else:
                boxes.append([row, column, 1, 1])
        tall = {}
        for row, column, width, _ in boxes:
            above = tall.get((column, width))
            if above and above[-1][0] + above[-1][3] == row:
                above[-1][3] += 1
            else:
                tall.setdefault((column, width), []).append([row, column, width, 1])
        return "".join(rect(self.x + column * CELL, self.y + row * CELL, width * CELL - 1, height * CELL - 1)
                       for same in tall.values() for row, column, width, height in same)

    def ground(self):
        lines = "".join(f"M{self.x + i * CELL - 0.5:g} {self.y - 3}v{self.rows * CELL + 5}"
                        for i in range(0, self.columns + 1, self.group))
        all_cells = "".join(rect(self.x, self.y + row * CELL, self.columns * CELL - 1, CELL - 1) for row in range(self.rows))
        return (f'<text x="{self.x}" y="{self.y - 9}">{escape(self.title)}</text><path d="{all_cells}" fill="#eef1f5"/>'
                f'<path d="{lines}" stroke="#b9c2cd" fill="none"/>')


def ground_text(x, y, text, more=""):
    return f'<text x="{x:g}" y="{y:g}"{more}>{escape(text)}</text>'


def plain(path, fill, more=""):
    return f'<path d="{path}" fill="{fill}"{more}/>'
