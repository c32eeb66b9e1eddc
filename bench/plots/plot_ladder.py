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
import os
import statistics
import sys

from gemm_results import Results, ResultsError, die
from plot_roofline import draw_roofline
from plot_style import (COLOURS, INK, KINDS, PALE, TYPES, caption, figure3, number, on_ladder,
                        plain, pyplot, save)
from matplotlib import ticker  # plot_style reports it if it is missing


def places(rows):
    """(places of the rows, {types: place of its heading}), downwards; with a gap between chapters."""
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
    """cuBLAS and the ceilings of these types, next to their steps; their names are in the row of
    the heading, the lowest on the left of its line, the highest on the right, one between them in
    the row above. Returns the highest one."""
    cublas = results.peer("cool", size, types, "NN")
    lines = [(value, f"{name} ceiling", "-") for name, value in results.ceilings(types).items()]
    if cublas:
        lines.append((cublas["tflops"], "cuBLAS", (0, (4, 2))))
    lines.sort(key=lambda line: line[0])
    for i, (value, name, dashes) in enumerate(lines):
        last = i == len(lines) - 1
        row = top - 0.85 if 0 < i and not last else top
        axes.vlines(value, row - 0.35, bottom + 0.5, color=COLOURS[types], linestyle=dashes,
                    linewidth=1.4, zorder=1.5)
        axes.annotate(f"{name} {figure3(value)}", (value, row), color=COLOURS[types],
                      xytext=(5 if last else -5, 0), textcoords="offset points",
                      ha="left" if last else "right", va="center", annotation_clip=False)
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
    save(figure, path, f"Speed of every step at m = n = k = {size}", results)


# ---- Every size ----------------------------------------------------------------------------------


def tuned_step(results, size, types):
    """(chapter, step): the fastest on random shapes, beside cuBLAS; where none was timed on them, the
    fastest at this size."""
    def name(row):
        return row["chapter"], row["step"]

    ratios = {}
    for row in results.select("cool", random=1, types=types, trans="NN"):
        if row["of_cublas"]:
            ratios.setdefault(name(row), []).append(row["of_cublas"])
    if ratios:
        return max(ratios, key=lambda step: statistics.geometric_mean(ratios[step]))
    return name(max(results.select("cool", size, types=types, trans="NN"),
                    key=lambda row: row["tflops"]))


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
    save(figure, path, "Speed of the last steps over that of cuBLAS, by size", results)


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
