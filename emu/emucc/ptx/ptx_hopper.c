// SPDX-License-Identifier: MIT
//
// ptx_hopper.c: the translation of instructions of compute capability 9.0: mbarriers, the copy
// engine, clusters, wgmma. ptx_table.c explains the format of a row. Also suggests replacements for
// instructions that neither table has.
#include "ptx.h"

#include <string.h>

// ---- mbarriers ----------------------------------------------------------------------------------

#define OWN "[.shared|.shared::cta]"
#define ANY "[.shared|.shared::cta|.shared::cluster]"
#define RELEASE "[.release|.relaxed][.cta|.cluster]" // captures 1, 2
#define ACQUIRE "[.acquire|.relaxed][.cta|.cluster]"
#define EFFECT "[.relaxed][.cta|.cluster]"

// ---- The copy engine ----------------------------------------------------------------------------

#define LOAD(d) \
    "cp.async.bulk.tensor." d "d.{shared::cluster|shared::cta}.global[.tile]" \
    ".mbarrier::complete_tx::bytes"
#define LOAD_CALL "emu_ptx_tma_load(emu_ptx_at_shared($0), emu_ptx_at_shared($2), $1)"
#define CAST_CALL "emu_ptx_tma_multicast(emu_ptx_at_shared($0), emu_ptx_at_shared($2), $3, $1)"
#define TILES(d) \
    {LOAD(d), "at" d "a", LOAD_CALL}, {LOAD(d) ".L2::cache_hint", "at" d "as", LOAD_CALL}, \
        {LOAD(d) ".multicast::cluster", "at" d "as", CAST_CALL}, \
        {LOAD(d) ".multicast::cluster.L2::cache_hint", "at" d "ass", CAST_CALL}, \
        {"cp.async.bulk.tensor." d "d.global.shared::cta[.tile].bulk_group[.L2::cache_hint]", \
         "t" d "a?s", "emu_ptx_tma_store(emu_ptx_at_shared($1), 0, $0)"}, \
        {"cp.reduce.async.bulk.tensor." d \
         "d.global.shared::cta.add[.tile].bulk_group[.L2::cache_hint]", \
         "t" d "a?s", "emu_ptx_tma_store(emu_ptx_at_shared($1), 1, $0)"}, \
    { \
        "cp.async.bulk.prefetch.tensor." d "d.L2.global[.tile][.L2::cache_hint]", "t" d "?s", \
            "const struct emu_tma emu_box = emu_ptx_box($0); emu_tma_map(emu_box.map)" \
    }
#define BYTES "cp.async.bulk.{shared::cluster|shared::cta}.global.mbarrier::complete_tx::bytes"
#define BYTES_CALL(blocks) \
    "emu_bulk_load(emu_ptx_at_shared($0), emu_ptx_at_global($1), (uint32_t)($2), " \
    "emu_ptx_at_shared($3), " blocks ")"
#define BULK_ADD \
    "emu_bulk_add(emu_ptx_at_global($0), emu_ptx_at_shared($1), (uint32_t)($2), (enum " \
    "emu_bulk_type)emu_ptx_bulk_@1)"
#define CAST_BYTES BYTES_CALL("(unsigned)($4) & 0xFFFF")

// Captures: 1 the field, 2 the space.
#define REPLACE "tensormap.replace.tile."
#define MAP "[.global|.shared::cta].b1024.{b32|b64}"
#define REPLACE_CALL(of, value) \
    "emu_ptx_tensormap_replace(emu_ptx_at_@2($0), emu_ptx_map_@1, (uint64_t)(" of \
    "), (uint64_t)(" value "))"

// ---- wgmma --------------------------------------------------------------------------------------

// ptxas checks which widths a type allows.
#define WIDTH \
    "{8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|" \
    "216|224|232|240|248|256}"
#define WGMMA(k, types) "wgmma.mma_async.sync.aligned.m64n" WIDTH "{k" k "}." types
#define WGMMA_CALL(k, factor, sum, a, flags) \
    "static const struct emu_wgmma emu_which = {$n, @1, " k ", EMU_" factor ", EMU_" sum "}; " \
    "void *const emu_d[] = {$&0}; " \
    "emu_wgmma_registers(&emu_which, emu_d, " a ", $2, {($3) != 0" flags "})"
