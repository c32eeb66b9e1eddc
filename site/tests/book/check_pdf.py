#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_pdf.py SITE BOOK.pdf: is every heading of the book's pages in the PDF? They are compared with its
outline, which the browser makes of what it printed."""
import collections
import html
import pathlib
import re
import sys

TITLE = re.compile(rb"/Title (?:\(((?:[^()\\]|\\.)*)\)|<([0-9A-Fa-f]*)>)", re.S)
ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.S)


def text_of(literal, digits):
    """A text string of PDF: in parentheses or in hexadecimal digits, UTF-16 where it begins so."""
    raw = bytes.fromhex(digits.decode()) if digits else ESCAPED.sub(
        lambda m: bytes([int(m[1], 8)]) if m[1].isdigit() else m[1], literal)
    return raw[2:].decode("utf-16-be") if raw[:2] == b"\xfe\xff" else raw.decode("latin-1")


def plain(text):
    return "".join(text.split())  # the browser may break a line anywhere


def headings(page):
    """The headings of the page that was printed."""
    for body in re.findall(r"<h[1-6][^>]*>(.*?)</h[1-6]>", page, re.S):
        yield plain(html.unescape(re.sub(r"<[^>]*>", "", body)))


def main():
    site, pdf = map(pathlib.Path, sys.argv[1:])
    wanted = collections.Counter(headings((site / "print.html").read_text()))
    missing = wanted - collections.Counter(plain(text_of(*parts)) for parts in TITLE.findall(pdf.read_bytes()))
    for heading in missing:
        print(f"book: not in the PDF: {heading}", file=sys.stderr)
    print(f"book: {wanted.total()} headings, {missing.total()} missing in the PDF")
    return bool(missing)


sys.exit(main())
