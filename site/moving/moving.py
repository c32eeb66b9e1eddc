#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""moving.py NAME TRACE > NAME.svg: a moving picture of what the engine recorded (EMU_TRACE).

An SVG with all frames in it, and a player (player.js) with pause, step and a choice of variants, by buttons or by a
slider. Where scripts do not run (an <img>, paper) one frame stands still. NAME.py makes the frames: every box that is
lit comes from the trace; sums are compared with the engine's counters by site/tests/book/check_moving.py.
"""
import importlib
import json
import pathlib
import sys
from xml.sax.saxutils import escape

from frames import KINDS, launches_of

STYLE = """text { font: 13px sans-serif; fill: #1b1f24 } .title { font-weight: bold; font-size: 15px } .small { font-size: 11px }
.button rect { fill: #fff; stroke: #7a94b8; rx: 4 } .button { cursor: pointer } .chosen rect { fill: #dbe6f5 }
#edge { stroke: #2b6cb0; stroke-width: 2; stroke-dasharray: 5 3 } @media print { #controls { display: none } }"""
SLIDER_WIDTH = 300


def button(name, x, y, text, chosen=False):
    width = 16 + 7 * len(text)
    return (f'<g id="{name}" class="{"chosen " * chosen}button" tabindex="0" role="button"><rect x="{x}" y="{y}" width="{width}" '
            f'height="24"/><text id="{name}-text" x="{x + width / 2:g}" y="{y + 17}" text-anchor="middle">{escape(text)}</text></g>'), x + width + 8


def slider(x, y, names, chosen):
    """A knob on a line: as many places as there are variants. player.js moves it."""
    gap = SLIDER_WIDTH / (len(names) - 1)
    marks = "".join(f'<path d="M{x + i * gap:g} {y - 4}v8" stroke="#7a94b8"/>' for i in range(len(names)))
    return (f'<g id="slider" class="button" tabindex="0" role="slider" aria-valuemin="0" aria-valuemax="{len(names) - 1}" '
            f'aria-valuenow="{chosen}" aria-label="{escape(names[0].rstrip("0123456789: "))}">'
            f'<rect id="track" x="{x}" y="{y - 12}" width="{SLIDER_WIDTH}" height="24" style="fill:none;stroke:none;pointer-events:all"/>'
            f'<path d="M{x} {y}h{SLIDER_WIDTH}" stroke="#7a94b8" stroke-width="3"/>{marks}'
            f'<circle id="knob" cx="{x + chosen * gap:g}" cy="{y}" r="8" fill="#2b6cb0"/></g>'
            f'<text id="chosen" x="{x + SLIDER_WIDTH + 20}" y="{y + 5}">{escape(names[chosen])}</text>')


def controls(p):
    names, out, x = [variant["name"] for variant in p["variants"]], [], 20
    for name, text in (("play", "pause"), ("back", "step back"), ("on", "step")):
        part, x = button(name, x, 36, text)
        out.append(part)
    out.append(f'<text id="clock" x="{x}" y="53"></text>')
    if p.get("slider"):
        return out + [slider(310, 48, names, p["still"][0])]
    x = 300
    for i, name in enumerate(names):
        part, x = button(f"variant{i}", x, 36, name, i == p["still"][0])
        out.append(part)
    assert x <= 800, "the variants' names are too long"
    return out


def svg(p):
    at, still = p["still"], p["variants"][p["still"][0]]["frames"][p["still"][1]]
    height, player = p["height"], pathlib.Path(__file__).with_name("player.js").read_text()
    kinds = [kind for kind in KINDS if any(kind in frame["paths"] for variant in p["variants"] for frame in variant["frames"])]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" width="800" height="{height}" data-moving="">',
           f"<style>{STYLE}</style>", f'<rect width="800" height="{height}" fill="#fff"/>',
           f'<text x="20" y="24" class="title">{escape(p["title"])}</text>', '<g id="controls" visibility="hidden">',
           *controls(p), "</g>"]
    for i, line in enumerate(still["text"]):
        out.append(f'<text id="line{i}" x="20" y="{80 + 18 * i}">{escape(line)}</text>')
    for i, variant in enumerate(p["variants"]):
        out.append(f'<g id="ground{i}" visibility="{"visible" if i == at[0] else "hidden"}">{variant["ground"]}</g>')
    for kind in kinds:
        out.append(f'<path id="{kind}" fill="{KINDS[kind]}" d="{still["paths"].get(kind, "")}"/>')
    labels = "".join(f'<text x="{x}" y="{y}" text-anchor="middle">{escape(text)}</text>' for x, y, text in still.get("labels", []))
    out.append(f'<g id="labels">{labels}</g>')
    data = {"kinds": kinds, "still": at, "ms": p["ms"], "tour": p.get("tour", False),
            "variants": [{"name": v["name"], "frames": v["frames"]} for v in p["variants"]]}
    out.append(f'<script type="application/json" id="frames"><![CDATA[{json.dumps(data, separators=(",", ":"))}]]></script>')
    out.append(f"<script><![CDATA[\n{player}]]></script>\n</svg>")
    return "\n".join(out)


def main():
    if len(sys.argv) != 3 or not pathlib.Path(__file__).with_name(f"{sys.argv[1]}.py").exists():
        sys.exit("usage: moving.py NAME TRACE > NAME.svg")
    print(svg(importlib.import_module(sys.argv[1]).picture(launches_of(sys.argv[2]))))


if __name__ == "__main__":
    main()
