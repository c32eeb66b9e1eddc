#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_figures.py PAGE.md...: are the figures of a text those of the record to which it links? Run in the repository root.

In a paragraph, list item or table row that links to a file of bench/results/, every time, rate and number of cycles must be
in that file, or in the output or a table that the page shows; rounded as the text rounds it, in any unit of 1000. A comment
at the end of the piece explains any other figure:

    <!-- figure 383: 64 * 2 * 512**3 / 44.9e-6 / 1e12 -->    computed: the arithmetic is checked
    <!-- figure 46.7: no record -->                          the page must state that, too
    <!-- figure 989: not measured -->                        of a data sheet, a model, a setting

A paragraph, list or table with any other time or rate names the record that has it, in a link or a command, or is next to a
piece that does.
"""
import pathlib
import re
import sys

UNIT = r"(?:µs|us|ms|TFLOP/s|TB/s|GB/s|cycles?|MHz)"
FIGURE = re.compile(rf"(?<![\w.])(?<!× )(?<!x )(\d[\d,]*(?:\.\d+)?)(?=(?:(?:,| and| or| to| /|–) *\d[\d,.]*)* *{UNIT}(?![\w]))")
TIME_OR_RATE = re.compile(r"(?<![\w.])(?<!× )(?<!x )(\d[\d,]*(?:\.\d+)?) *(µs|us|microseconds|ms|GFLOP/s|TFLOP/s|TOP/s|TB/s|GB/s)(?!\w)")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")
RECORD = re.compile(r"\]\(([^)#\s]*bench/results/[^)#\s]+)\)")
SHOWN = re.compile(r"^```.*?^ *```|^<!-- table.*?^<!-- end[^\n]*", re.M | re.S)
EXPLAINED = re.compile(r"<!-- figure ([\d.,]+): ([^>]*?) -->")
PIECES = re.compile(r"\n\s*\n|\n(?=[-*] )|\n(?=\|)")
SECTIONS = re.compile(r"^(?=#+ )", re.M)
BLANK = re.compile(r"\n\s*\n")
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
        elif why == "not measured":
            right = True
        else:
            right = re.fullmatch(r"[\d.e+\-*/() ]+", why) and rounds_to(eval(why), figure)
        if not right:
            print(f"{page}: figure {figure}: {why}: this is not so", file=sys.stderr)
        good.add(figure)
        if not right:
            explained_in.failed = True
    return good


def plain_text(piece):
    return re.sub(r"<!--.*?-->|`[^`\n]*`|(?<=\])\([^)]*\)", " ", piece, flags=re.S).replace("\n", " ")


def names_record(pieces, i):
    """Does a paragraph, list or table name a record, or the one before or after it?"""
    return any("results/" in pieces[j] for j in (i - 1, i, i + 1) if 0 <= j < len(pieces))


def of_no_record(page, text):
    """How many times and rates are in paragraphs, lists and tables that name no record."""
    count = 0
    for section in SECTIONS.split(text):
        shown = {value for block in SHOWN.findall(section) for value in numbers(block)}
        explained = {figure.replace(",", "") for figure, _ in EXPLAINED.findall(section)}
        pieces = BLANK.split(SHOWN.sub(lambda block: "results/" if "results/" in block[0] else "-", section))
        for i, piece in enumerate(pieces):
            for figure, unit in [] if names_record(pieces, i) else TIME_OR_RATE.findall(plain_text(piece)):
                figure = figure.replace(",", "")
                if figure not in explained and not any(rounds_to(value * scale, figure) for value in shown for scale in SCALES):
                    print(f"{page}: {section.splitlines()[0]}: of which record is {figure} {unit}?", file=sys.stderr)
                    count += 1
    return count


def main(pages):
    explained_in.failed = False
    failed = 0
    for page in map(pathlib.Path, pages):
        text = page.read_text(encoding="utf-8")
        shown = {value for block in SHOWN.findall(text) for value in numbers(block)}
        failed += of_no_record(page, text)
        for piece in PIECES.split(SHOWN.sub("", text)):
            records = [page.parent / name for name in RECORD.findall(piece)]
            known = {value for record in records if record.is_file() for value in numbers(record.read_text(encoding="utf-8"))}
            good = explained_in(piece, page, text)
            plain = plain_text(piece)
            for figure in FIGURE.findall(plain) if known else ():
                figure = figure.replace(",", "")
                if figure not in good and not any(rounds_to(value * scale, figure) for value in known | shown for scale in SCALES):
                    print(f"{page}: {figure} is not in {', '.join(record.name for record in records)}: "
                          f"...{plain[max(0, plain.find(figure) - 60):plain.find(figure) + 40]}...", file=sys.stderr)
                    failed += 1
    return bool(failed or explained_in.failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
