# SPDX-License-Identifier: MIT
"""What the pictures of measured figures share: colours, names, which rows they show."""

from gemm_results import die, is_on_ladder

try:
    import matplotlib
except ImportError:
    die("plot_ladder.py", "needs matplotlib: `make deps plot` installs it")

matplotlib.use("svg")
from matplotlib import pyplot  # pylint: disable=wrong-import-position

COLOURS = {"f32-f32": "#0072B2", "f16-f32": "#C8500A"}  # of the types, in every picture
KINDS = {"f32-f32": "float32, on CUDA cores", "f16-f32": "f16, sums in float32, on tensor cores"}
TYPES = list(KINDS)
INK, GRID, PALE = "#222222", "#E4E4E4", "#6B6B6B"
DPI = 72  # a pixel is a point

matplotlib.rcParams.update({
    "svg.hashsalt": "ladder", "svg.fonttype": "none", "font.family": "sans-serif",
    "font.size": 10, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": "#888888",
    "xtick.color": INK, "ytick.color": INK, "figure.facecolor": "white", "figure.dpi": DPI,
    "axes.grid": True, "grid.color": GRID, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False,
})


def save(figure, path, title, results):
    figure.savefig(path, format="svg", dpi=DPI, bbox_inches="tight", pad_inches=0.15,
                   metadata={"Date": None, "Creator": None, "Title": title,
                             "Description": f"results {results.digest()}"})
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
    """Steps on the types of the ladder, operands as stored, in the order of the ladder."""
    rows = results.select("cool", size, trans="NN", skipped=skipped)
    return [row for types in TYPES for row in rows
            if row["types"] == types and is_on_ladder(row)]
