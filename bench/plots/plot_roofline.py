# SPDX-License-Identifier: MIT
"""The roofline: every step between the ceilings of memory, by the bytes it asks for."""

import math

from plot_style import (COLOURS, PALE, TYPES, caption, figure3, number, on_ladder, plain,
                        pyplot, save)
from matplotlib import ticker  # plot_style reports it if it is missing

SECTOR, WAVEFRONT = 32, 128  # bytes


def between(begin, end):
    """Places on the line from one to the other, 3 points apart."""
    (x0, y0), (x1, y1) = begin, end
    count = max(1, round(math.hypot(x1 - x0, y1 - y0) / 3))
    return [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count + 1)]


def along(axes, begin, end):
    """The same between two places of the data."""
    return between(*axes.transData.transform([begin, end]))


class Labels:
    """Names of points: each is placed where it covers no point, no other name, and as little as can
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
    """points: (x, y, name, colour). Those at the same place share a name."""
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
    peaks = [(types, name, value) for types in TYPES if any(row["types"] == types for row in rows)
             for name, value in results.ceilings(types).items()]
    if not peaks:
        print(f"{path}: not drawn: no predicted sectors or no ceiling in {results.path}")
        return
    peak = max(value for _, _, value in peaks)
    memory = rows[0]["run"].ceilings
    flop = 2 * size ** 3
    # One panel for what goes through L2, one for what goes through shared memory.
    shared = [row for row in rows if row["wavefronts"]]
    panels = [("sectors", SECTOR, rows, "FLOP per byte requested from L2 (predicted sectors × 32)",
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
                       "arithmetic", results)


def draw_panel(axes, rows, intensities, ceilings, peaks):
    limits, (bottom, _) = axes.get_xlim(), axes.get_ylim()
    labels = Labels(axes)
    points = [(x, row["tflops"], f"{number(row)}/{row['step'].split('_')[0]}",
               COLOURS[row["types"]]) for x, row in zip(intensities, rows)]
    spots = [tuple(axes.transData.transform(point[:2])) for point in points]
    labels.avoid(spots, Labels.POINT)
    for types, name, value in peaks:
        begin = value / max((tbps for tbps, _, _ in ceilings), default=value / limits[0])
        axes.plot([begin, limits[1]], [value, value], color=COLOURS[types], linewidth=1.5)
        labels.avoid(along(axes, (begin, value), (limits[1], value)), Labels.LINE)
        of_f16 = "" if types == "f32-f32" else " f16"
        axes.annotate(f"{name}{of_f16} {figure3(value)}",
                      (limits[1], value), xytext=(4, 0), textcoords="offset points",
                      va="center", color=COLOURS[types], annotation_clip=False)
    for tbps, name, dashes in ceilings:
        roof(axes, labels, tbps, max(value for _, _, value in peaks), name, dashes, limits, bottom, spots)
    for x, y, _, colour in points:
        axes.plot(x, y, "o", color=colour, markersize=6, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=3)
    name_points(labels, points)
