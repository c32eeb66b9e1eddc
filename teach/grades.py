#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Of `make check-all FORMAT=json` (stdin) the exercises that an assignment has, for a grader (stdout).

    teach/grades.py gradescope|autolab|csv [ID|CHAPTER...] < grades.json

"02" means all of chapter 02. A point for each exercise that passed; Autolab's problems are
called as the exercises.
"""
import json
import sys


def chosen(exercises, names):
    found = [e for e in exercises if not names or e["id"] in names or e["id"][:2] in names]
    for name in names:
        if not any(name in (e["id"], e["id"][:2]) for e in found):
            sys.exit(f"grades.py: no exercise or chapter is called {name}")
    return found


def points(exercise):
    return 1 if exercise["state"] == "passed" else 0


def gradescope(exercises):
    tests = [{"name": f"{e['id']}: {e['title']}", "score": points(e), "max_score": 1, "output": e["text"]}
             for e in exercises]
    print(json.dumps({"score": sum(map(points, exercises)), "tests": tests}, indent=1))


def autolab(exercises):
    for e in exercises:
        print(f"{e['id']}: {e['state']}\n{e['text']}")
    print(json.dumps({"scores": {e["id"]: points(e) for e in exercises}}))  # the last line counts


def csv(exercises):
    print("id,state")
    for e in exercises:
        print(f"{e['id']},{e['state']}")


def main():
    formats = {"gradescope": gradescope, "autolab": autolab, "csv": csv}
    if len(sys.argv) < 2 or sys.argv[1] not in formats:
        sys.exit("usage: grades.py gradescope|autolab|csv [ID|CHAPTER...] < grades.json")
    try:
        exercises = json.load(sys.stdin)["exercises"]
    except (ValueError, KeyError) as reason:
        sys.exit(f"grades.py: stdin is not what `make check-all FORMAT=json` prints ({reason})")
    formats[sys.argv[1]](chosen(exercises, sys.argv[2:]))


main()
