#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The course as students get it: without solutions, answers and common wrong answers.

    teach/handout.py FOLDER [CHAPTER]     04_shared: the exercises of this chapter alone
    teach/handout.py --check FOLDER       is a line of a solution or a wrong answer still there?

Of an exercise's source the handout has the stub in both places, two hints, no explanation, and no wrong answers. The
teacher grades with the whole course (teach/grade.sh). FOLDER is emptied first.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# For teachers, or with answers in them.
LEFT_OUT = ("teach/", "learn/tests/", ".ci")
KEPT = ("teach/Containerfile",)  # of .devcontainer
MUTANTS = "\n#if 0 //@mutants"  # begins the last section of an exercise's source
LEAST = 12  # characters of a line that is looked for: a shorter one is in any program


def tracked():
    """Files that git has, and new ones that it does not ignore; of a copy without git all that is not built."""
    try:
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                               capture_output=True, text=True, check=True).stdout.split("\0")
    except (FileNotFoundError, subprocess.CalledProcessError):
        names = [str(path) for path in Path(".").rglob("*") if path.is_file()
                 and path.parts[0] not in ("build", "my", ".git") and "__pycache__" not in path.parts
                 and path.parts[:2] != ("emu", "build")]
    return [Path(name) for name in names if name and Path(name).is_file()]


def is_exercise(path):
    return len(path.parts) == 3 and path.parts[1] == "exercises" and path.suffix in (".c", ".cu")


def regions(text):
    """(stub, solution) of each region."""
    return re.findall(r"^[ \t]*//@stub\n(.*?)^[ \t]*//@solution\n(.*?)^[ \t]*//@end$", text, re.S | re.M)


def without_solution(text):
    """The exercise's source with the stub instead of each solution, and without wrong answers."""
    text = text.partition(MUTANTS)[0]
    text = re.sub(r"(^[ \t]*//@stub\n)(.*?)(^[ \t]*//@solution\n)(.*?)(^[ \t]*//@end$)",
                  lambda m: m[1] + m[2] + m[3] + m[2] + m[5], text, flags=re.S | re.M)
    lines, hints, dropping = [], 0, False
    for line in text.split("\n"):
        begins = re.match(r"// (\w+): ", line)
        if dropping and line.startswith("//   "):
            continue
        dropping = False
        if begins and begins[1] == "hint":
            hints += 1
            if hints == 3:
                line, dropping = "// hint: Show your teacher what you have tried.", True
        elif begins and begins[1] == "why":
            line, dropping = "// why: Your teacher has the solution and explains it.", True
        lines.append(line)
    return "\n".join(lines)


def write(to, chapter):
    if to.exists():
        shutil.rmtree(to)
    for path in tracked():
        name = str(path)
        if name.startswith(LEFT_OUT) and name not in KEPT:
            continue
        if chapter and len(path.parts) > 1 and path.parts[1] == "exercises" and path.parts[0] != chapter \
                and path.suffix != ".h":
            continue
        target = to / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if is_exercise(path):
            target.write_text(without_solution(path.read_text()))
            shutil.copymode(path, target)
        else:
            shutil.copy(path, target)
    workflow = to / ".github" / "workflows"
    shutil.rmtree(workflow, ignore_errors=True)
    workflow.mkdir(parents=True)
    shutil.copy("teach/github/handout.yml", workflow / "exercises.yml")
    ignored = (to / ".gitignore").read_text()
    (to / ".gitignore").write_text(ignored.replace("/my/\n", "/my/progress\n"))


def squeezed(line):
    return re.sub(r"\s+", " ", line).strip()


def only_in_answers():
    """Lines of solutions and of wrong answers that no other file of the course has, and no stub."""
    found, elsewhere = {}, set()
    for path in tracked():
        if path.suffix not in (".c", ".cu", ".h", ".md", ".txt", ".py") or str(path).startswith(LEFT_OUT):
            continue
        text = path.read_text(errors="replace")
        if is_exercise(path):
            for answer in [*(solution for _, solution in regions(text)), text.partition(MUTANTS)[2]]:
                for line in map(squeezed, answer.split("\n")):
                    if len(line) >= LEAST:
                        found.setdefault(line, path)
            text = without_solution(text)
        elsewhere.update(map(squeezed, text.split("\n")))
    return {line: path for line, path in found.items() if line not in elsewhere}


def check(folder):
    """Every line of every file, of text or not."""
    lines = only_in_answers()
    if len(lines) < 100:
        sys.exit(f"handout.py: only {len(lines)} lines of answers were found in the course")
    amiss = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        text = path.read_text(errors="replace")
        for line in map(squeezed, text.split("\n")):
            for part in (line, line.removeprefix("// ")):
                if part in lines:
                    amiss.append(f"{path}: a line of {lines[part]}'s answers: {part}")
        if path.name in ("seed.txt", "assignment.txt"):
            amiss.append(f"{path}: not for students")
        if is_exercise(path.relative_to(folder)) and "//@mutant" in text:
            amiss.append(f"{path}: has wrong answers")
    print("\n".join(amiss) if amiss else f"handout: contains none of the {len(lines)} lines of solutions and wrong answers")
    return 1 if amiss else 0


def main():
    words = sys.argv[1:]
    if len(words) == 2 and words[0] == "--check":
        sys.exit(check(Path(words[1])))
    if not words or len(words) > 2:
        sys.exit("usage: teach/handout.py FOLDER [CHAPTER], or --check FOLDER")
    chapter = words[1] if len(words) == 2 else ""
    if chapter and not Path(chapter, "exercises").is_dir():
        sys.exit(f"handout.py: no chapter {chapter} with exercises: 04_shared, for example")
    write(Path(words[0]), chapter)


main()
