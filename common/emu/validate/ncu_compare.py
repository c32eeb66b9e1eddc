#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nsight Compute's counters beside those of the emulated GPU, kernel by kernel.

    ncu_compare.py record  --out NCU.tsv -- PROGRAM [ARGUMENT]...   on a machine with a GPU and ncu
    ncu_compare.py emulate --out EMU.tsv -- PROGRAM [ARGUMENT]...   PROGRAM built by emucc
    ncu_compare.py join    --ncu NCU.tsv --emu EMU.tsv [--explained FILE]
                           [--common] [--markdown FILE] [--tsv FILE]
    ncu_compare.py merge   --into RECORD.tsv --like EMU.tsv NCU.tsv
    ncu_compare.py predict --counts FILE.tsv SOURCE...

record and emulate write one row a kernel launch. A program may say on stderr, by lines "step NAME",
for which step of the course the launches after it are. ncu does not tell them: merge takes the
steps of NCU.tsv's launches from EMU.tsv, which the same program gave, and puts them into the table
RECORD.tsv in place of those that it has. join compares the two, launch by launch, or step by step where
both tables name steps (the launches of a step are added up): exit status 1 if a counter differs and
FILE does not explain it. predict compares counts with the predictions that stand as
comments above the kernels: exit status 1 if one fails.