#define FROM_TILE "nullptr, nullptr, $1"
#define FROM_REGISTERS "$v1, $@1, 0"
#define SCALES ", (int)($4), (int)($5)"
// 16-bit elements, whose matrices may be transposed; then the other types. d: D for sums of 32
// bits, H for those of 16, two of which share a register.
#define WGMMA_16(types, factor, d, sum) \
    {WGMMA("16", types), d "sssssss", \
     WGMMA_CALL("16", factor, sum, FROM_TILE, SCALES ", (int)($6), (int)($7)")}, \
    { \
        WGMMA("16", types), d "v4sssss", \
            WGMMA_CALL("16", factor, sum, FROM_REGISTERS, SCALES ", 0, (int)($6)") \
    }
#define WGMMA_F(k, types, factor, d, sum) \
    {WGMMA(k, types), d "sssss", WGMMA_CALL(k, factor, sum, FROM_TILE, SCALES ", 0, 0")}, \
    { \
        WGMMA(k, types), d "v4ssss", WGMMA_CALL(k, factor, sum, FROM_REGISTERS, SCALES ", 0, 0") \
    }
#define WGMMA_S(k, types, factor) \
    {WGMMA(k, types), "Dsss", WGMMA_CALL(k, factor, "S32", FROM_TILE, ", 1, 1, 0, 0")}, \
    { \
        WGMMA(k, types), "Dv4ss", WGMMA_CALL(k, factor, "S32", FROM_REGISTERS, ", 1, 1, 0, 0") \
    }

