#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the gallery's table into README.md in this folder.

    emu/tests/mistakes/table.py VERDICTS.tsv [H200.tsv]

VERDICTS.tsv contains the emulated GPU's verdicts (GALLERY_TSV of emu/tests/programs/test_emu_gallery.c), H200.tsv
those of a real GPU and compute-sanitizer (run_on_gpu.sh). `make gallery-table` makes the first one
and calls this script.
"""
import csv
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.append(str(HERE.parent / "tools"))
import gallery

README = HERE / "README.md"
RECORDED = HERE.parents[2] / "bench" / "results" / "h200_mistakes.tsv"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def read_table(path):
    """Returns the rows as dictionaries, and the comments before them."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t",
                          quoting=csv.QUOTE_NONE)
    return list(rows), comments


PROGRAMS = {kind: gallery.programs(kind) for kind in ("bad", "good")}


def header(name, kind):
    """Reads the comments at the top of a program: category, mistake, line ..."""
    return gallery.head_words(PROGRAMS[kind][name][1])


def link(name, kind):
    return f"[{cell(name)}]({PROGRAMS[kind][name][0].relative_to(HERE)})"


def cell(text):
    """Escapes text for Markdown."""
    return re.sub(r"([\\|<>*_`\[\]])", r"\\\1", text.strip())


def plain_run(gpu):
    said = gpu["first error line"]
    return gpu["status"] + ("" if said in ("", "-") else f": “{cell(said)}”")


def ran_by(gpu, tool):
    return gpu[tool] != "-"


def reported(gpu, tool):
    """None, or whether the tool reported the right line."""
    return gpu[f"{tool} line"] == "yes" if gpu[tool] == "yes" else None


def sanitizer(gpu):
    hits = [tool if reported(gpu, tool) else f"{tool} (another line)"
            for tool in TOOLS if reported(gpu, tool) is not None]
    if hits:
        return ", ".join(hits)
    none = "–, hangs" if any(gpu[tool] == "timeout" for tool in TOOLS) else "–"
    ran = [tool for tool in TOOLS if ran_by(gpu, tool)]
    return none if len(ran) == len(TOOLS) else f"{none} ({', '.join(ran) or 'none ran'})"


def emulated(verdict):
    if verdict["as wanted"] != "yes":
        return "**missed**" + (f": {cell(verdict['first diagnosis'])}"
                               if verdict["first diagnosis"] else "")
    return f"line {verdict['line']}: {cell(verdict['diagnosis'])}"


def bad_table(emu, gpu):
    yield "| category | program and mistake | H200 | compute-sanitizer | emulated GPU |"
    yield "|---|---|---|---|---|"
    before = None
    for name in sorted(emu, key=lambda name: (header(name, "bad")["category"], name)):
        fields = header(name, "bad")
        category = fields["category"] if fields["category"] != before else ""
        before = fields["category"]
        yield (f"| {category} | {link(name, 'bad')}: {cell(fields['mistake'])} "
               f"| {plain_run(gpu[name]) if name in gpu else 'not run'} "
               f"| {sanitizer(gpu[name]) if name in gpu else 'not run'} | {emulated(emu[name])} |")


def of_all(count, rows):
    return f"{count} of {len(rows)}"


def totals(emu_bad, gpu_bad, emu_good, gpu_good):
    yield "| | mistakes reported | at the right line | false alarms |"
    yield "|---|---|---|---|"

    def row(who, hits, lines, bad, alarms, good):
        return (f"| {who} | {of_all(hits, bad)} | {of_all(lines, bad)} "
                f"| {of_all(alarms, good)} |")

    for who, tools in [*((f"compute-sanitizer {tool}", (tool,)) for tool in TOOLS),
                       ("all four together", TOOLS)]:
        bad, good = ([gpu for gpu in rows.values() if all(ran_by(gpu, tool) for tool in tools)]
                     for rows in (gpu_bad, gpu_good))
        seen = [{reported(gpu, tool) for tool in tools} for gpu in bad]
        alarms = sum(any(gpu[tool] == "yes" for tool in tools) for gpu in good)
        yield row(who, sum(bool(s - {None}) for s in seen), sum(True in s for s in seen), bad,
                  alarms, good)
    caught = sum(v["as wanted"] == "yes" for v in emu_bad.values())
    said = sum(bool(v["first diagnosis"]) for v in emu_bad.values())
    alarms = sum(v["as wanted"] != "yes" for v in emu_good.values())
    yield (f"| **emulated GPU** | **{of_all(said, emu_bad)}** | **{of_all(caught, emu_bad)}** "
           f"| **{of_all(alarms, emu_good)}** |")


def plain_summary(gpu_bad):
    """How programs with a mistake end on the GPU without a tool."""
    status = [gpu["status"] for gpu in gpu_bad.values()]
    hang = status.count("timeout")
    zero = status.count("exit 0")
    killed = sum(s.startswith("signal") for s in status)
    return (f"If no tool watches, {zero} of the {len(status)} programs end with status 0 on the GPU, as if they were "
            f"correct. {hang} never end, and {killed} end with a segmentation fault in host code. The other "
            f"{len(status) - zero - hang - killed} end with another status, because the program checks an error code "
            "or its result.")


def alarm_list(emu_good, gpu_good):
    yield "| correct program | reported by |"
    yield "|---|---|"
    for name in sorted(emu_good):
        who = [tool for tool in TOOLS if gpu_good.get(name, {}).get(tool) == "yes"]
        if emu_good[name]["as wanted"] != "yes":
            who.append("emulated GPU: " + cell(emu_good[name]["first diagnosis"]))
        if who:
            yield (f"| {link(name, 'good')}: {cell(header(name, 'good')['shows'])} "
                   f"| {', '.join(who)} |")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: table.py VERDICTS.tsv [H200.tsv]")
    verdicts, _ = read_table(sys.argv[1])
    recorded, comments = read_table(sys.argv[2] if len(sys.argv) == 3 else RECORDED)

    def of(rows, kind):
        return {row["program"]: row for row in rows if row["kind"] == kind}

    emu_bad, emu_good = of(verdicts, "bad"), of(verdicts, "good")
    gpu_bad, gpu_good = of(recorded, "bad"), of(recorded, "good")
    parts = [
        [" ".join(f"{text}." for text in [f"Recorded on: {comments[0]}", *comments[2:]])],
        totals(emu_bad, gpu_bad, emu_good, gpu_good),
        [plain_summary(gpu_bad)],
        ["### Correct programs that raise an alarm"],
        alarm_list(emu_good, gpu_good),
        ["### Every mistake"],
        bad_table(emu_bad, gpu_bad),
    ]
    text = "\n\n".join("\n".join(part) for part in parts)

    readme = README.read_text(encoding="utf-8")
    if BEGIN not in readme or END not in readme:
        sys.exit(f"{README.name}: the lines {BEGIN.strip()} and {END} are missing")
    before, rest = readme.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    README.write_text(f"{before}{BEGIN}\n{text}\n\n{END}{after}", encoding="utf-8")
    print(f"{README.name}: {len(emu_bad)} mistakes, {len(emu_good)} correct programs")


main()
