#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of what `make bench` measured.

    plot_ladder.py [--results FILE]... [--size 4096] [--out docs] [--name h200]

writes  ladder_NAME.svg    every step at m = n = k = SIZE, with cuBLAS and the ceilings
        sizes_NAME.svg     the tuned steps over cuBLAS, at every size and on the random shapes
        roofline_NAME.svg  every step between the ceilings of memory, by the bytes it asks for

Steps are those of float32 and of f16 with sums in float32, operands as they lie (NN): a colour for
each of the two, the same in all pictures.

The same results give the same files, byte for byte, with the same version of matplotlib.
"""

import argparse
import math
import os
import sys

from gemm_results import Results, ResultsError, die, is_on_ladder

try:
    import matplotlib
except ImportError:
    die("plot_ladder.py", "needs matplotlib: `make deps plot` installs it")

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # pylint: disable=wrong-import-position

COLOURS = {"f32-f32": "#0072B2", "f16-f32": "#C8500A"}  # of the types, in every picture
KINDS = {"f32-f32": "float32, on CUDA cores", "f16-f32": "f16, sums in float32, on tensor cores"}
CEILING_NAMES = {"f32-f32": "FFMA ceiling", "f16-f32": "mma.sync ceiling"}
TYPES = list(KINDS)
INK, GRID, PALE = "#222222", "#E4E4E4", "#777777"
SECTOR, WAVEFRONT = 32, 128  # bytes
DPI = 72  # a pixel is a point

matplotlib.rcParams.update({
    "svg.hashsalt": "ladder", "svg.fonttype": "none", "font.family": "sans-serif",
    "font.size": 10, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": "#888888",
    "xtick.color": INK, "ytick.color": INK, "figure.facecolor": "white", "figure.dpi": DPI,
    "axes.grid": True, "grid.color": GRID, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False,
})


def save(figure, path, title):
    figure.savefig(path, format="svg", dpi=DPI, bbox_inches="tight", pad_inches=0.15,
                   metadata={"Date": None, "Creator": None, "Title": title})
    pyplot.close(figure)
    print(path)


def plain(value, _=None):
    return f"{value:g}"


def figure3(x):
    """Three digits: 2 -> 2.00"""
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


def number(row):
    """05_outer_product -> 05"""
    return row["chapter"].split("_")[0]


def caption(rows):
    """GPU and date of the runs that the rows are from."""
    runs = list(dict.fromkeys(row["run"] for row in rows))
    return "; ".join(dict.fromkeys(f"{run.gpu()}, {run.about('date').split(',')[0]}"
                                   for run in runs))


def on_ladder(results, size, skipped=False):
    """Steps on the types of the ladder, operands as they lie, in the order of the ladder."""
    rows = results.select("cool", size, trans="NN", skipped=skipped)
    return [row for types in TYPES for row in rows
            if row["types"] == types and is_on_ladder(row)]


# ---- The ladder ----------------------------------------------------------------------------------


def places(rows):
    """(places of the rows, {types: place of its heading}), downwards; chapters stand apart."""
    at, headings, y = [], {}, -1.6
    for before, row in zip([None, *rows], rows):
        if before is None or row["types"] != before["types"]:
            y += 1.6
            headings[row["types"]] = y
            y += 0.15
        elif row["chapter"] != before["chapter"]:
            y += 0.35
        y += 1
        at.append(y)
    return at, headings


def draw_lines(axes, results, size, types, top, bottom):
    """cuBLAS and the ceiling of these types, beside their steps; their names stand in the row of
    the heading, on either side. Returns the higher one."""
    lines = []
    cublas = results.peer("cool", size, types, "NN")
    if cublas:
        lines.append((cublas["tflops"], "cuBLAS", (0, (4, 2))))
    if results.ceiling(types):
        lines.append((results.ceiling(types), CEILING_NAMES[types], "-"))
    lines.sort(key=lambda line: line[0])
    sides = ["right", "left"] if len(lines) > 1 else ["left"]
    for (value, name, dashes), side in zip(lines, sides):
        axes.vlines(value, top - 0.35, bottom + 0.5, color=COLOURS[types], linestyle=dashes,
                    linewidth=1.4, zorder=1.5)
        axes.annotate(f"{name} {figure3(value)}", (value, top), color=COLOURS[types],
                      xytext=(5 if side == "left" else -5, 0), textcoords="offset points", ha=side,
                      va="center", annotation_clip=False)
    return max((value for value, _, _ in lines), default=0)


def draw_ladder(results, size, path):
    rows = on_ladder(results, size, skipped=True)
    timed = [row for row in rows if row["tflops"]]
    at, headings = places(rows)
    figure, axes = pyplot.subplots(figsize=(7.6, 0.9 + 0.235 * at[-1]))
    lowest = min(row["tflops"] for row in timed) / 1.6
    highest = max(row["tflops"] for row in timed)
    columns = axes.get_yaxis_transform()  # x as a share of the width

    for place, row in zip(at, rows):
        colour = COLOURS[row["types"]]
        if not row["tflops"]:
            axes.annotate("does not run at this size", (lowest, place), xytext=(5, 0),
                          textcoords="offset points", va="center", style="italic", color=PALE)
            continue
        axes.hlines(place, lowest, row["tflops"], color=colour, linewidth=5, alpha=0.35)
        axes.plot(row["tflops"], place, "o", color=colour, markersize=7, zorder=3)
        axes.text(1.12, place, figure3(row["tflops"]), transform=columns, ha="right", va="center")
        if row["of_cublas"]:
            axes.text(1.26, place, f"{100 * row['of_cublas']:.0f}%", transform=columns, ha="right",
                      va="center")
    for types, heading in headings.items():
        last = max(place for place, row in zip(at, rows) if row["types"] == types)
        highest = max(highest, draw_lines(axes, results, size, types, heading, last))
        axes.text(-0.27, heading, KINDS[types], transform=columns, color=COLOURS[types],
                  weight="bold", va="center",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    top = next(iter(headings.values())) - 0.8
    axes.text(1.12, top, "TFLOP/s", transform=columns, ha="right", va="center")
    axes.text(1.26, top, "of cuBLAS", transform=columns, ha="right", va="center")

    axes.set_xscale("log")
    axes.set_xlim(lowest, highest * 1.15)
    axes.set_ylim(at[-1] + 0.7, top)
    axes.set_yticks(at, [f"{number(row)}/{row['step']}" for row in rows])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
    axes.set_xlabel(f"TFLOP/s at m = n = k = {size}, logarithmic; {caption(rows)}")
    save(figure, path, f"Speed of every step at m = n = k = {size}")


# ---- Every size ----------------------------------------------------------------------------------


def tuned_step(results, size, types):
    """(chapter, step): the fastest of those that were also timed on random shapes, where there are
    any: they are for all shapes."""
    rows = results.select("cool", size, types=types, trans="NN")
    shapes = {(row["chapter"], row["step"])
              for row in results.select("cool", random=1, types=types, trans="NN")}
    best = max((row for row in rows if not shapes or (row["chapter"], row["step"]) in shapes),
               key=lambda row: row["tflops"])
    return best["chapter"], best["step"]


def draw_sizes(results, size, path):
    kinds = [types for types in TYPES if results.select("cool", size, types=types, trans="NN")]
    figure, all_axes = pyplot.subplots(1, len(kinds), figsize=(4.6 * max(len(kinds), 1.5), 4),
                                       sharex=True, squeeze=False)
    shown, odd_sizes = [], set()
    for axes, types in zip(all_axes[0], kinds):
        chapter, step = tuned_step(results, size, types)

        def points(mode, random, wanted):
            """[(cube root of m n k, speed over cuBLAS's)]"""
            rows = [row for row in results.select(mode, random=random, types=types, trans="NN")
                    if (row["chapter"], row["step"]) == (chapter, step) and row["of_cublas"]
                    and wanted(row)]
            shown.extend(rows)
            return sorted(((row["m"] * row["n"] * row["k"]) ** (1 / 3), row["of_cublas"])
                          for row in rows)

        def even(row):
            return row["m"] % 8 == 0

        def odd(row):
            return not even(row)

        odd_sizes |= {row["m"] for row in results.select("cool", types=types, trans="NN")
                      if odd(row)}
        colour = COLOURS[types]
        for found, style in ((points("cool", 1, lambda row: True),
                              {"marker": "D", "linestyle": "none", "color": PALE, "markersize": 5,
                               "markerfacecolor": "none", "label": "random shapes"}),
                             (points("hot", 0, even),
                              {"marker": "s", "linestyle": "--", "color": colour, "markersize": 6,
                               "markerfacecolor": "white", "label": "squares, hot"}),
                             (points("cool", 0, even),
                              {"marker": "o", "linestyle": "-", "color": colour, "markersize": 7,
                               "label": "squares, cool"}),
                             (points("cool", 0, odd),
                              {"marker": "X", "linestyle": "none", "color": colour, "markersize": 8,
                               "label": "odd"})):
            if found:
                axes.plot(*zip(*found), **style)
        axes.axhline(1, color=INK, linewidth=1.2, zorder=1.5)
        axes.text(1.01, 1, "cuBLAS", transform=axes.get_yaxis_transform(), va="center")
        axes.set_ylim(0, 1.06 * max(1, axes.dataLim.ymax))
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))
        axes.set_title(f"{chapter.split('_')[0]}/{step}: {KINDS[types]}", color=colour, size=10,
                       weight="bold", loc="left", pad=10)
        axes.set_xlabel("cube root of m n k")
    all_axes[0][0].set_ylabel("speed over cuBLAS's")
    figure.tight_layout(rect=(0, 0.12, 1, 1), w_pad=2)
    name_series(figure, all_axes[0], ", ".join(map(str, sorted(odd_sizes))))
    figure.text(0.5, 0.005, caption(shown), ha="center", color=PALE)
    save(figure, path, "Speed of the last steps over that of cuBLAS, by size")


