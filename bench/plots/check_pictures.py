#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Were pictures drawn from the current results?

    check_pictures.py --results FILE... --pictures FILE.svg...

Exit status 1, with a line for each that was not. plot_ladder.py writes into a picture of which
results it is; so no matplotlib is needed here.
"""

import argparse
import sys

from gemm_results import Results, ResultsError, die


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", nargs="+", required=True)
    parser.add_argument("--pictures", nargs="+", required=True)
    options = parser.parse_args()
    mark = f"results {Results(options.results).digest()}<"
    status = 0
    for path in options.pictures:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError as error:
            raise ResultsError(f"{path}: {error.strerror}") from None
        if mark not in text:
            print(f"{path}: drawn from other results than {' '.join(options.results)}; "
                  "`make deps plot` draws it", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ResultsError as problem:
        die("check_pictures.py", problem)
