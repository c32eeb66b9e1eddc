#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The teacher's key: of each exercise its hints and the common wrong answers, with what the grader says.

    teach/answers.py [ID...]          prints the key (all exercises, if none is named)
    teach/answers.py --into FILE... [--only ID...]
                                      fills in their tables, <!-- answers: ID ID --> ... <!-- end -->
    teach/answers.py --check FILE...  do these tables name the mutants that there are? (runs nothing)

The wrong answers are the mutants at the end of an exercise's source; their verdicts come from
`learn matrix ID --verbose`, which grades each.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LEARN = ROOT / "build" / "emu" / "bin" / "learn"
TABLE = re.compile(r"(<!-- answers: ([\w ]+) -->\n).*?(<!-- end -->)", re.S)


def listed():
    """id -> the exercise's file, in the order of the course."""
    found = {}
    for names in sorted(ROOT.glob("[0-9][0-9]_*/exercises/list")):
        for name in names.read_text(encoding="utf-8").split():
            path = names.parent / f"{name}.cu"
            found[f"{names.parts[-3][:2]}_{name}"] = path if path.exists() else path.with_suffix(".c")
    return found


def words(text):
    """The lines `// key: value` at the head of a source: lists, since a key may occur often."""
    head, key = {}, None
    for line in text.splitlines():
        found = re.match(r"// ([a-z]+): (.*)", line)
        if found:
            key = found[1]
            head.setdefault(key, []).append(found[2])
        elif key and line.startswith("//   "):
            head[key][-1] += " " + line[2:].strip()
        elif not line.startswith("// SPDX"):
            break
    return head


def mutants(path):
    """name -> because"""
    texts = re.split(r"^//@mutant (\w+)\n", path.read_text(encoding="utf-8"), flags=re.M)
    return {name: words(text)["because"][0] for name, text in zip(texts[1::2], texts[2::2])}


def shortened(line):
    """Of a line of the verdict what is true of every run."""
    line = re.sub(r"^\s*(FAIL|ok) ", "", line)
    line = re.sub(r"^\d+ diagnos.*", "", line)
    return re.split(r"; first:|: C\(| at \d+ of \d+ sizes| \(m = ", line)[0].strip()


def said(name):
    """mutant -> what the grader says, graded now"""
    run = subprocess.run([LEARN, "matrix", name, "--verbose"], cwd=ROOT, capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"answers.py: {name}: {run.stderr.strip() or 'the runner says nothing'}")
    messages, mutant = {}, None
    for line in run.stdout.splitlines():
        row = re.match(rf"{name} +(\w+) +(ok|WRONG) ", line)
        if " ERROR " in line:
            sys.exit(f"answers.py: {line}")
        if row:
            mutant = row[1]
            messages[mutant] = []
        elif mutant and re.match(r"\s+(FAIL |emu: )" if mutant != "solution" else r"\s+ok ", line):
            text = shortened(line.replace("emu: ", ""))
            if text and text not in messages[mutant]:
                messages[mutant].append(text)
    return {mutant: "; ".join(texts) for mutant, texts in messages.items()}


def cell(text):
    return re.sub(r"([\\|<>*])", r"\\\1", text)


def rows(path, messages):
    for name, because in mutants(path).items():
        yield f"| {cell(because)} | {cell(messages.get(name, ''))} |"
    yield f"| **right** | {cell(messages.get('solution', ''))} |"


def table(exercises, only, before):
    """Of the exercises that are not in `only` the rows from before stay."""
    lines = ["| exercise | the common wrong answer | what the grader says |", "|---|---|---|"]
    for name, path in exercises.items():
        if only and name not in only:
            lines += [line for line in before.splitlines() if line.startswith(f"| `{name}` ")]
        else:
            lines += [f"| `{name}` {row}" for row in rows(path, said(name))]
    return "\n".join(lines) + "\n"


def key(name, path):
    head = words(path.read_text(encoding="utf-8"))
    print(f"## {name}: {head['title'][0]}\n")
    print(f"{head['minutes'][0]} minutes. Checked: {'; '.join(head['check'])}.\n")
    print("\n".join(f"{i}. {hint}" for i, hint in enumerate(head["hint"], 1)), end="\n\n")
    print("| the common wrong answer | what the grader says |\n|---|---|")
    print("\n".join(rows(path, said(name))), end=f"\n\n{head['why'][0]}\n\n", flush=True)


def chosen(names, everything):
    unknown = [name for name in names if name not in everything]
    if unknown:
        sys.exit(f"answers.py: no exercise is called {', '.join(unknown)}")
    return {name: everything[name] for name in names}


def fill(file, only, everything):
    def filled(m):
        return m[1] + table(chosen(m[2].split(), everything), only, m[0]) + m[3]

    path = pathlib.Path(file)
    path.write_text(TABLE.sub(filled, path.read_text(encoding="utf-8")), encoding="utf-8")


def check(file, everything):
    """False, and a line for each mutant that a table lacks."""
    good = True
    for _, names, _, text in ((m[1], m[2], m[3], m[0])
                              for m in TABLE.finditer(pathlib.Path(file).read_text(encoding="utf-8"))):
        for name, path in chosen(names.split(), everything).items():
            for because in mutants(path).values():
                if f"| `{name}` | {cell(because)} |" not in text:
                    print(f"{file}: {name}: not there: {because} (run `make teach-tables`)", file=sys.stderr)
                    good = False
    return good


def main():
    everything, arguments = listed(), sys.argv[1:]
    if arguments[:1] == ["--into"]:
        last = arguments.index("--only") if "--only" in arguments else len(arguments)
        for file in arguments[1:last]:
            fill(file, arguments[last + 1:], everything)
    elif arguments[:1] == ["--check"]:
        sys.exit(0 if all([check(file, everything) for file in arguments[1:]]) else 1)
    else:
        for name, path in chosen(arguments or list(everything), everything).items():
            key(name, path)


main()