def name_series(figure, all_axes, odd_sizes):
    """One legend below, in ink, for all panels."""
    names = {}
    for axes in all_axes:
        for line, name in zip(*axes.get_legend_handles_labels()):
            names.setdefault(name, line)
    order = [name for name in ("squares, cool", "squares, hot", "odd", "random shapes")
             if name in names]
    legend = figure.legend([names[name] for name in order],
                           [f"n = {odd_sizes}" if name == "odd" else name for name in order],
                           loc="lower center", bbox_to_anchor=(0.5, 0.05), ncol=4, frameon=False)
    # Called legendHandles before matplotlib 3.7.
    for handle in getattr(legend, "legend_handles", None) or legend.legendHandles:
        handle.set_color(INK)
        if handle.get_marker() in "sD":
            handle.set_markerfacecolor("white")


# ---- The roofline --------------------------------------------------------------------------------


def between(begin, end):
    """Places on the line from one to the other, 3 points apart."""
    (x0, y0), (x1, y1) = begin, end
    count = max(1, round(math.hypot(x1 - x0, y1 - y0) / 3))
    return [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count + 1)]


def along(axes, begin, end):
    """The same between two places of the data."""
    return between(*axes.transData.transform([begin, end]))


class Labels:
    """Names of points: each stands where it covers no point, no other name, and as little as can
    be of the lines. All in points (1/72 inch) of the figure."""

    HEIGHT, WIDTH, MARGIN = 9, 5.6, 4.5  # of a letter; around a marker
    LINE, WORD, POINT = 2, 50, 100  # what it costs to cover one, or 3 points (1/72 inch) of it
    FAR = 13  # from here on a line leads from the point to its name

    def __init__(self, axes):
        self.axes = axes
        self.obstacles = []  # (x, y, what it costs to cover it)
        self.boxes = []

    @staticmethod
    def away(box, at):
        """How far a place is from a box."""
        return math.hypot(max(box[0] - at[0], 0, at[0] - box[2]),
                          max(box[1] - at[1], 0, at[1] - box[3]))

    def avoid(self, spots, cost):
        self.obstacles += [(x, y, cost) for x, y in spots]

    def cost(self, box, at, leader):
        """Of a name in this box for the point there."""
        left, bottom, right, top = box
        margin = self.MARGIN
        cost = sum(price for x, y, price in self.obstacles
                   if left - margin < x < right + margin and bottom - margin < y < top + margin)
        cost += sum(1000 for other in self.boxes
                    if left < other[2] + 3 and other[0] - 3 < right
                    and bottom < other[3] + 1 and other[1] - 1 < top)
        away = self.away(box, at)
        for x, y, price in self.obstacles:
            if price >= self.POINT and math.dist((x, y), at) > 4:
                cost += 25 * (self.away(box, (x, y)) < away)
                cost += 60 * any(math.dist((x, y), spot) < 5 for spot in leader)
        frame = self.axes.get_window_extent()
        return cost + 1000 * (left < frame.x0 or right > frame.x1 + 30 or top > frame.y1
                              or bottom < frame.y0 + 2)

    def add(self, x, y, name, colour):
        at_x, at_y = self.axes.transData.transform((x, y))
        width = self.WIDTH * len(name)
        best = None
        for distance in (8, 13, 20, 28, 38, 50, 64):
            for order, turn in enumerate((0, 8, 1, 15, 7, 9, 2, 14, 6, 10, 3, 13, 5, 11, 4, 12)):
                angle = turn * math.pi / 8
                edge_x = at_x + distance * math.cos(angle)
                edge_y = at_y + distance * math.sin(angle)
                left = edge_x - width * (1 - math.cos(angle)) / 2
                low = edge_y - self.HEIGHT / 2
                box = (left, low, left + width, low + self.HEIGHT)
                leader = between((at_x, at_y), (edge_x, edge_y)) if distance > self.FAR else []
                price = self.cost(box, (at_x, at_y), leader) + distance + order / 2
                if best is None or price < best[0] - 1e-6:
                    best = price, distance, box
        _, distance, box = best
        self.boxes.append(box)
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        scale = self.axes.transData.inverted()
        if distance > self.FAR:
            near = min(max(at_x, box[0]), box[2]), min(max(at_y, box[1]), box[3])
            self.axes.plot(*zip((x, y), scale.transform(near)), color=colour, linewidth=0.6,
                           alpha=0.7, zorder=2)
        self.axes.text(*scale.transform(middle), name, ha="center", va="center", color=colour,
                       size=9, zorder=2.5,
                       bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5})