const struct ptx_row ptx_hopper_rows[] = {
    // ---- mbarriers ----
    {"mbarrier.init" OWN ".b64", "as", "emu_mbarrier_init(emu_ptx_at_@1($0), (int)($1))"},
    {"mbarrier.inval" OWN ".b64", "a", "emu_mbarrier_inval(emu_ptx_at_@1($0))"},
    {"mbarrier.arrive" RELEASE ANY ".b64", "da", "=emu_mbarrier_arrive_many(emu_ptx_at_@3($1), 1)"},
    {"mbarrier.arrive" RELEASE ANY ".b64", "das",
     "=emu_mbarrier_arrive_many(emu_ptx_at_@3($1), (int)($2))"},
    {"mbarrier.arrive_drop" RELEASE ANY ".b64", "da",
     "=emu_mbarrier_arrive_drop(emu_ptx_at_@3($1), 1)"},
    {"mbarrier.arrive_drop" RELEASE ANY ".b64", "das",
     "=emu_mbarrier_arrive_drop(emu_ptx_at_@3($1), (int)($2))"},
    {"mbarrier.{arrive|arrive_drop}.noComplete[.release][.cta]" OWN ".b64", "das",
     "=emu_mbarrier_arrive_no_complete(emu_ptx_at_@4($1), (int)($2), sizeof(\"@1\") > "
     "sizeof(\"arrive\"))"},
    {"mbarrier.pending_count.b64", "ds", "=(uint32_t)(($1) >> 32)"},
    {"mbarrier.arrive.expect_tx" RELEASE ANY ".b64", "das",
     "=emu_mbarrier_arrive_expect(emu_ptx_at_@3($1), (int)($2))"},
    {"mbarrier.expect_tx" EFFECT ANY ".b64", "as",
     "emu_mbarrier_expect_tx(emu_ptx_at_@3($0), (int)($1))"},
    {"mbarrier.complete_tx" EFFECT ANY ".b64", "as",
     "emu_mbarrier_complete_tx(emu_ptx_at_@3($0), (int)($1))"},
    // CUTLASS writes the state space first.
    {"mbarrier.expect_tx" ANY ".relaxed[.cta|.cluster].b64", "as",
     "emu_mbarrier_expect_tx(emu_ptx_at_@1($0), (int)($1))"},
    {"mbarrier.complete_tx" ANY ".relaxed[.cta|.cluster].b64", "as",
     "emu_mbarrier_complete_tx(emu_ptx_at_@1($0), (int)($1))"},
    {"mbarrier.{test_wait|try_wait}.parity" ACQUIRE OWN ".b64", "das?s",
     "=emu_mbarrier_try_wait(emu_ptx_at_@4($1), (int)($2)) != 0"},
    {"mbarrier.{test_wait|try_wait}" ACQUIRE OWN ".b64", "das?s", // a state is a phase's number
     "=emu_mbarrier_try_wait(emu_ptx_at_@4($1), (int)(($2) & 1)) != 0"},
    {"cp.async.mbarrier.arrive[.noinc]" OWN ".b64", "a",
     "emu_mbarrier_arrive_copies(emu_ptx_at_@2($0), sizeof(\"@1\") > 1)"},
    {"fence.mbarrier_init.release.cluster", "", "emu_mbarrier_fence_init()"},
    {"fence.proxy.async[.shared::cta|.shared::cluster]", "", "emu_fence_proxy_async()"},
    {"fence.proxy.async.global", "", "emu_fence_proxy_async_global()"},
    {"fence.proxy.alias", "", "(void)0"},
    {"fence.proxy.tensormap::generic.acquire.{cta|cluster|gpu|sys}", "as",
     "emu_fence_proxy_tensormap(emu_ptx_at_($0))"},
    {"fence.proxy.tensormap::generic.release.{cta|cluster|gpu|sys}", "",
     "emu_fence(EMU_SCOPE_DEVICE)"},

    // ---- The copy engine ----
    TILES("1"),
    TILES("2"),
    TILES("3"),
    TILES("4"),
    TILES("5"),
    {BYTES, "aasa", BYTES_CALL("0")},
    {BYTES ".L2::cache_hint", "aasas", BYTES_CALL("0")},
    {BYTES ".multicast::cluster", "aasas", CAST_BYTES},
    {BYTES ".multicast::cluster.L2::cache_hint", "aasass", CAST_BYTES},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes", "aasa",
     "emu_bulk_send(emu_ptx_at_shared($0), emu_ptx_at_shared($1), (uint32_t)($2), "
     "emu_ptx_at_shared($3))"},
    {"cp.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint]", "aas?s",
     "emu_bulk_store(emu_ptx_at_global($0), emu_ptx_at_shared($1), (uint32_t)($2))"},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.{f32|u32|s32}", "aas", BULK_ADD},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.{f16|bf16}", "aas", BULK_ADD},
    {"cp.async.bulk.prefetch.L2.global[.L2::cache_hint]", "as?s", "(void)($0)"},
    {"cp.async.bulk.commit_group", "", "emu_bulk_commit()"},
    {"cp.async.bulk.wait_group[.read]", "s", "emu_bulk_wait((int)($0), sizeof(\"@1\") > 1)"},
    {REPLACE "{global_address|rank}" MAP, "as", REPLACE_CALL("0", "$1")},
    {REPLACE "{box_dim|global_dim|global_stride|element_stride}" MAP, "ass",
     REPLACE_CALL("$1", "$2")},
    {REPLACE "{elemtype|interleave_layout|swizzle_mode|fill_mode}" MAP, "as",
     REPLACE_CALL("0", "$1")},
    {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.{cta|cluster|gpu|sys}"
     ".sync.aligned",
     "aas", "emu_ptx_tensormap_copy(emu_ptx_at_global($0), emu_ptx_at_shared($1))"},
    {"prefetch[.const|.param].tensormap", "a", "emu_tma_map(emu_ptx_at_($0))"},

    // ---- Clusters ----
    {"barrier.cluster.arrive[.release|.relaxed][.aligned]", "", "emu_cluster_arrive()"},
    {"barrier.cluster.wait[.acquire][.aligned]", "", "emu_cluster_wait()"},
    {"mapa.shared::cluster.{u32|u64}", "dss", "=emu_ptx_mapa_shared($1, (uint32_t)($2))"},
    {"mapa.{u32|u64}", "dss", "=emu_ptx_mapa($1, (uint32_t)($2))"},
    {"getctarank.shared::cluster.{u32|u64}", "ds", "=emu_ptx_rank_of(emu_ptx_at_shared($1))"},
    {"getctarank.{u32|u64}", "ds", "=emu_ptx_rank_of(emu_ptx_at_($1))"},
    {"st.async[.weak][.shared::cluster].mbarrier::complete_tx::bytes"
     ".{b32|b64|u32|u64|s32|s64|f32|f64}",
     "asa", "emu_ptx_st_async<emu_ptx_$T>(emu_ptx_at_shared($0), emu_ptx_at_shared($2), $1)"},
    {"st.async[.weak][.shared::cluster].mbarrier::complete_tx::bytes.{v2|v4}"
     ".{b32|b64|u32|u64|s32|s64|f32|f64}",
     "ava",
     "emu_ptx_st_async_vector<emu_ptx_$T>(emu_ptx_at_shared($0), emu_ptx_at_shared($2), $1)"},

    // ---- Warpgroups ----
    {"wgmma.fence.sync.aligned", "", "emu_wgmma_fence()"},
    {"wgmma.commit_group.sync.aligned", "", "emu_wgmma_commit()"},
    {"wgmma.wait_group.sync.aligned", "s", "emu_wgmma_wait((int)($0))"},
    WGMMA_16("f32.f16.f16", "F16", "D", "F32"),
    WGMMA_16("f32.bf16.bf16", "BF16", "D", "F32"),
    WGMMA_16("f16.f16.f16", "F16", "H", "F16"),
    WGMMA_F("8", "f32.tf32.tf32", "TF32", "D", "F32"),
    WGMMA_F("32", "f32.e4m3.e4m3", "E4M3", "D", "F32"),
    WGMMA_F("32", "f32.e5m2.e5m2", "E5M2", "D", "F32"),
    WGMMA_F("32", "f16.e4m3.e4m3", "E4M3", "H", "F16"),
    WGMMA_F("32", "f16.e5m2.e5m2", "E5M2", "H", "F16"),
    WGMMA_S("32", "s32.s8.s8", "S8"),
    {"setmaxnreg.{inc|dec}.sync.aligned.u32", "s", "emu_ptx_setmaxnreg_@1((int)($0))"},
};
const size_t ptx_hopper_row_count = sizeof ptx_hopper_rows / sizeof *ptx_hopper_rows;

