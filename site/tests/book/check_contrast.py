#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_contrast.py: can the text of every picture be read? Run in the repository root.

Opens all SVGs of the repository in headless Chromium (contrast.js measures). The contrast of each text with what is drawn
below it must be at least 4.5:1 (WCAG 2, level AA), as drawn and inverted as book.css shows it on a dark page.
"""
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LEAST = 4.5
HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = [os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
            "--virtual-time-budget=60000", "--window-size=4000,4000", "--dump-dom"]


def measured(pictures):
    """[path, number of texts, least contrast, its text, fill and background] of each picture."""
    invert = re.search(r"invert\(([\d.]+)\)", pathlib.Path("site/book/book.css").read_text())[1]
    objects = "".join(f'<div><object type="image/svg+xml" data="{picture.resolve()}"></object></div>' for picture in pictures)
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f'<!doctype html><meta charset="utf-8"><body data-invert="{invert}">{objects}'
                   f'<script>{(HERE / "contrast.js").read_text()}</script>')
        page.flush()
        said = subprocess.run([*CHROMIUM, f"file://{page.name}"], capture_output=True, text=True, timeout=300).stdout
    told = re.search(r'<pre id="told">(.*?)</pre>', said, re.S)
    return json.loads(html.unescape(told[1])) if told else []


def main():
    listed = subprocess.run(["git", "ls-files", "*.svg"], capture_output=True, text=True, check=True).stdout.split()
    pictures = [pathlib.Path(name) for name in listed] or sys.exit("no pictures")
    found = measured(pictures)
    texts = sum(picture[1] for picture in found)
    weak = [picture for picture in found if picture[2] < LEAST]
    for path, _, least, text, fill, back in weak:
        print(f"{os.path.relpath(path)}: \"{text}\", {fill} on {back}: contrast {least:.2f}, at least {LEAST}", file=sys.stderr)
    if len(found) != len(pictures) or texts < 1000:
        sys.exit(f"contrast: {len(found)} of {len(pictures)} pictures were measured, {texts} texts")
    print(f"book: {texts} texts in {len(pictures)} pictures, contrast at least {min(picture[2] for picture in found):.2f}")
    return bool(weak)


sys.exit(main())
