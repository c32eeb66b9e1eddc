#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads and writes the programs of emu/tests/mistakes/.

    gallery.py make      writes out the programs of variants/ as files: made/NAME.cu, and correct ones made_good/NAME.cu
    gallery.py take      copies the expected texts of made/ back into variants/
    gallery.py list      prints the names of all mistakes, one per line

A program is a file, bad/NAME.cu or good/NAME.cu, or an entry of a table variants/*.variants: a program that
differs from bad/BASE.cu or good/BASE.cu in a few lines (mistakes/README.md has the format).
"""
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
MISTAKES = TESTS / "mistakes"
MADE = {"bad": MISTAKES / "made", "good": MISTAKES / "made_good"}
EXPECTED = "// expected:\n"


def split_head(text):
    """Splits the text into the comment lines at the top and the rest."""
    head = re.match(r"(?://.*\n)*", text)[0]
    return head, text[len(head):]


def split_expected(text):
    """Splits the text into the program and its expected output, as comments ("" if there is none)."""
    program, mark, expected = text.partition("\n" + EXPECTED)
    return (program, expected) if mark else (text, "")


def with_edits(base, edits, where):
    """Returns the base's code with some lines replaced."""
    for old, new in re.findall(r"^ *//@from\n(.*?)^ *//@to\n(.*?)^ *//@end\n", edits, re.M | re.S):
        if ("\n" + base).count("\n" + old) != 1:
            sys.exit(f"gallery.py: {where}: these lines do not occur exactly once:\n{old}")
        at = ("\n" + base).index("\n" + old)
        base = base[:at] + new + base[at + len(old):]
    return base


def entries(file):
    """Reads a table of variants: its first lines, then name, base and text of each program."""
    text = file.read_text(encoding="utf-8")
    parts = re.split(r"^//@program (\w+) of (\w+)\n", text, flags=re.M)
    if len(parts) != 3 * text.count("//@program") + 1:
        sys.exit(f"gallery.py: {file.name}: an entry begins with //@program NAME of BASE")
    return parts[0], list(zip(parts[1::3], parts[2::3], parts[3::3]))


def code_of(name):
    """Returns the code of bad/NAME.cu or good/NAME.cu."""
    path = next(path for folder in ("bad", "good") if (path := MISTAKES / folder / f"{name}.cu").exists())
    return split_head(split_expected(path.read_text(encoding="utf-8"))[0])[1]


def kind_of(text):
    """A correct program's head says what it shows, another's which mistake it has."""
    return "good" if "shows" in head_words(text) else "bad"


def variants(kind):
    """name -> (file, text of the whole program)"""
    found = {}
    for file in sorted((MISTAKES / "variants").glob("*.variants")):
        for name, base, text in entries(file)[1]:
            if kind_of(text) != kind:
                continue
            edits, expected = split_expected(text)
            head = split_head(text)[0].partition("//@")[0]
            program = head + with_edits(code_of(base), edits, f"{file.name}: {name}")
            found[name] = file, f"{program}\n{EXPECTED}{expected.rstrip()}\n" if kind == "bad" else program
    return found


def programs(kind):
    """name -> (file, text) of all programs of a kind, "bad" or "good"."""
    found = {path.stem: (path, path.read_text(encoding="utf-8")) for path in (MISTAKES / kind).glob("*.cu")}
    found.update(variants(kind))
    return dict(sorted(found.items()))


def head_words(text):
    """Reads the comments at the top of a program: category, mistake, line ..."""
    return dict(re.findall(r"^// (\w+): *(.*)", split_head(text)[0], re.M))


def expected_texts():
    """Returns the expected output of all mistakes and rare diagnoses as one text."""
    parts = [re.sub(r"^// ?", "", split_expected(text)[1], flags=re.M) for _, text in programs("bad").values()]
    parts += [path.read_text(encoding="utf-8") for path in sorted((TESTS / "diagnoses").glob("*.txt"))]
    return "".join(parts)


def make():
    """A file that is as it should be keeps its time."""
    for kind, folder in MADE.items():
        folder.mkdir(exist_ok=True)
        wanted = {f"{name}.cu": text for name, (_, text) in variants(kind).items()}
        for path in folder.iterdir():
            if path.name not in wanted:
                path.unlink()
        for name, text in wanted.items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


def take():
    for file in sorted((MISTAKES / "variants").glob("*.variants")):
        first, programs_of_file = entries(file)
        for name, base, text in programs_of_file:
            program = f"//@program {name} of {base}\n{split_expected(text)[0].rstrip()}\n\n"
            if kind_of(text) == "bad":
                made = (MADE["bad"] / f"{name}.cu").read_text(encoding="utf-8")
                program += f"{EXPECTED}{split_expected(made)[1]}\n"
            first += program
        file.write_text(first.rstrip() + "\n", encoding="utf-8")


def main():
    goals = {"make": make, "take": take, "list": lambda: print("\n".join(programs("bad")))}
    if len(sys.argv) != 2 or sys.argv[1] not in goals:
        sys.exit("usage: gallery.py make|take|list")
    goals[sys.argv[1]]()


if __name__ == "__main__":
    main()
