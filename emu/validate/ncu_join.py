# SPDX-License-Identifier: MIT
"""Compares the tables of two machines, counter by counter."""

from ncu_metrics import GROUPS, STEP_COUNTERS
from ncu_table import Table, fail


def read_explained(paths):
    """{(kernel, counter): (the emulator's value, reason)} from lines of four columns."""
    result = {}
    for path in paths:
        result.update(read_explained_of(path))
    return result


def read_explained_of(path):
    result = {}
    try:
        with open(path, encoding="utf-8") as file:
            for number_, line in enumerate(file, 1):
                if line.strip() == "" or line.startswith("#"):
                    continue
                fields = line.rstrip("\n").split("\t")
                if len(fields) != 4:
                    fail(f"{path}:{number_}: want kernel, counter, the emulator's value, why, "
                         "separated by tabs")
                result[fields[0], fields[1]] = (fields[2], fields[3])
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    return result


def compare(ncu, emu, explained, only_first, common):
    """[(kernel, counter, ncu's value, the emulator's, verdict, reason)]"""
    if ncu.has_steps() and emu.has_steps():
        ncu_rows, emu_rows = ncu.by_step(), emu.by_step()
    else:
        ncu_rows, emu_rows = ncu.by_launch(), emu.by_launch()
    if common:
        both = ncu_rows.keys() & emu_rows.keys()
        ncu_rows = {key: row for key, row in ncu_rows.items() if key in both}
        emu_rows = {key: row for key, row in emu_rows.items() if key in both}
    if only_first:
        ncu_rows = {key: row for key, row in ncu_rows.items() if key[1] == 1}
        emu_rows = {key: row for key, row in emu_rows.items() if key[1] == 1}
    result = []
    for key in dict.fromkeys([*ncu_rows, *emu_rows]):
        kernel = key[0] if key[1] == 1 else f"{key[0]}#{key[1]}"
        if key not in ncu_rows or key not in emu_rows:
            where = "the emulated GPU" if key in emu_rows else "the GPU"
            result.append((kernel, "launch", "", "", "different", f"launched on {where} only"))
            continue
        for counter in ["checksum", *STEP_COUNTERS]:
            a, b = ncu_rows[key].get(counter, ""), emu_rows[key].get(counter, "")
            if a == "" or b == "":
                continue
            value, why = explained.get((kernel, counter), (None, ""))
            if a == b:
                result.append((kernel, counter, a, b, "equal", ""))
            elif value == b:
                result.append((kernel, counter, a, b, "explained", why))
            else:
                result.append((kernel, counter, a, b, "different", ""))
    return result


def write_long(path, header, results):
    with open(path, "w", encoding="utf-8") as out:
        for line in header:
            out.write(f"# {line}\n")
        out.write("kernel\tcounter\tncu\temulator\tverdict\twhy\n")
        for result in results:
            out.write("\t".join(result) + "\n")


def markdown_cell(group, counts):
    """'64 / 256', with the emulator's values if they differ; '' if nothing was counted."""
    pairs = [counts[counter] for counter in group if counter in counts]
    if all(a == b == "0" for a, b in pairs):
        return ""
    shown = " / ".join(a for a, _ in pairs)
    if any(a != b for a, b in pairs):
        shown += " (emulator: " + " / ".join(b for _, b in pairs) + ")"
    return shown


def write_markdown(path, header, results):
    kernels = {}
    for kernel, counter, a, b, verdict, why in results:
        entry = kernels.setdefault(kernel, {"counts": {}, "verdicts": set(), "why": {}})
        entry["counts"][counter] = (a, b)
        entry["verdicts"].add(verdict)
        if why:
            entry["why"][why] = None
    with open(path, "w", encoding="utf-8") as out:
        out.write("<!-- Written by emu/validate/ncu_compare.py join. -->\n")
        name = "step" if any("/" in kernel for kernel in kernels) else "kernel"
        out.write(f"# Counters of each {name}: Nsight Compute and the emulated GPU\n\n")
        out.write("Requests / sectors for global memory, requests / wavefronts / conflicts for "
                  "shared memory, global / shared for atomics, arrivals for mbarriers. Ideal: the wavefronts that all accesses "
                  "to shared memory need at least.\nA value appears once where both machines "
                  "agree.\n\n")
        for line in header:
            out.write(f"- {line}\n")
        groups = {shown: group for shown, group in GROUPS.items()  # groups with a nonzero counter
                  if any(markdown_cell(group, entry["counts"]) for entry in kernels.values())}
        out.write(f"\n| {name} | " + " | ".join(groups) + " | verdict |\n")
        out.write("|---" * (len(groups) + 2) + "|\n")
        for kernel, entry in kernels.items():
            cells = [markdown_cell(group, entry["counts"]) for group in groups.values()]
            verdict = "; ".join(entry["why"]) or "equal"
            if "different" in entry["verdicts"]:
                verdict = "**different** " + "; ".join(entry["why"])
            out.write(f"| `{kernel}` | " + " | ".join(cells) + f" | {verdict.strip()} |\n")


def join(options):
    ncu, emu = Table.read(options.ncu), Table.read(options.emu)
    explained = read_explained(options.explained)
    results = compare(ncu, emu, explained, options.only_first, options.common)
    header = [line for line in ncu.header if " = " not in line]
    if options.tsv:
        write_long(options.tsv, header, results)
    if options.markdown:
        write_markdown(options.markdown, header, results)
    count = {verdict: sum(r[4] == verdict for r in results)
             for verdict in ("equal", "explained", "different")}
    kernels = len({r[0] for r in results})
    print(f"{kernels} kernels: {count['equal']} counters equal, {count['explained']} explained, "
          f"{count['different']} different")
    for kernel, counter, a, b, verdict, why in results:
        if verdict == "different":
            print(f"different: {kernel}: {counter}: ncu {a}, emulator {b} {why}".rstrip())
    if not results:
        print("no launch in common")
        return 1
    used = {(r[0], r[1]) for r in results if r[4] == "explained"}
    compared = {(r[0], r[1]) for r in results}  # with --common only counters that both have
    stale = [key for key in explained
             if key not in used and (key in compared or not options.common)]
    for kernel, counter in stale:
        print(f"no such difference any more: {kernel}: {counter} ({' '.join(options.explained)})")
    return 1 if count["different"] or stale else 0