Needs nothing but Python's standard library.
"""

import argparse
import csv
import datetime
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

csv.field_size_limit(1 << 30)  # a launch prints much before its table

# What the copy engine gets from L2, and asks for.
TMA_READ = "l1tex__m_xbar2l1tex_read"
TMA_ASK = "l1tex__m_l1tex2xbar_read_requests"

# The emulator's counters and what Nsight Compute calls them. Of several expressions the first whose
# metrics this ncu and this GPU have is taken. "opcode:BAR" counts the executed instructions BAR, of
# a warp each; "threads:BAR" those of each thread, and only where no predicate keeps it from it.
COUNTERS = {
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global_load_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "global_atomic_requests": [
        "smsp__inst_executed_op_global_atom.sum + smsp__inst_executed_op_global_red.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"
        " + l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        "opcode:ATOMG + opcode:ATOM + opcode:REDG + opcode:RED",
    ],
    # The first counts what a predicate lets through. The second should, too; yet with the loads that
    # nvcc puts before the wait for copies, @!PT LDS, it is up to some hundred too high now and then.
    "shared_load_requests": [
        "smsp__sass_inst_executed_op_shared_ld.sum",
        "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
        "smsp__inst_executed_op_shared_ld.sum",
    ],
    "shared_load_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "shared_load_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"],
    "shared_store_requests": [
        "smsp__inst_executed_op_shared_st_pred_on_any.sum",
        "smsp__inst_executed_op_shared_st.sum",
        "smsp__sass_inst_executed_op_shared_st.sum",
    ],
    "shared_store_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    "shared_store_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"],
    "shared_atomic_requests": ["smsp__inst_executed_op_shared_atom.sum", "opcode:ATOMS"],
    "cp_async_requests": [
        "smsp__inst_executed_op_ldgsts_pred_on_any.sum",
        "smsp__inst_executed_op_ldgsts.sum",
    ],
    "cp_async_wavefronts": [
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"
    ],
    "cp_async_conflicts": [
        "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum"
    ],
    "ldmatrix_requests": [
        "smsp__inst_executed_op_ldsm_pred_on_any.sum",
        "smsp__inst_executed_op_ldsm.sum",
    ],
    "ldmatrix_wavefronts": [
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"
    ],
    "ldmatrix_conflicts": [
        "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum"
    ],
    "mma_instructions": [
        "opcode:HMMA + opcode:IMMA + opcode:DMMA",
        "sm__inst_executed_pipe_tensor.sum",
    ],
    "wgmma_instructions": ["smsp__inst_executed_pipe_tensor_op_gmma.sum"],
    "tma_load_requests": ["smsp__inst_executed_op_tma_ld.sum"],
    # What goes to several blocks arrives in each, but was asked for once: 8 sectors of 32 bytes as
    # two requests of 128.
    "tma_load_sectors": [
        f"{TMA_READ}_sectors_mem_global_op_tma_ld_dest_self.sum"
        + "".join(f" + {n}*{TMA_ASK}_mem_global_op_tma_ld_dest_multicast_size_{32 * n}B.sum"
                  for n in (4, 3, 2, 1)),
    ],
    "tma_store_requests": ["smsp__inst_executed_op_tma_st.sum"],
    "tma_store_sectors": [
        "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum"
        " + l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_red.sum",
    ],
    "mbarrier_arrivals": ["threads:SYNCS.ARRIVE"],
    "barriers": ["smsp__inst_executed_op_bar.sum", "opcode:BAR"],
    "blocks": ["launch__grid_size"],
    "warps": ["smsp__warps_launched.sum", "sm__warps_launched.sum"],
}

# Executed instructions by name, such as "LDS.128: 8"; nvcc's own choices become visible.
OPCODES = "sass__inst_executed_per_opcode_with_modifier_all"
OPCODES_PLAIN = "sass__inst_executed_per_opcode"
OPCODES_OF_THREADS = "sass__thread_inst_executed_true_per_opcode_with_modifier_all"
OF_OPCODES = (OPCODES, OPCODES_PLAIN, OPCODES_OF_THREADS)

# Not compared, but useful to understand a difference.
EXTRA_METRICS = [
    *OF_OPCODES,
    f"{TMA_READ}_sectors_mem_global_op_tma_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum",
    "smsp__sass_l1tex_m_xbar2l1tex_read_sectors_mem_global_op_ldgsts_cache_bypass.sum",
    "smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum",
    "smsp__inst_executed_op_ldgsts.sum",
    "smsp__inst_executed_op_shared_ld.sum",
    "smsp__inst_executed_op_shared_st.sum",
    "smsp__inst_executed_op_global_ld.sum",
    "smsp__inst_executed_op_global_st.sum",
    "smsp__inst_executed_op_generic_atom_dot_alu.sum",
    "smsp__inst_executed_op_generic_atom_dot_cas.sum",
    "smsp__inst_executed_op_shared_atom_dot_alu.sum",
    "smsp__inst_executed_op_shared_atom_dot_cas.sum",
    "smsp__inst_executed_pipe_lsu.sum",
    "smsp__sass_inst_executed_op_global_ld.sum",
    "smsp__sass_inst_executed_op_global_st.sum",
    "smsp__sass_inst_executed_op_shared_ld.sum",
    "smsp__sass_inst_executed_op_shared_st.sum",
    "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "launch__thread_count",
]

# The wavefronts that an instruction needs by itself are counted with it (smsp__sass_...). Those
# counted where they happen (l1tex__...) also hold the cycles in which a data bank was busy with
# something else, such as a line that arrives from L2: up to some percent, and other ones in each
# run. Conflicts are counted only there, so what is too much in the wavefronts is taken off them.
HERE = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
ALONE = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
for _name, _op in (("load", "ld"), ("store", "st")):
    COUNTERS[f"shared_{_name}_wavefronts"].insert(0, ALONE.format(_op))
    COUNTERS[f"shared_{_name}_conflicts"].insert(
        0, f"{CONFLICTS} + {ALONE} - {HERE}".replace("{}", _op))
# What happens there for a load holds ldmatrix, too.
_load = COUNTERS["shared_load_conflicts"]
_load.insert(0, f"{_load[0]} + {ALONE.format('ldsm')} - {COUNTERS['ldmatrix_conflicts'][0]}")


# Of a step: the wavefronts that its accesses to shared memory need at least, all kinds together.
IDEAL, IDEAL_OF_NCU = "shared_wavefronts_ideal", "memory_l1_wavefronts_shared_ideal"
STEP_COUNTERS = [*COUNTERS, IDEAL]


def ideal_wavefronts(row):
    """ncu's own figure, or from what the emulator counts; "" where something is not known, such as
    the wavefronts of wgmma. Of a copy, ncu takes 128 bytes a wavefront."""
    if row.get(IDEAL_OF_NCU):
        return row[IDEAL_OF_NCU]
    if row.get("wgmma_instructions", "0") != "0":
        return ""
    total = 0
    for kind in ("shared_load", "shared_store", "ldmatrix"):
        wavefronts, conflicts = row.get(f"{kind}_wavefronts"), row.get(f"{kind}_conflicts")
        if not wavefronts or not conflicts:
            return ""
        total += int(wavefronts) - int(conflicts)
    return str(total + int(row["cp_async_bytes"]) // 128) if row.get("cp_async_bytes") else ""


def fail(text):
    print(f"ncu_compare.py: {text}", file=sys.stderr)
    sys.exit(2)


# ---- Tables --------------------------------------------------------------------------------------


class Table:
    """Rows of one machine: [{"index": "0", "kernel": "copy", "checksum": "...", counter: "64"}]."""

    def __init__(self, header, columns, rows):
        self.header, self.columns, self.rows = header, columns, rows

    def write(self, path):
        with open(path, "w", encoding="utf-8") as out:
            for line in self.header:
                out.write(f"# {line}\n")
            out.write("\t".join(self.columns) + "\n")
            for row in self.rows:
                out.write("\t".join(row.get(column, "") for column in self.columns) + "\n")

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
        except OSError as error:
            fail(f"{path}: {error.strerror}")
        header = [line[2:] for line in lines if line.startswith("#")]
        body = [line.split("\t") for line in lines if line and not line.startswith("#")]
        if not body:
            fail(f"{path}: no table in it")
        columns = body[0]
        return Table(header, columns, [dict(zip(columns, row)) for row in body[1:]])

    def has_steps(self):
        return "step" in self.columns

    def by_launch(self):
        """{(kernel, how many-th launch of it): row}, in order."""
        seen, result = {}, {}
        for row in self.rows:
            kernel = row["kernel"]
            seen[kernel] = seen.get(kernel, 0) + 1
            result[kernel, seen[kernel]] = row
        return result

    def by_step(self):
        """{(step, 1): the sums over its launches}, in order."""
        result = {}
        for row in self.rows:
            total = result.setdefault((row["step"], 1), dict.fromkeys(STEP_COUNTERS, 0))
            for counter in STEP_COUNTERS:
                value = ideal_wavefronts(row) if counter == IDEAL else row.get(counter, "")
                known = value != "" and total[counter] != ""
                total[counter] = total[counter] + int(value) if known else ""
        return {key: {counter: str(n) for counter, n in total.items()}
                for key, total in result.items()}


def first_word_of(command, pattern):
    """What `pattern` finds in the output of a command, or "unknown"."""
    try:
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return "unknown"
    found = re.search(pattern, text)
    return found.group(1).strip() if found else "unknown"


def machine_lines(ncu):
    smi = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return [
        "GPU: " + first_word_of(smi, r"^([^,]*),"),
        "driver: " + first_word_of(smi, r", *(\S+)"),
        "CUDA: " + first_word_of(["nvcc", "--version"], r"release ([\d.]+)"),
        "ncu: " + first_word_of([ncu, "--version"], r"Version ([\d.]+)"),
    ]


def provenance(commit):
    here = os.path.dirname(os.path.abspath(__file__))
    commit = commit or first_word_of(["git", "-C", here, "rev-parse", "--short", "HEAD"], r"(\w+)")
    return [f"date: {datetime.date.today().isoformat()}", f"commit: {commit}"]


def checksums(text):
    """{kernel: checksum} from a program's lines "checksum KERNEL VALUE". ncu's own may run into
    them."""
    return dict(re.findall(r"checksum (\S+) (\S+)$", text, re.MULTILINE))


def plain_kernel(name):
    """copy<float>(float *) -> copy"""
    return re.split(r"[(<]", name.replace("void ", "", 1))[0].strip()


# ---- record --------------------------------------------------------------------------------------


class Profiler:
    """Runs ncu; drops metrics that this ncu or this GPU does not know."""

    def __init__(self, ncu, program, folder):
        self.ncu, self.program, self.folder = ncu, program, folder
        self.dropped = []
        self.output = self.errors = ""  # of the program, and ncu's own

    def run(self, metrics, report, *more):
        command = [self.ncu, "-f", "-o", report, "--clock-control", "none", "--metrics",
                   ",".join(metrics), *more, *self.program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def usable(self, metrics):
        """Those of `metrics` that ncu accepts: tries all, then fewer if it refuses."""
        report = os.path.join(self.folder, "try")
        code, out, err = self.run(metrics, report, "--launch-count", "1")
        if os.path.exists(report + ".ncu-rep"):
            os.remove(report + ".ncu-rep")
            return metrics
        said = out + err
        if not re.search("metric", said, re.IGNORECASE):
            fail(f"ncu wrote no report (exit status {code}):\n{said}")
        named = [m for m in metrics if re.search(re.escape(m) + r"(?![\w.])", said)]
        if named and len(named) < len(metrics):
            self.drop(named)
            return self.usable([m for m in metrics if m not in named])
        if len(metrics) == 1:
            self.drop(metrics)
            return []
        half = len(metrics) // 2  # it does not say which
        return self.usable(metrics[:half]) + self.usable(metrics[half:])

    def drop(self, metrics):
        self.dropped += metrics
        print(f"ncu does not know: {' '.join(metrics)}", file=sys.stderr)

    def profile(self, metrics):
        """ncu's raw page as a list of {column: text}, one a launch."""
        metrics = self.usable(metrics)
        if not metrics:
            fail("ncu accepts none of the metrics")
        return self.pages(metrics)

    def pages(self, metrics):
        """The same for metrics that ncu is known to accept."""
        report = os.path.join(self.folder, "counts")
        if os.path.exists(report + ".ncu-rep"):
            os.remove(report + ".ncu-rep")  # of an earlier run
        code, out, err = self.run(metrics, report)
        if not os.path.exists(report + ".ncu-rep"):
            fail(f"ncu wrote no report (exit status {code}):\n{out}{err}")
        self.output, self.errors = out, err
        show = [self.ncu, "--import", report + ".ncu-rep", "--csv", "--page", "raw",
                "--print-units", "base"]
        details = ["--print-metric-instances", "details"]
        done = subprocess.run(show + details, capture_output=True, text=True, check=False)
        if done.returncode != 0:  # an ncu without that option
            done = subprocess.run(show, capture_output=True, text=True, check=False)
        return parse_raw_page(done.stdout)


