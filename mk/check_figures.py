#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_figures.py PAGE.md...: are the figures of a text those of the record to which it links? Run in the repository root.

In a paragraph, list item or table row that links to a file of bench/results/, every time, rate and number of cycles must be
in that file, or in the output or a table that the page shows; rounded as the text rounds it, in any unit of 1000. A comment
at the end of the piece explains any other figure:

    <!-- figure 383: 64 * 2 * 512**3 / 44.9e-6 / 1e12 -->    computed: the arithmetic is checked
    <!-- figure 46.7: no record -->                          the page must state that, too
"""
import pathlib
import re
import sys

UNIT = r"(?:µs|us|ms|TFLOP/s|TB/s|GB/s|cycles?|MHz)"
FIGURE = re.compile(rf"(?<![\w.])(?<!× )(?<!x )(\d[\d,]*(?:\.\d+)?)(?=(?:(?:,| and| or| to| /|–) *\d[\d,.]*)* *{UNIT}(?![\w]))")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")
RECORD = re.compile(r"\]\(([^)#\s]*bench/results/[^)#\s]+)\)")
SHOWN = re.compile(r"^```.*?^ *```|^<!-- table.*?^<!-- end[^\n]*", re.M | re.S)
EXPLAINED = re.compile(r"<!-- figure ([\d.,]+): ([^>]*?) -->")
PIECES = re.compile(r"\n\s*\n|\n(?=[-*] )|\n(?=\|)")
SCALES = (1, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9)


def numbers(text):
    """Of a file of results: also of columns between commas."""
    return {float(number.replace(",", "")) for number in NUMBER.findall(text)} | \
        {float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?", text)}


def rounds_to(value, figure):
    digits = len(figure.partition(".")[2])
    return abs(value - float(figure)) <= 0.5 * 10.0 ** -digits + 1e-9


def explained_in(piece, page, text):
    """The figures that comments explain; complains of those that are explained wrongly."""
    good = set()
    for figure, why in EXPLAINED.findall(piece):
        figure = figure.replace(",", "")
        if why == "no record":
            right = re.search(r"\bno record\b", EXPLAINED.sub("", text), re.I)
        else:
            right = re.fullmatch(r"[\d.e+\-*/() ]+", why) and rounds_to(eval(why), figure)
        if not right:
            print(f"{page}: figure {figure}: {why}: this is not so", file=sys.stderr)
        good.add(figure)
        if not right:
            explained_in.failed = True
    return good


def main(pages):
    explained_in.failed = False
    failed = 0
    for page in map(pathlib.Path, pages):
        text = page.read_text(encoding="utf-8")
        shown = {value for block in SHOWN.findall(text) for value in numbers(block)}
        for piece in PIECES.split(SHOWN.sub("", text)):
            records = [page.parent / name for name in RECORD.findall(piece)]
            known = {value for record in records if record.is_file() for value in numbers(record.read_text(encoding="utf-8"))}
            good = explained_in(piece, page, text)
            plain = re.sub(r"<!--.*?-->|`[^`\n]*`|(?<=\])\([^)]*\)", " ", piece, flags=re.S).replace("\n", " ")
            for figure in FIGURE.findall(plain) if known else ():
                figure = figure.replace(",", "")
                if figure not in good and not any(rounds_to(value * scale, figure) for value in known | shown for scale in SCALES):
                    print(f"{page}: {figure} is not in {', '.join(record.name for record in records)}: "
                          f"...{plain[max(0, plain.find(figure) - 60):plain.find(figure) + 40]}...", file=sys.stderr)
                    failed += 1
    return bool(failed or explained_in.failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