def joined(names):
    """["08/4", "08/5", "08/7", "05/1"] -> 05/1, 08/4-5, 08/7"""
    runs = []
    for chapter, step in sorted(tuple(name.split("/")) for name in names):
        if runs and runs[-1][0] == chapter and int(step) == runs[-1][2] + 1:
            runs[-1][2] += 1
        else:
            runs.append([chapter, int(step), int(step)])
    return ", ".join(f"{chapter}/{first}" + (f"–{last}" if last > first else "")
                     for chapter, first, last in runs)


def name_points(labels, points):
    """points: (x, y, name, colour). Those that lie on each other share a name."""
    groups = []
    for x, y, name, colour in sorted(points, key=lambda point: (point[3], -point[1])):
        at = labels.axes.transData.transform((x, y))
        near = [group for group in groups if group[3] == colour
                and abs(group[4][0] - at[0]) < 11 and abs(group[4][1] - at[1]) < 6]
        if near:
            near[0][2].append(name)
        else:
            groups.append((x, y, [name], colour, at))
    for x, y, names, colour, _ in groups:
        labels.add(x, y, joined(names), colour)


def roof(axes, labels, tbps, peak, name, dashes, limits, bottom, points):
    """TFLOP/s = bytes per second x FLOP per byte, up to the highest peak. Its name stands where no
    point is near."""
    corner = peak / tbps
    begin = max(limits[0], bottom / tbps)
    if begin >= corner:
        return
    axes.plot([begin, corner], [begin * tbps, peak], color=PALE, linestyle=dashes, linewidth=1.5)
    spots = along(axes, (begin, begin * tbps), (corner, peak))
    labels.avoid(spots, Labels.LINE * (2 if dashes == "-" else 1))
    text = f"{name} {tbps:.3g} TB/s"
    half = Labels.WIDTH * len(text) / 2
    (x0, y0), (x1, y1) = spots[0], spots[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    across = -(y1 - y0) / length, (x1 - x0) / length

    def words(part):
        """The places that the name covers, above the line."""
        middle = x0 + part * (x1 - x0) + 8 * across[0], y0 + part * (y1 - y0) + 8 * across[1]
        return between((middle[0] - half * across[1], middle[1] + half * across[0]),
                       (middle[0] + half * across[1], middle[1] - half * across[0]))

    def room(part):
        return min(math.dist(word, point) for word in words(part) for point in points)

    parts = [part / 40 for part in range(41) if half + 4 < part / 40 * length < length - half - 12]
    if not parts:
        return
    best = max(parts, key=lambda part: min(room(part), 30) - part)
    labels.avoid(words(best), Labels.WORD)
    (x2, y2), (x3, y3) = words(best)[0], words(best)[-1]
    at = axes.transData.inverted().transform(((x2 + x3) / 2, (y2 + y3) / 2))
    axes.text(*at, text, color=PALE, va="center", ha="center", size=9, rotation_mode="anchor",
              rotation=math.degrees(math.atan2(y1 - y0, x1 - x0)))


def draw_roofline(results, size, path):
    rows = [row for row in on_ladder(results, size) if row["sectors"]]
    peaks = {types: results.ceiling(types) for types in TYPES
             if results.ceiling(types) and any(row["types"] == types for row in rows)}
    if not peaks:
        print(f"{path}: not drawn: no predicted sectors or no ceiling in {results.path}")
        return
    peak = max(peaks.values())
    memory = rows[0]["run"].ceilings
    flop = 2 * size ** 3
    # One panel for what goes through L2, one for what goes through shared memory.
    shared = [row for row in rows if row["wavefronts"]]
    panels = [("sectors", SECTOR, rows, "FLOP per byte asked of L2 (predicted sectors × 32)",
               [("l2_read", "L2", "-"), ("dram_read", "if L2 kept nothing: DRAM", (0, (4, 2)))])]
    if shared:
        panels.append(("wavefronts", WAVEFRONT, shared,
                       "FLOP per byte of shared memory (predicted wavefronts × 128)",
                       [("shared_read_128", "shared memory", "-")]))
    figure, all_axes = pyplot.subplots(len(panels), 1, figsize=(8.4, 5.8 * len(panels)),
                                       squeeze=False)
    for axes, (column, unit, points, label, ceilings) in zip(all_axes[:, 0], panels):
        at = [flop / (row[column] * unit) for row in points]
        lowest = min(row["tflops"] for row in points) / 1.7
        limits = min(at) / 2, max(max(at) * 3, 40)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlim(limits)
        axes.set_ylim(lowest, peak * 1.4)
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_minor_locator(ticker.NullLocator())
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(plain))
        axes.set_xlabel(label)
        axes.set_ylabel(f"TFLOP/s at m = n = k = {size}")
    figure.tight_layout(h_pad=2.5)
    for axes, (column, unit, points, label, ceilings) in zip(all_axes[:, 0], panels):
        draw_panel(axes, points, [flop / (row[column] * unit) for row in points],
                   [(memory[key], name, dashes) for key, name, dashes in ceilings if key in memory],
                   peaks)
    all_axes[0][0].set_title(caption(rows), size=10, color=PALE, loc="right", pad=10)
    save(figure, path, f"The steps at m = n = k = {size} between the ceilings of memory and "
                       "arithmetic")