def parse_raw_page(text):
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        fail(f"ncu's table has no header:\n{text[:2000]}")
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
    return [row for row in rows if (row.get("ID") or "").strip().isdigit()]  # not the units


def number(text):
    """'1,234' -> 1234, '1,234 (LDS: 4; ...)' -> 1234, 'n/a' -> None"""
    found = re.match(r"\s*([\d,]+(?:\.\d+)?)", text or "")
    if not found:
        return None
    value = float(found.group(1).replace(",", ""))
    return int(value) if value == int(value) else value


def opcodes(row, metrics=(OPCODES, OPCODES_PLAIN)):
    """{"LDS.128": 8, ...} from an instanced metric."""
    for metric in metrics:
        text = row.get(metric) or ""
        found = re.findall(r"([A-Z][A-Z0-9_]*(?:\.[A-Za-z0-9_]+)*)\s*[:=]\s*([\d,]+)", text)
        if found:
            return {name: int(count.replace(",", "")) for name, count in found}
    return {}


def terms_of(expression):
    """'a + 4*b - c' -> [(1, 'a'), (4, 'b'), (-1, 'c')]"""
    words = expression.split(" ")
    signs = [1] + [-1 if word == "-" else 1 for word in words[1::2]]
    terms = [word.rpartition("*") for word in words[::2]]
    return [(sign * int(factor or 1), term) for sign, (factor, _, term) in zip(signs, terms)]


