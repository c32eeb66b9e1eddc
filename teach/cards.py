#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cards from the gallery of mistakes: a program on the front, the verdict on the back.

    teach/cards.py OUT_FOLDER [WORD...]      cards.md and cards.html; WORD: only programs whose name or
                                             category holds one of these words

Read the front, find the mistake, predict what the emulated GPU says and whether a plain run on a GPU
shows anything; then run it, or turn the card. cards.html prints two pages a card, front and back.
"""
import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GALLERY = ROOT / "emu" / "tests" / "mistakes"
sys.dont_write_bytecode = True
sys.path.append(str(GALLERY.parent / "tools"))
import gallery

QUESTION = "Where is the mistake? What does the emulated GPU say? Does a plain run on a GPU show anything?"
STYLE = """@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 sans-serif } pre { font: 9pt/1.25 monospace; white-space: pre-wrap }
section { break-after: page } h2 { font-size: 13pt; margin: 0 0 3mm }"""


def plain(cell):
    """A cell of the gallery's table as plain text."""
    return re.sub(r"\\(.)", r"\1", cell).strip()


def verdicts():
    """What the table of README.md says of each program: H200, compute-sanitizer, emulated GPU."""
    rows = {}
    for line in (GALLERY / "README.md").read_text(encoding="utf-8").splitlines():
        cells = re.split(r"(?<!\\)\|", line)
        found = re.search(r"\[([\w\\]+)\]\((?:bad|variants)/", line)
        if found and len(cells) == 7:
            rows[plain(found[1])] = [plain(cell) for cell in cells[3:6]]
    return rows


def read_program(text):
    """The words of its header, and the code with its line numbers, without what gives it away."""
    words, code = {}, []
    for number, line in enumerate(gallery.split_expected(text)[0].splitlines(), 1):
        found = re.match(r"// (\w+): *(.*)", line)
        if found and not code:
            words[found[1]] = found[2]
        else:
            line = re.sub(r"\s*// MISTAKE.*", "", line)
            code.append(f"{number:3}  {line}".rstrip())
    return words, "\n".join(code)


def cards(wanted):
    said = verdicts()
    for name, (path, text) in gallery.programs("bad").items():
        words, code = read_program(text)
        if wanted and not any(w in name or w in words["category"] for w in wanted):
            continue
        h200, sanitizer, emulated = said.get(name, ["not run", "not run", "not in the table: run it"])
        yield name, code, [
            ("Mistake", words["mistake"]),
            ("Line", words["line"]),
            ("Emulated GPU", emulated),
            ("A plain run on an H200", h200),
            ("compute-sanitizer", sanitizer),
            ("Cure", words["cure"]),
            ("Run it", ("" if path.suffix == ".cu" else "emu/tests/tools/gallery.py make && ")
                       + f"build/emu/bin/emucc emu/tests/mistakes/{'bad' if path.suffix == '.cu' else 'made'}/{name}.cu "
                       + "-o build/card && "
                       + f"{words.get('environment', '')} build/card".lstrip()),
        ]


def as_markdown(number, name, code, back):
    lines = [f"## Card {number}", "", QUESTION, "", "```", code, "```", "", f"### {number}: {name}", ""]
    return "\n".join(lines + [f"- **{key}**: {value}" for key, value in back]) + "\n"


def as_html(number, name, code, back):
    rows = "".join(f"<p><b>{html.escape(key)}</b><br>{html.escape(value)}</p>" for key, value in back)
    return (f"<section><h2>Card {number}</h2><p>{QUESTION}</p><pre>{html.escape(code)}</pre></section>\n"
            f"<section><h2>{number}: {html.escape(name)}</h2>{rows}</section>\n")


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: cards.py OUT_FOLDER [WORD...]")
    out, wanted = pathlib.Path(sys.argv[1]), sys.argv[2:]
    found = [(number, *card) for number, card in enumerate(cards(wanted), 1)]
    if not found:
        sys.exit(f"cards.py: no mistake has {' or '.join(wanted)} in its name or category")
    out.mkdir(parents=True, exist_ok=True)
    (out / "cards.md").write_text("# Predict, then run\n\n" + "\n".join(as_markdown(*c) for c in found),
                                  encoding="utf-8")
    body = "".join(as_html(*c) for c in found)
    (out / "cards.html").write_text(
        f"<!doctype html><meta charset=utf-8><title>Predict, then run</title><style>{STYLE}</style>\n{body}",
        encoding="utf-8")
    print(f"{len(found)} cards: {out / 'cards.md'}, {out / 'cards.html'}")


main()
