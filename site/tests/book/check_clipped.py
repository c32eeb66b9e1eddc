#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_clipped.py SITE: is any code cut off on paper? The page that is printed, in headless Chromium, as wide as a sheet
between its margins: no piece of code may be wider than what it stands in."""
import os
import pathlib
import re
import subprocess
import sys

WIDTH = round((210 - 2 * 16) / 25.4 * 96)  # print.css: A4, margins of 16 mm
CHROMIUM = [os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000",
            f"--window-size={WIDTH},1000", "--dump-dom"]
SCRIPT = """<script>addEventListener("load", () => {
  const all = [...document.querySelectorAll("pre")], right = document.documentElement.clientWidth;
  const cut = all.filter((pre) => pre.scrollWidth > pre.clientWidth + 1 || pre.getBoundingClientRect().right > right + 1);
  const told = document.createElement("p");
  told.id = "told";
  told.textContent = `${all.length} ${cut.length} ${right} ${cut[0]?.textContent.slice(0, 80) ?? ""}`;
  document.body.append(told);
});</script>"""


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    page = site / "print_clipped.html"
    page.write_text((site / "print.html").read_text() + SCRIPT)
    try:
        said = subprocess.run([*CHROMIUM, f"file://{page}"], capture_output=True, text=True, timeout=120).stdout
    finally:
        page.unlink()
    told = re.search(r'<p id="told">(\d+) (\d+) (\d+) ?(.*?)</p>', said, re.S)
    if not told or int(told[1]) < 200 or told[2] != "0" or abs(int(told[3]) - WIDTH) > 20:
        print(f"book: on paper: {told and told[0]}", file=sys.stderr)
        return 1
    print(f"book: {told[1]} pieces of code, none cut off on paper")
    return 0


sys.exit(main())
