#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of what `make bench` measured.

    plot_ladder.py [--results FILE]... [--size 4096] [--out docs] [--name h200]

writes  ladder_NAME.svg    every step at m = n = k = SIZE, with cuBLAS and the ceilings
        sizes_NAME.svg     the best steps over cuBLAS, at every size and on the random shapes
        roofline_NAME.svg  every step between the ceilings of memory, by the bytes it asks for

Steps are those of float32 and of f16 with sums in float32, operands as they lie (NN); sizes also
shows B transposed (NT).

The same results give the same files, byte for byte, with the same version of matplotlib.
"""

import argparse
import math
import os
import sys

from gemm_results import LADDER, Results, ResultsError, die

try:
    import matplotlib
except ImportError:
    die("plot_ladder.py", "needs matplotlib: `make deps plot` installs it")

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # pylint: disable=wrong-import-position

# Okabe and Ito's colours: told apart by people who see colours differently. One a chapter.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#7A6A00"]
MARKERS = ["o", "s", "D", "^", "v", "P", "X"]
INK, GRID = "#222222", "#DDDDDD"
SECTOR, WAVEFRONT = 32, 128  # bytes

matplotlib.rcParams.update({
    "svg.hashsalt": "ladder", "svg.fonttype": "none", "font.family": "sans-serif",
    "font.size": 10, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": "#888888",
    "xtick.color": INK, "ytick.color": INK, "figure.facecolor": "white", "axes.grid": True,
    "grid.color": GRID, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False,
})


def save(figure, path):
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None},
                   bbox_inches="tight", pad_inches=0.15)
    pyplot.close(figure)
    print(path)


def by_chapter(rows):
    """{chapter: (colour, marker)}"""
    chapters = list(dict.fromkeys(row["chapter"] for row in rows))
    return {chapter: (COLOURS[i % len(COLOURS)], MARKERS[i % len(MARKERS)])
            for i, chapter in enumerate(chapters)}


def short(row):
    return f"{row['chapter'].split('_')[0]}/{row['step']}"


def plain(value, _=None):
    return f"{value:g}"


def figure3(x):
    """Three digits: 2 -> 2.00"""
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


def caption(rows):
    """GPU and date of the runs that the rows are from."""
    runs = list(dict.fromkeys(row["run"] for row in rows))
    return "; ".join(dict.fromkeys(f"{run.gpu()}, {run.about('date').split(',')[0]}"
                                   for run in runs))


TYPES = list(dict.fromkeys(types for types, _ in LADDER))
CEILING_NAMES = {"f32-f32": "FFMA", "f16-f32": "mma.sync f16"}


def on_ladder(results, size, skipped=False):
    """Steps on the types of the ladder, operands as they lie, in the order of the ladder."""
    return [row for row in results.select("cool", size, trans="NN", skipped=skipped)
            if row["types"] in TYPES]


# ---- The ladder ----------------------------------------------------------------------------------


def draw_lines(axes, results, size, types, line):
    """cuBLAS and the ceiling of these types; returns the higher one. Their names stand on either
    side, in a line of their own, so that they do not run into each other."""
    lines = []
    cublas = results.peer("cool", size, types, "NN")
    if cublas:
        lines.append((cublas["tflops"], "cuBLAS" + ("" if types == "f32-f32" else " f16"), "--"))
    if results.ceiling(types):
        lines.append((results.ceiling(types), f"{CEILING_NAMES[types]} ceiling", "-"))
    lines.sort()
    for (value, name, dashes), side in zip(lines, ["right", "left"]):
        axes.axvline(value, color=INK, linestyle=dashes, linewidth=1.2, zorder=1.5)
        axes.annotate(f"{name} {figure3(value)}", (value, 1), xycoords=("data", "axes fraction"),
                      xytext=(3 if side == "left" else -3, 4 + 13 * line),
                      textcoords="offset points", ha=side)
    return max((value for value, _, _ in lines), default=0)


def draw_ladder(results, size, path):
    rows = on_ladder(results, size, skipped=True)
    timed = [row for row in rows if row["tflops"]]
    style = by_chapter(rows)
    figure, axes = pyplot.subplots(figsize=(8, 1.4 + 0.3 * len(rows)))
    lowest = min(row["tflops"] for row in timed) / 1.6
    highest = max(row["tflops"] for row in timed)
    for place, row in enumerate(rows):
        colour, marker = style[row["chapter"]]
        if not row["tflops"]:
            axes.annotate("does not run at this size", (lowest, place), xytext=(5, 0),
                          textcoords="offset points", va="center", style="italic")
            continue
        axes.hlines(place, lowest, row["tflops"], color=colour, linewidth=2)
        axes.plot(row["tflops"], place, marker, color=colour, markersize=7)
        share = f"  ({100 * row['of_cublas']:.0f}%)" if row["of_cublas"] else ""
        axes.annotate(f"{figure3(row['tflops'])}{share}", (row["tflops"], place), xytext=(9, 0),
                      textcoords="offset points", va="center",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    there = [types for types in TYPES if any(row["types"] == types for row in rows)]
    for line, types in enumerate(there):
        highest = max(highest, draw_lines(axes, results, size, types, line))
    axes.set_xscale("log")
    axes.set_xlim(lowest, highest * 2.2)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [short(row) for row in rows])
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
    kinds = "float32" if there == ["f32-f32"] else "float32, then f16 with sums in float32"
    axes.set_xlabel(f"TFLOP/s at m = n = k = {size}, {kinds}, logarithmic; in brackets: of cuBLAS\n"
                    + caption(rows))
    save(figure, path)


# ---- Every size ----------------------------------------------------------------------------------


def best_step(results, size, types, trans):
    """(chapter, step) of the fastest, cool."""
    rows = results.select("cool", size, types=types, trans=trans)
    best = max(rows, key=lambda row: row["tflops"])
    return best["chapter"], best["step"]


def draw_sizes(results, size, path):
    groups = [group for group in LADDER if results.select("cool", size, types=group[0],
                                                          trans=group[1])]
    figure, all_axes = pyplot.subplots(1, len(groups), figsize=(8 if len(groups) == 1 else
                                                                4.6 * len(groups), 4),
                                       sharey=True, squeeze=False)
    series = [("cool", 0, "squares, cool", COLOURS[0], "o", "-"),
              ("hot", 0, "squares, hot", COLOURS[3], "s", "--"),
              ("cool", 1, "random shapes, cool", COLOURS[2], "D", "")]
    highest = 1.1
    for axes, (types, trans) in zip(all_axes[0], groups):
        chapter, step = best_step(results, size, types, trans)
        shown = []
        for mode, random, label, colour, marker, line in series:
            rows = [row for row in results.select(mode, random=random, types=types, trans=trans)
                    if (row["chapter"], row["step"]) == (chapter, step) and row["of_cublas"]]
            points = sorted(((row["m"] * row["n"] * row["k"]) ** (1 / 3), row["of_cublas"])
                            for row in rows)
            shown += rows
            if points:
                axes.plot(*zip(*points), marker=marker, linestyle=line or "none", color=colour,
                          label=label, markersize=6, markerfacecolor="none" if random else colour)
        axes.axhline(1, color=INK, linewidth=1.2)
        axes.annotate("cuBLAS", (0, 1), xycoords=("axes fraction", "data"), xytext=(4, 4),
                      textcoords="offset points", ha="left")
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))
        highest = max(highest, 1.08 * axes.dataLim.ymax)
        about = f"{chapter}/{step}" + ("" if types == "f32-f32" else f", {types} {trans}")
        axes.set_xlabel(f"cube root of m n k\n{caption(shown)}; {about}" if len(groups) == 1 else
                        f"cube root of m n k\n{about}\n{caption(shown)}")
    all_axes[0][0].set_ylim(0, highest)
    all_axes[0][0].set_ylabel("speed over cuBLAS's")
    all_axes[0][-1].legend(frameon=False, loc="lower right")
    save(figure, path)


# ---- The roofline --------------------------------------------------------------------------------


def apart(x, y, point):
    """How far apart two places are on logarithmic axes."""
    return abs(math.log(x / point[0])) + abs(math.log(y / point[1]))


def roof(axes, tbps, peak, name, colour, limits, bottom, points):
    """TFLOP/s = bytes per second x FLOP per byte, up to the highest peak. Its name stands where no
    point is near."""
    corner = peak / tbps
    begin = max(limits[0], bottom / tbps)
    axes.plot([begin, corner, limits[1]], [begin * tbps, peak, peak], color=colour, linewidth=1.5)
    if begin >= corner:
        return
    places = [begin * (corner / begin) ** part for part in (0.12, 0.25, 0.35, 0.5, 0.65, 0.75, 0.85)]
    at = max(places, key=lambda x: min(apart(x, x * tbps, point) for point in points))
    axes.text(at, at * tbps, f"{name} {tbps:.3g} TB/s", color=colour, va="bottom",
              ha="center", rotation=math.degrees(math.atan(tbps)), rotation_mode="anchor",
              transform_rotates_text=True)


def name_points(axes, points):
    """points: (x, y, name). Those that lie on each other share a label; the labels of neighbours
    stand on either side."""
    groups = []
    for x, y, name in sorted(points, key=lambda point: point[1]):
        if groups and y / groups[-1][1] < 1.05 and 1 / 1.3 < x / groups[-1][0] < 1.3:
            groups[-1][2].append(name)
        else:
            groups.append([x, y, [name]])
    placed = []
    for x, y, names in groups:
        taken = [side for side, other in placed
                 if abs(math.log(y / other[1])) < 0.2 and abs(math.log(x / other[0])) < 1.5]
        side = 1 if taken.count(1) <= taken.count(-1) else -1
        placed.append((side, (x, y)))
        axes.annotate(", ".join(sorted(names)), (x, y), xytext=(7 * side, -3),
                      textcoords="offset points", ha="left" if side > 0 else "right")


def draw_roofline(results, size, path):
    every = on_ladder(results, size)
    rows = [row for row in every if row["sectors"]]
    peaks = {types: results.ceiling(types) for types in TYPES
             if results.ceiling(types) and any(row["types"] == types for row in rows)}
    if not peaks:
        print(f"{path}: not drawn: no predicted sectors or no ceiling in {results.path}")
        return
    peak = max(peaks.values())
    memory = rows[0]["run"].ceilings
    style = by_chapter(on_ladder(results, size, skipped=True))
    flop = 2 * size ** 3
    # One panel for what goes through L2, one for what goes through shared memory.
    shared = [row for row in rows if row["wavefronts"]]
    panels = [("sectors", SECTOR, rows, "FLOP per byte asked of L2 (predicted sectors × 32)\n"
               "the line of DRAM: if L2 kept nothing",
               [("l2_read", "L2", COLOURS[0]), ("dram_read", "DRAM", COLOURS[4])])]
    if shared:
        panels.append(("wavefronts", WAVEFRONT, shared,
                       "FLOP per byte of shared memory (wavefronts × 128)",
                       [("shared_read_128", "shared", COLOURS[2])]))
    figure, all_axes = pyplot.subplots(1, len(panels), figsize=(5 * len(panels), 4.6),
                                       sharey=True, squeeze=False)
    bottom = min(row["tflops"] for row in rows) / 2
    for axes, (column, unit, points, label, ceilings) in zip(all_axes[0], panels):
        at = [flop / (row[column] * unit) for row in points]
        limits = min(at) / 2.5, max(max(at) * 4, 40)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlim(limits)
        axes.set_ylim(bottom, peak * 1.6)
        for key, name, colour in ceilings:
            if key in memory:
                roof(axes, memory[key], peak, name, colour, limits, bottom,
                     [(x, row["tflops"]) for x, row in zip(at, points)])
        for value in peaks.values():
            axes.axhline(value, color=INK, linewidth=1.5)
        for chapter, (colour, marker) in style.items():
            here = [(x, row["tflops"]) for x, row in zip(at, points) if row["chapter"] == chapter]
            if here:
                axes.plot(*zip(*here), marker, color=colour, markersize=7, zorder=3, label=chapter)
        name_points(axes, [(x, row["tflops"], f"{row['chapter'].split('_')[0]}/"
                            f"{row['step'].split('_')[0]}") for x, row in zip(at, points)])
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_minor_locator(ticker.NullLocator())
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.set_xlabel(label)
    first = all_axes[0][0]
    for types, value in peaks.items():
        first.annotate(f"{CEILING_NAMES[types]} {value:.3g} TFLOP/s", (0, value),
                       xycoords=("axes fraction", "data"), xytext=(4, 4),
                       textcoords="offset points")
    first.set_ylabel(f"TFLOP/s at m = n = k = {size}\n{caption(rows)}")
    first.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    save(figure, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", action="append",
                        help="may be repeated (bench/results/h200_gemm.tsv)")
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--out", default="docs", help="the directory to write to")
    parser.add_argument("--name", default="h200", help="of the GPU, in the names of the files")
    options = parser.parse_args()
    results = Results(options.results or ["bench/results/h200_gemm.tsv"])
    if not on_ladder(results, options.size):
        raise ResultsError(f"--size {options.size}: no cool figures in {results.path}; "
                           f"there are {', '.join(map(str, results.sizes()))}")
    if not os.path.isdir(options.out):
        raise ResultsError(f"--out {options.out}: no such directory")
    path = os.path.join(options.out, "{}_" + options.name + ".svg")
    draw_ladder(results, options.size, path.format("ladder"))
    draw_sizes(results, options.size, path.format("sizes"))
    draw_roofline(results, options.size, path.format("roofline"))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ResultsError as problem:
        die("plot_ladder.py", problem)
