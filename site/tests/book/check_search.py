#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_search.py SITE: does each search of the list find its page? Asked in headless Chromium, from the files
themselves, as a reader without a network asks. The page must be among those that the first screen shows."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

SEARCHES = {
    "arithmetic intensity": "01_cpu/README",
    "roofline": "01_cpu/README",
    "prefetcher": "01_cpu/README",
    "coalescing": "02_naive/README",
    "occupancy": "02_naive/README",
    "quantisation tail": "03_tiled/README",
    "bank conflicts": "04_shared/README",
    "missing barrier": "04_shared/README",
    "outer product": "05_outer_product/README",
    "register tile": "05_outer_product/README",
    "complement": "06_layouts/README",
    "raked product": "06_layouts/README",
    "local_partition": "06_layouts/tiles",
    "ldmatrix": "07_tensor_core/README",
    "mma.sync": "07_tensor_core/README",
    "rasterisation": "08_cutlass_hierarchy/README",
    "epilogue": "08_cutlass_hierarchy/README",
    "stream-k": "10_shapes_and_types/stream_k",
    "wgmma": "09_hopper/README",
    "mbarrier": "09_hopper/README",
    "emulated GPU": "emu/README",
    "emucc": "emu/README",
    "EMU_TIMEOUT": "emu/README",
    "rubric": "teach/rubric",
    "gradescope": "teach/grading",
    "add a chapter": "CONTRIBUTING",
    "hints exercise mutants": "learn/README",
}
FIRST = 8  # as many as a screen shows
BEST = {"coalescing"}  # found first: another lesson has a function of that name
CHROMIUM = [os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu",
            "--virtual-time-budget=8000", "--dump-dom"]


def found(site, words):
    """The pages that the site's own search lists, best first."""
    address = f"file://{site}/search.html?q={urllib.parse.quote_plus(words)}"
    said = subprocess.run([*CHROMIUM, address], capture_output=True, text=True, timeout=120).stdout
    results = re.search(r'<ul[^>]*class="search".*?</ul>', said, re.S)
    return re.findall(r'href="([^"#?]*)\.html', results[0]) if results else []


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda words: found(site, words), SEARCHES))
    failed = 0
    for (words, page), answer in zip(SEARCHES.items(), answers):
        if page not in answer[:1 if words in BEST else FIRST]:
            failed += 1
            print(f'book: searching "{words}" does not find {page}, but {answer[:FIRST]}', file=sys.stderr)
    print(f"book: {len(SEARCHES)} searches, {failed} wrong")
    return bool(failed)


sys.exit(main())
