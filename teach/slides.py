#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Slides of a lesson, as Markdown for pandoc.

    teach/slides.py NN_chapter/README.md > slides.md

A slide for the lesson's title, its aims and its picture; one for each heading, with the first sentence below it, the first
piece of code and the bold beginnings of a list, or with its table if it has neither; one for the commands that the section
shows; one for each picture, with its caption. The rest of the section's text becomes the speaker's notes. Everything on a slide comes from the lesson: change the lesson, and make the
slides again.
"""
import pathlib
import re
import sys

FOLDED = re.compile(r"<details>.*?</details>|<!--.*?-->", re.S)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\([^)]*\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)", re.S)
SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[A-Z*`])")
SHORT = 80  # characters: a sentence that needs the next one
LINE, LINES = 95, 13  # what fits on a slide next to its heading, in the type of code and tables
LEFT_OUT = {"What to run, and what you should see", "Questions to try", "What comes next", "Exercises"}


def sections(text):
    """(heading, body) of each part of the lesson; a line in a block of code is not a heading."""
    heading, body, code = None, [], False
    for line in text.splitlines():
        code ^= line.startswith("```")
        found = None if code else re.match(r"#{1,3} (.*)", line)
        if found:
            if heading is not None:
                yield heading, "\n".join(body)
            heading, body = found[1], []
        else:
            body.append(line)
    yield heading, "\n".join(body)


def prose(body):
    """The paragraphs of text, each on one line, and the lists."""
    body = re.sub(r"^```.*?^```", "", body, flags=re.M | re.S)
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", body.strip("\n")):
        text = " ".join(paragraph.split())
        if text.startswith(("**Now you", "*Source:")):
            continue
        if text.startswith("- "):
            yield paragraph.strip("\n")
        elif text and text[0] not in "|!$<>#-" and not paragraph.startswith("    "):
            yield text


def split_idea(body):
    """(the first sentence, the rest): the first is on the slide, the rest is in the speaker's notes."""
    paragraphs = list(prose(body))
    if not paragraphs or paragraphs[0].startswith("- "):
        return "", paragraphs
    first, *rest = SENTENCES.split(paragraphs[0], maxsplit=1)
    if rest and len(first) < SHORT:
        second, *rest = SENTENCES.split(rest[0], maxsplit=1)
        first += " " + second
    return first, rest + paragraphs[1:]


def first_code(body, longest):
    """The first piece of code: in C, or indented."""
    found = re.search(r"^```c\n(.*?)^```", body, re.M | re.S) or \
        re.search(r"^(?:    .*\n)+(?:\n+(?:    .*\n)+)*", re.sub(r"^```.*?^```", "", body, flags=re.M | re.S), re.M)
    lines = found[0].splitlines() if found else []
    return lines if len(lines) <= longest and not any(line.startswith("    make ") for line in lines) else []


def leads(body):
    """The bold beginnings of the items of lists: at most six."""
    return [f"- {lead}" for lead in re.findall(r"^(?:- |\d+\. )(\*\*[^*]+\*\*)", body, re.M)[:6]]


def table(body, room):
    """The first table: as many of its rows as fit. A column is as wide as its longest cell needs, up to 60 characters."""
    found = re.search(r"(?:^\|.*\|\n)+", body, re.M)
    if not found:
        return []
    head, rule, *rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in found[0].splitlines()]
    rule = "".join(rule).replace(" ", "").split("|")
    widths = [max(5, *(min(60, len(row[i])) for row in [head, *rows] if i < len(row))) for i in range(len(head))]
    shown = [head, [bar.replace("---", "-" * width, 1) if "---" in bar else "-" * width + ":" * bar.endswith(":")
                    for bar, width in zip(rule, widths)]]
    for row in rows:
        room -= max(-(-len(cell) * sum(widths) // (width * max(LINE, sum(widths)))) for cell, width in zip(row, widths))
        if room > 0:
            shown.append(row)
    if len(shown) < len(rows) + 2:
        shown.append(["..."] + [""] * (len(head) - 1))
    return [f"| {' | '.join(row)} |" for row in shown]


def content(idea, body):
    """The lines of a heading's slide."""
    code = first_code(body, 16 if idea else 20)
    items = leads(body) if len(code) <= 10 else []
    rows = [] if code or items else table(body, LINES - (len(idea) > 60) - len(idea) // 60 if idea else LINES)
    return [idea, "", *code, "", *items, *rows]


def exercise(body):
    found = re.search(r"^\*\*Now you:\*\*(.*?)(?:\n\s*\n|\Z)", body, re.M | re.S)
    return " ".join(found[1].split()) if found else ""


def commands(body):
    """Of each block of output the course's own command, without what cuts its output short."""
    for line in re.findall(r"^\$ ((?:[A-Z_]+=\S+ )*(?:make|build/).*)$", body, re.M):
        yield re.split(r" \| | 2>&1", line)[0]


def aims(body):
    found = re.search(r"^\| You will \| (.*) \|$", body, re.M)
    return [aim.strip() for aim in found[1].split(";")] if found else []


def slide(title, lines, notes=()):
    print(f"# {title}\n")
    print("\n".join(lines), end="\n\n")
    if notes:
        print("::: notes\n" + "\n\n".join(notes) + "\n:::\n")


def pictures(heading, body):
    for words, picture in PICTURE.findall(body):
        slide(heading, [f"![]({picture})", "", "::: caption", " ".join(words.split()), ":::"])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: slides.py NN_chapter/README.md")
    path = pathlib.Path(sys.argv[1])
    if not path.is_file():
        sys.exit(f"slides.py: {path}: no such lesson")
    text = LINK.sub(r"\1", FOLDED.sub("", path.read_text(encoding="utf-8")))
    parts = list(sections(text))
    title, body = parts[0]
    print(f"---\ntitle: |\n  {title}\n---\n")
    if aims(body):
        slide("When you leave, you can", [f"- {aim}" for aim in aims(body)])
    pictures("In a picture", body)
    if first_code(body, 20) and not PICTURE.search(body):
        slide("In a picture", first_code(body, 20))
    for heading, body in parts[1:]:
        if heading in LEFT_OUT:
            continue
        shown = list(commands(body))[:4]
        idea, said = split_idea(body)
        slide(heading, content(idea, body), said)
        if shown:
            slide("Run it", ["```", *shown, "```"])
        pictures(heading, body)
        if exercise(body):
            slide("Now you", [exercise(body)])


main()