const char *ptx_instead(const char *name)
{
    static const char *const rows[][2] = {
        {"mma.", "; of mma.sync it has the dense shapes of f16, bf16, tf32, f64, e4m3, e5m2 and of "
                 "8-bit and 4-bit integers"},
        {"wgmma.mma_async.sp", "; it has no sparse products: use wgmma.mma_async"},
        {"wgmma.",
         "; of wgmma it has D in f32, f16 or s32, and A and B of one type: f16, bf16, tf32, e4m3, "
         "e5m2 or s8"},
        {"wmma.", "; use nvcuda::wmma of <mma.h>"},
        {"tcgen05.", "; that is of compute capability 10.0: use wgmma.mma_async"},
        {"cp.async.bulk.tensor", "; of tensor copies it has .tile, of 1 to 5 dimensions, between "
                                 "global and shared memory"},
        {"cp.reduce.async.bulk.tensor", "; of these it has .add"},
        {"cp.async.bulk", "; of bulk copies it has those between global and shared memory, and "
                          "those from the block's shared memory to that of another block"},
        {"cp.reduce.async.bulk", "; of these it has .add of f32, f16, bf16, u32 and s32 to global "
                                 "memory"},
        {"cp.async", "; of cp.async it has .ca and .cg, commit_group, wait_group and wait_all"},
        {"mbarrier",
         "; of mbarriers it has init, inval, arrive, expect_tx, complete_tx, pending_count, "
         "test_wait and try_wait"},
        {"multimem.", "; it is one GPU: use ld, st and red"},
        {"red.async", "; use red.shared::cluster, then arrive at the mbarrier"},
        {"tensormap.", "; it has tensormap.replace.tile and tensormap.cp_fenceproxy"},
        {"fence.proxy.tensormap", "; it has .generic.acquire and .generic.release"},
        {"fence.proxy", "; use fence.proxy.async"},
        {"shfl.", "; since compute capability 7.0 use shfl.sync, or __shfl_sync()"},
        {"vote.", "; since compute capability 7.0 use vote.sync, or __ballot_sync()"},
        {"tex.", "; read the array through a pointer"},
        {"suld.", "; read the array through a pointer"},
        {"sust.", "; write the array through a pointer"},
        {"ret", "; leave the asm statement, then return"},
        {"call", "; call the function in C++"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(name, rows[i][0], strlen(rows[i][0])) == 0)
            return rows[i][1];
    return "";
}