def evaluate(expression, row):
    """The sum of the expression's terms, or None where one is missing."""
    total = 0
    for sign, term in terms_of(expression):
        kind, _, wanted = term.rpartition(":")
        if kind:
            known = opcodes(row, (OPCODES_OF_THREADS,)) if kind == "threads" else opcodes(row)
            if not known:
                return None
            total += sign * sum(n for name, n in known.items()
                                if (name + ".").startswith(wanted + "."))
        else:
            value = number(row.get(term))
            if value is None:
                return None
            total += sign * value
    return total


def metrics_of(expressions):
    terms = [term for expression in expressions for _, term in terms_of(expression)]
    return list(dict.fromkeys(term for term in terms if ":" not in term))


def table_of(pages, sums, header):
    """pages: lists of raw rows of the same launches, each with other metrics."""
    raw = []
    for rows in zip(*pages):
        merged = {}
        for row in rows:
            if row["Kernel Name"] != rows[0]["Kernel Name"]:
                fail("the program launched other kernels when run again")
            merged.update({k: v for k, v in row.items() if k and v})
        raw.append(merged)
    chosen = {}
    for counter, expressions in COUNTERS.items():
        usable = [e for e in expressions if any(evaluate(e, row) is not None for row in raw)]
        if usable:
            chosen[counter] = usable[0]
    known = {metric for row in raw for metric in row}
    metrics = [m for m in dict.fromkeys(
        metrics_of(e for es in COUNTERS.values() for e in es) + EXTRA_METRICS)
        if m in known and m not in OF_OPCODES]
    rows = []
    for index, page in enumerate(raw):
        kernel = plain_kernel(page["Kernel Name"])
        row = {"index": str(index), "kernel": kernel, "checksum": sums.get(kernel, "")}
        for counter, expression in chosen.items():
            value = evaluate(expression, page)
            row[counter] = "" if value is None else str(value)
        for metric in metrics:
            value = number(page.get(metric))
            row[metric] = "" if value is None else str(value)
        row["opcodes"] = " ".join(f"{name}:{n}" for name, n in sorted(opcodes(page).items()))
        rows.append(row)
    header = header + [f"{counter} = {expression}" for counter, expression in chosen.items()]
    columns = ["index", "kernel", "checksum", *COUNTERS, *metrics, "opcodes"]
    return Table(header, columns, rows)


