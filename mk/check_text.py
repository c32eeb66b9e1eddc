#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_text.py NN_chapter/PAGE.md...: what a lesson states about itself is true. Run in the repository root.

- Minutes. "Time" in the table at its head: words / 200 and a minute for each command, up to 10 more; for the core path
  (everything above the heading "Deeper"), for everything below it, and for the exercises by what each of them says.
- All core paths together stay below CORE_WORDS.
- A lesson begins with what you will do, a picture and a prediction. From its first heading to its first exercise it has at
  most FIRST_EXERCISE words of text (code and tables do not count).
- The exercises are listed in the order in which the lesson names them: `make learn` goes through them in this order.
- A line of code has at most 100 columns.
- Above each block of C is its source (site/book/excerpts.py), and the source contains the block.

Words are those that a reader reads: text, tables and code, without the programs' output, generated tables and folded answers.
"""
import pathlib
import re
import sys

sys.path.insert(0, "site/book")
import excerpts  # noqa: E402

WORDS_A_MINUTE, SLACK, CORE_WORDS, FIRST_EXERCISE, COLUMNS = 200, 10, 12000, 300, 100
TIME = re.compile(r"^\| Time \| (?:core path )?(\d+) minutes to read and run(?:; (\d+) for what is deeper)?(?:; (\d+) for the exercises)? \|$", re.M)
LEFT_OUT = re.compile(r"^<!-- table.*?^<!-- end[^\n]*|<details>.*?</details>|<!--.*?-->", re.M | re.S)
NO_TEXT = re.compile(r"^```.*?^```$|^(?:    |\|)[^\n]*$", re.M | re.S)  # code and tables
CONSOLE = re.compile(r"^```console$.*?^```$", re.M | re.S)
TO_RUN = re.compile(r"^    make (?!GPU=cuda|bench|diff)", re.M)
MINUTES = re.compile(r"^// minutes: (\d+)$", re.M)

failed = False


def complain(*words):
    global failed
    print(*words, file=sys.stderr)
    failed = True


def words_in(text):
    return sum(any(map(str.isalnum, word)) for word in CONSOLE.sub("", text).split())


def minutes_of(text):
    commands = sum(line.startswith("$ ") for block in CONSOLE.findall(text) for line in block.splitlines())
    return words_in(text) / WORDS_A_MINUTE + commands + len(TO_RUN.findall(text))


def check_minutes(path, text):
    """The number of words on the core path."""
    said = TIME.search(text)
    if not said:
        complain(f"{path}: no line such as | Time | 30 minutes to read and run; 60 for the exercises |")
        return 0
    core, _, deeper = LEFT_OUT.sub("", text).partition("\n## Deeper")
    if bool(deeper) != bool(said[2]):
        complain(f"{path}: Time and a heading 'Deeper' belong together")
    for what, minutes, part in (("to read and run", said[1], core), ("for what is deeper", said[2], deeper)):
        if minutes and not 0 <= int(minutes) - minutes_of(part) <= SLACK:
            complain(f"{path}: {minutes} minutes {what}: it is {minutes_of(part):.0f}")
    names = path.parent / "exercises/list"
    listed = names.read_text().split() if names.is_file() else []
    exercises = sum(int(MINUTES.search(source.read_text())[1]) for name in listed if name != "challenge"
                    for source in path.parent.glob(f"exercises/{name}.c*"))
    if int(said[3] or 0) != exercises:
        complain(f"{path}: {said[3]} minutes for the exercises: their own add up to {exercises}")
    return 0 if "| Core path | not on it" in text or "| Core path |" not in text else words_in(core)


def check_order(path, text):
    names = path.parent / "exercises/list"
    listed = names.read_text().split() if names.is_file() else []
    named = re.findall(rf"`(?:make learn EX=)?{path.parent.name[:2]}_(\w+)`", text)
    order = [name for name in dict.fromkeys(named) if name in listed]
    if order != [name for name in listed if name in order]:
        complain(f"{names}: the lesson names its exercises in another order: {' '.join(order)}")


def check_beginning(path, text):
    head, _, rest = text.partition("\n## ")
    for what, there in (("| You will |", "| You will |" in head), ("a picture", re.search(r"^(?:!\[|    \S|```)", head, re.M)),
                        ("**Predict", "**Predict" in head)):
        if not there:
            complain(f"{path}: nothing above the first heading is {what}")
    before, exercise, _ = rest.partition("**Now you")
    words = words_in(NO_TEXT.sub("", LEFT_OUT.sub("", before)))
    if exercise and words > FIRST_EXERCISE:
        complain(f"{path}: {words} words before the first exercise, at most {FIRST_EXERCISE}")


def check_columns(path, text):
    fence, folded = "", False
    for number, line in enumerate(text.splitlines(), 1):
        folded = "<details>" in line or folded and "</details>" not in line
        if line.lstrip().startswith("```"):
            fence = "" if fence else line.strip()
        elif len(line) > COLUMNS and (fence not in ("", "```console") or not fence and not folded and line.startswith("    ")):
            complain(f"{path}:{number}: {len(line)} columns of code")


def check_excerpts(path, text):
    for excerpt in excerpts.excerpts_of(text):
        if not excerpt.path:
            complain(f"{path}:{excerpt.line}: where is this code from? <!-- code: FILE -->")
            continue
        source = path.parent / excerpt.path
        if not source.is_file():
            complain(f"{path}:{excerpt.line}: {excerpt.path}: no such file")
        elif not excerpt.simplified and not excerpts.line_of(excerpt.code, source.read_text()):
            complain(f"{path}:{excerpt.line}: {excerpt.path} does not have this code")


core_words = 0
for name in sys.argv[1:]:
    lesson = pathlib.Path(name)
    said_there = lesson.read_text(encoding="utf-8")
    if lesson.name == "README.md":
        core_words += check_minutes(lesson, said_there)
        check_order(lesson, said_there)
        check_beginning(lesson, said_there)
    check_columns(lesson, said_there)
    check_excerpts(lesson, said_there)
if core_words > CORE_WORDS:
    complain(f"the core path has {core_words} words, more than {CORE_WORDS}")
sys.exit(failed)
