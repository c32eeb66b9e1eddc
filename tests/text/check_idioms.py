#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_idioms.py [-v] [PAGE.md...]: does a page read like a translation? Run in the repository root.

Counts the idioms of idioms.txt for each 1,000 words of prose: text, lists and hand-written tables, without code, programs'
output, generated tables, comments and addresses of links. A page may have PER_PAGE of them, all pages together OVERALL.
Without PAGE: every page. With -v: each hit, with its line and what to write instead.

A sentence may have SENTENCE words and a paragraph (or an item of a list) PARAGRAPH: a reader who loses the thread stops.
"""
import pathlib
import re
import sys

PER_PAGE, OVERALL = 4.0, 2.0
SENTENCE, PARAGRAPH = 40, 135
HERE = pathlib.Path(__file__).parent
SKIPPED = ("build", "my", "shared", "node_modules")  # folders without pages of the course
GENERATED = "bench/results/"
HIDDEN = (re.compile(r"^```.*?^ *```", re.M | re.S), re.compile(r"^<!-- table.*?^<!-- end[^\n]*", re.M | re.S),
          re.compile(r"<!--.*?-->", re.S), re.compile(r"`[^`\n]*`"), re.compile(r"\]\([^)\n]*\)"), re.compile(r"<[^>\n]+>"),
          re.compile(r"^(?: {4}|\t)(?! *(?:[-*]|\d+\.|Answer) )(?=.*(?:  |[;{}=<>]|\bmake\b|[─│┌└├]))[^\n]*", re.M))


def blank(match):
    return "\n" * match[0].count("\n")


def prose(text):
    for hidden in HIDDEN:
        text = hidden.sub(blank, text)
    return text


def patterns():
    lines = [line for line in (HERE / "idioms.txt").read_text().splitlines() if line and not line.startswith("#")]
    return [(re.compile(pattern, re.I), advice) for pattern, advice in (line.split(" => ", 1) for line in lines)]


def hits_of(text, idioms):
    """(line, words, advice) of every idiom; one that breaks over two lines is found, too."""
    flat = re.sub(r"\n(?=\S)", " ", text)
    return sorted((text.count("\n", 0, hit.start()) + 1, hit[0], advice)
                  for idiom, advice in idioms for hit in idiom.finditer(flat))


def count(text):
    return sum(any(map(str.isalnum, word)) for word in text.split())


def too_long(text):
    """(line, words, what, beginning) of every sentence and paragraph that is too long. Tables have none."""
    text = re.sub(r"^\|.*$", "", text, flags=re.M)
    at = 0
    for paragraph in re.split(r"(\n\s*\n|\n(?=\s*(?:-|\d+\.) ))", text):
        line = text.count("\n", 0, at) + 1
        at += len(paragraph)
        if count(paragraph) > PARAGRAPH:
            yield line, count(paragraph), "paragraph", PARAGRAPH
        for sentence in re.split(r"(?<=[.:;?!])\)?\s+", paragraph):
            if count(sentence) > SENTENCE:
                yield line, count(sentence), "sentence", SENTENCE


def pages():
    return sorted(page for page in pathlib.Path(".").rglob("*.md")
                  if not page.parts[0].startswith((".", *SKIPPED)) and not str(page).startswith(GENERATED))


def main(arguments):
    verbose = "-v" in arguments
    named = [pathlib.Path(argument) for argument in arguments if argument != "-v"]
    idioms = patterns()
    failed = 0
    all_words = all_hits = 0
    for page in named or pages():
        text = prose(page.read_text(encoding="utf-8"))
        words = count(text)
        hits = hits_of(text, idioms)
        rate = 1000 * len(hits) / max(words, 500)  # a short page: one idiom is not a style
        if verbose:
            for line, found, advice in hits:
                print(f"{page}:{line}: {found}: {advice}")
        if verbose or named:
            print(f"{page}: {words} words, {len(hits)} idioms, {rate:.1f} per 1,000")
        for line, length, what, most in too_long(text):
            print(f"{page}:{line}: a {what} of {length} words, at most {most}", file=sys.stderr)
            failed = 1
        all_words, all_hits = all_words + words, all_hits + len(hits)
        if rate > PER_PAGE:
            print(f"{page}: {rate:.1f} idioms per 1,000 words, at most {PER_PAGE:.0f}: tests/text/check_idioms.py -v {page}",
                  file=sys.stderr)
            failed = 1
    if not named and all_hits * 1000 > OVERALL * max(all_words, 5000):
        print(f"all pages: {1000 * all_hits / all_words:.1f} idioms per 1,000 words, at most {OVERALL:.0f}",
              file=sys.stderr)
        failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