def take_steps(table, path):
    """Gives each launch the step that the same launch has in the emulator's table."""
    like = Table.read(path)
    if [row["kernel"] for row in table.rows] != [row["kernel"] for row in like.rows]:
        fail(f"{path}: holds other launches than those that were recorded")
    for row, other in zip(table.rows, like.rows):
        row["step"] = other.get("step", "")
    table.columns.insert(2, "step")


def labelled(header, key):
    """What follows "key: " in a header; "" where it does not say."""
    return next((line[len(key) + 2:] for line in header if line.startswith(key + ": ")), "")


def record_lines(table):
    """{number: where the rows with that number in the column "record" are from}"""
    found = [re.match(r"record (\d+): (.*)", line) for line in table.header]
    lines = {match.group(1): match.group(2) for match in found if match}
    if not lines:  # a table of one record
        about = ("GPU", "driver", "CUDA", "ncu", "date", "commit")
        lines["1"] = "; ".join(f"{key} {labelled(table.header, key)}" for key in about)
        for row in table.rows:
            row["record"] = "1"
    return lines


def recounted(rows, lines):
    """Takes the counters of rows from the metrics beside them, by the expressions of today; and the
    header's lines of expressions, the changed ones replaced."""
    said = dict(line.split(" = ", 1) for line in reversed(lines))
    for counter, expressions in COUNTERS.items():
        expression = next((e for e in expressions if any(
            evaluate(e, row) is not None for row in rows)), None)
        if expression is None or ":" in said.get(counter, ""):
            continue  # opcodes are not written as ncu's page has them
        said[counter] = expression
        for row in rows:
            value = evaluate(expression, row)
            if value is not None:
                row[counter] = str(value)
    return [f"{counter} = {said[counter]}" for counter in COUNTERS if counter in said]


def merge(options):
    new = Table.read(options.raw)
    take_steps(new, options.like)
    old = Table.read(options.into) if os.path.exists(options.into) else Table([], [], [])
    sizes = {re.sub(r".*--sizes* (\d+).*", r"\1", labelled(table.header, "program"))
             for table in (old, new) if table.rows}
    if len(sizes) != 1:
        fail(f"{options.into} and {options.raw} are of other sizes: {' and '.join(sorted(sizes))}")
    size = sizes.pop()
    lines = record_lines(old) if old.rows else {}
    number_ = str(max(map(int, lines), default=0) + 1)
    lines[number_] = record_lines(new)["1"]
    for row in new.rows:
        row["record"] = number_
    replaced = {row["step"] for row in new.rows}
    rows = [row for row in old.rows if row["step"] not in replaced] + new.rows
    rows.sort(key=lambda row: row["step"])  # launches of one step keep their order
    for index, row in enumerate(rows):
        row["index"] = str(index)
    used = {row["record"] for row in rows}
    expressions = recounted(rows, [line for line in new.header + old.header if " = " in line])
    header = [f"GPU: {labelled(new.header, 'GPU')}", f"program: gemm --once --shapes 0 --sizes {size}",
              *(f"record {key}: {line}" for key, line in lines.items() if key in used),
              *expressions]
    columns = list(dict.fromkeys(["index", "kernel", "step", "record", *new.columns, *old.columns]))
    columns.remove("opcodes")
    Table(header, [*columns, "opcodes"], rows).write(options.into)
    print(f"{options.into}: {len(new.rows)} launches of {len(replaced)} steps put in")
    return 0