def draw_panel(axes, rows, intensities, ceilings, peaks):
    limits, (bottom, _) = axes.get_xlim(), axes.get_ylim()
    labels = Labels(axes)
    points = [(x, row["tflops"], f"{number(row)}/{row['step'].split('_')[0]}",
               COLOURS[row["types"]]) for x, row in zip(intensities, rows)]
    spots = [tuple(axes.transData.transform(point[:2])) for point in points]
    labels.avoid(spots, Labels.POINT)
    for types, value in peaks.items():
        begin = value / max((tbps for tbps, _, _ in ceilings), default=value / limits[0])
        axes.plot([begin, limits[1]], [value, value], color=COLOURS[types], linewidth=1.5)
        labels.avoid(along(axes, (begin, value), (limits[1], value)), Labels.LINE)
        name = f"{CEILING_NAMES[types]}{'' if types == 'f32-f32' else ' f16'} {figure3(value)}"
        x, y = axes.transData.transform((limits[1], value))
        axes.annotate(name, (limits[1], value), xytext=(0, 4), textcoords="offset points",
                      ha="right", color=COLOURS[types])
        labels.avoid([(x - part, y + 8) for part in range(0, round(6.2 * len(name)), 4)],
                     Labels.WORD)
    for tbps, name, dashes in ceilings:
        roof(axes, labels, tbps, max(peaks.values()), name, dashes, limits, bottom, spots)
    for x, y, _, colour in points:
        axes.plot(x, y, "o", color=colour, markersize=6, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=3)
    name_points(labels, points)


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
