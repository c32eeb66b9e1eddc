# SPDX-License-Identifier: MIT
"""The emulated GPU's counters as expressions of Nsight Compute's metrics, and their evaluation."""

import re


# Sectors that the copy engine receives from L2, and its requests.
TMA_READ = "l1tex__m_xbar2l1tex_read"
TMA_ASK = "l1tex__m_l1tex2xbar_read_requests"

# The emulator's counters and the corresponding expressions of Nsight Compute's metrics. If there are
# several, the first one whose metrics this ncu and this GPU support is used. "opcode:BAR" counts the
# instructions BAR that warps execute; "threads:BAR" counts per thread, without predicated-off ones.
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
    # The first does not count predicated-off loads. The second should not, either, but with the loads
    # that nvcc puts before the wait for copies, @!PT LDS, it is sometimes too high, by up to a few hundred.
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
    # A multicast arrives in several blocks but is requested once: 8 sectors of 32 bytes as two
    # requests of 128.
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

# Executed instructions by name, such as "LDS.128: 8", which show nvcc's choices.
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

# smsp__sass_... counts the wavefronts that an instruction itself needs. l1tex__... also counts the
# cycles in which a data bank was busy with something else, such as a line that arrives from L2: up
# to some percent, which vary from run to run. Conflicts are only counted there, so the excess of the
# wavefronts is subtracted from them.
HERE = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
ALONE = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
for _name, _op in (("load", "ld"), ("store", "st")):
    COUNTERS[f"shared_{_name}_wavefronts"].insert(0, ALONE.format(_op))
    COUNTERS[f"shared_{_name}_conflicts"].insert(
        0, f"{CONFLICTS} + {ALONE} - {HERE}".replace("{}", _op))
# The counts of loads there include ldmatrix.
_load = COUNTERS["shared_load_conflicts"]
_load.insert(0, f"{_load[0]} + {ALONE.format('ldsm')} - {COUNTERS['ldmatrix_conflicts'][0]}")

# The minimum number of wavefronts for a step's accesses to shared memory, of all kinds.
IDEAL, IDEAL_OF_NCU = "shared_wavefronts_ideal", "memory_l1_wavefronts_shared_ideal"
STEP_COUNTERS = [*COUNTERS, IDEAL]

# The columns of the Markdown table, with the counters that share one.
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


def ideal_wavefronts(row):
    """ncu's own figure, or one computed from the emulator's counters; "" if a part is unknown, such as
    the wavefronts of wgmma. For a copy, ncu assumes 128 bytes per wavefront."""
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
    """The sum of the expression's terms, or None if one is missing."""
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