def record(options):
    ncu = shutil.which(options.ncu)
    if not ncu:
        fail(f"{options.ncu}: not found; Nsight Compute comes with the CUDA Toolkit")
    header = [
        *machine_lines(ncu),
        *provenance(options.commit),
        "program: " + " ".join([os.path.basename(options.program[0]), *options.program[1:]]),
    ]
    needed = metrics_of(e for es in COUNTERS.values() for e in es)
    extra = [m for m in EXTRA_METRICS if m not in needed]
    with tempfile.TemporaryDirectory() as folder:
        profiler = Profiler(ncu, options.program, folder)
        pages = [profiler.profile(needed)]
        # What was measured is safe before the second, slower run.
        first = checksums(profiler.output)
        table_of(pages, first, header).write(options.out)
        pages.append(profiler.profile(extra))
        table = table_of(pages, {**checksums(profiler.output), **first}, header)
        table.write(options.out)
    print(f"{options.out}: {len(table.rows)} launches, {len(table.columns)} columns")
    return 0


# ---- emulate -------------------------------------------------------------------------------------


def emulate(options):
    environment = dict(os.environ, EMU_COUNTERS="launch")
    try:
        done = subprocess.run(options.program, capture_output=True, text=True, check=False,
                              env=environment)
    except OSError as error:
        fail(f"{options.program[0]}: {error.strerror}")
    sums = checksums(done.stdout)
    rows = []
    step = None
    for line in done.stderr.splitlines():
        if line.startswith("step "):
            step = line[len("step "):]
            continue
        if not line.startswith("emu-launch "):
            print(line, file=sys.stderr)
            continue
        counts = json.loads(line[len("emu-launch "):])
        kernel = plain_kernel(counts.pop("kernel"))
        row = {"index": str(len(rows)), "kernel": kernel, "checksum": sums.get(kernel, "")}
        if step:
            row["step"] = step
        row.update({counter: str(value) for counter, value in counts.items()})
        rows.append(row)
    if done.returncode != 0:
        fail(f"{options.program[0]} ended with exit status {done.returncode}")
    if not rows:
        fail(f"{options.program[0]} reported no launch: was it built by emucc?")
    header = ["GPU: emulated", *provenance(options.commit),
              "program: " + " ".join([os.path.basename(options.program[0]), *options.program[1:]])]
    Table(header, list(rows[0]), rows).write(options.out)
    print(f"{options.out}: {len(rows)} launches")
    return 0


# ---- join ----------------------------------------------------------------------------------------

# The columns of the Markdown table: what is shown together.
GROUPS = {
    "global loads": ["global_load_requests", "global_load_sectors"],
    "global stores": ["global_store_requests", "global_store_sectors"],
    "shared loads": ["shared_load_requests", "shared_load_wavefronts", "shared_load_conflicts"],
    "shared stores": ["shared_store_requests", "shared_store_wavefronts", "shared_store_conflicts"],
    "async copies": ["cp_async_requests", "cp_async_wavefronts", "cp_async_conflicts"],
    "ldmatrix": ["ldmatrix_requests", "ldmatrix_wavefronts", "ldmatrix_conflicts"],
    "ideal": [IDEAL],
    "mma": ["mma_instructions"],
    "wgmma": ["wgmma_instructions"],
    "TMA loads": ["tma_load_requests", "tma_load_sectors"],
    "TMA stores": ["tma_store_requests", "tma_store_sectors"],
    "mbarriers": ["mbarrier_arrivals"],
    "atomics": ["global_atomic_requests", "shared_atomic_requests"],
    "barriers": ["barriers"],
}


def read_explained(paths):
    """{(kernel, counter): (the emulator's value, why)} from lines of four columns."""
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
    """[(kernel, counter, ncu's value, the emulator's, verdict, why)]"""
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
    """'64 / 256', and what the emulator says where it differs; '' where nothing was counted."""
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
        out.write("<!-- Written by common/emu/validate/ncu_compare.py join. -->\n")
        out.write("# Counters: Nsight Compute and the emulated GPU\n\n")
        out.write("Requests / sectors for global memory, requests / wavefronts / conflicts for "
                  "shared memory, global / shared for atomics, arrivals for mbarriers. Ideal: the wavefronts that all accesses "
                  "to shared memory need at least.\nA value stands once where both machines "
                  "agree.\n\n")
        for line in header:
            out.write(f"- {line}\n")
        name = "step" if any("/" in kernel for kernel in kernels) else "kernel"
        out.write(f"\n| {name} | " + " | ".join(GROUPS) + " | verdict |\n")
        out.write("|---" * (len(GROUPS) + 2) + "|\n")
        for kernel, entry in kernels.items():
            cells = [markdown_cell(group, entry["counts"]) for group in GROUPS.values()]
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
    compared = {(r[0], r[1]) for r in results}  # with --common not what one of both does not know
    stale = [key for key in explained
             if key not in used and (key in compared or not options.common)]
    for kernel, counter in stale:
        print(f"no such difference any more: {kernel}: {counter} ({' '.join(options.explained)})")
    return 1 if count["different"] or stale else 0


# ---- predict -------------------------------------------------------------------------------------


def predictions(path):
    """[(kernel, {counter: value})] from comments `// predicted: global_load 64/256, barriers 8`."""
    parts = {
        "global_load": GROUPS["global loads"], "global_store": GROUPS["global stores"],
        "shared_load": GROUPS["shared loads"], "shared_store": GROUPS["shared stores"],
        "global_atomic": ["global_atomic_requests"], "shared_atomic": ["shared_atomic_requests"],
        "barriers": ["barriers"],
        "async_copy": ["cp_async_requests", "global_load_sectors", "cp_async_wavefronts",
                       "cp_async_conflicts"],
        "ldmatrix": GROUPS["ldmatrix"],
    }
    result, pending = [], {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            said = re.match(r"// predicted: (.*)", line)
            kernel = re.match(r"(?:__global__ void |(?:WARP_)?KERNEL(?:_OUT|_COUNTS)?\(|"
                              r"KERNEL_OF\([\w ]+, )(\w+)", line)
            if said:
                for part in said.group(1).split(", "):
                    name, values = part.split(" ")
                    pending.update(zip(parts[name], values.split("/")))
            elif kernel:
                result.append((kernel.group(1), pending))
                pending = {}
    return result


def predict(options):
    rows = {row["kernel"]: row for row in Table.read(options.counts).rows}
    checked = wrong = 0
    for path in options.sources:
        for kernel, expected in predictions(path):
            if kernel not in rows:
                print(f"{path}: {kernel} is not in {options.counts}")
                wrong += 1
                continue
            for counter, value in expected.items():
                counted = rows[kernel].get(counter, "")
                if counted == "":
                    continue
                checked += 1
                if counted != value:
                    wrong += 1
                    print(f"{kernel}: {counter}: predicted {value}, counted {counted}")
    print(f"{checked} predictions, {wrong} wrong")
    return 1 if wrong else 0


# ---- Command line --------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)

    mode = modes.add_parser("record", help="run a CUDA program under ncu")
    mode.set_defaults(function=record)
    mode.add_argument("--out", required=True, help="the table to write")
    mode.add_argument("--ncu", default="ncu", help="Nsight Compute's command line program")
    mode.add_argument("--commit", help="default: what git says")
    mode.add_argument("program", nargs="+")

    mode = modes.add_parser("merge", help="put what record wrote into the table of all steps")
    mode.set_defaults(function=merge)
    mode.add_argument("--into", required=True, help="the table of all steps")
    mode.add_argument("--like", required=True,
                      help="a table of emulate, of the same program: has the steps of the launches")
    mode.add_argument("raw", help="the table that record wrote")

    mode = modes.add_parser("emulate", help="run the same program, built by emucc")
    mode.set_defaults(function=emulate)
    mode.add_argument("--out", required=True, help="the table to write")
    mode.add_argument("--commit", help="default: what git says")
    mode.add_argument("program", nargs="+")

    mode = modes.add_parser("join", help="compare the two tables")
    mode.set_defaults(function=join)
    mode.add_argument("--ncu", required=True)
    mode.add_argument("--emu", required=True)
    mode.add_argument("--explained", action="append", default=[],
                      help="lines: kernel, counter, the emulator's value, why; tabs between; may be "
                           "repeated, of the same line the last counts")
    mode.add_argument("--only-first", action="store_true",
                      help="of a kernel that is launched often, the first launch")
    mode.add_argument("--common", action="store_true",
                      help="only what both tables hold, not what is in one of them alone")
    mode.add_argument("--markdown", help="write a table to read")
    mode.add_argument("--tsv", help="write a table to process")

    mode = modes.add_parser("predict", help="compare a table with the predictions in the sources")
    mode.set_defaults(function=predict)
    mode.add_argument("--counts", required=True, help="a table of record or emulate")
    mode.add_argument("sources", nargs="+")

    options = parser.parse_args()
    return options.function(options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # `| head` has seen enough
        sys.exit(1)
