// SPDX-License-Identifier: MIT
//
// ptx_table.c: maps PTX instructions to C++. ptx_match.c explains the patterns, ptx_write.c the
// texts. The functions are in include/emu_ptx_*.h.
//
// The shape has a letter for each operand: d the result, V a result that is a vector; s a value, v
// a vector, a an address, l a label; V4 a vector of four; operands after ? may be omitted. The
// patterns do not check which modifiers may be combined, because ptxas does.
#include "ptx.h"

#define INTEGERS "u16|s16|b16|u32|s32|b32|u64|s64|b64"
#define BITS "b16|b32|b64"
#define WORDS "u32|s32|u64|s64"
#define HALVES "f16|f16x2|bf16|bf16x2"
#define TYPES_16_BYTES "u8|s8|b8|u16|s16|b16|u32|s32|b32|f32" // of a vector of four at most
#define TYPES "u8|s8|b8|" INTEGERS "|f32|f64"
#define ROUNDINGS "[.rn|.rz|.rm|.rp]"
#define COMPARISONS "{eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan}"

// Captures: 1 order, 2 scope, 3 and 6 cache operator (ptxas also accepts it before the space), 4
// space, 5 and higher cache hints. For atomics 3 is the space.
#define ORDER "[.weak|.volatile|.relaxed|.acquire|.release]"
#define SCOPE "[.cta|.cluster|.gpu|.sys]"
#define SPACE "[.global|.shared|.shared::cta|.shared::cluster|.local|.const]"
#define OPERATOR "[.ca|.cg|.cs|.lu|.cv|.wb|.wt]"
#define CACHE \
    "[.nc]" OPERATOR \
    "[.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate]" \
    "[.L2::evict_normal|.L2::evict_first|.L2::evict_last][.L2::cache_hint]" \
    "[.L2::64B|.L2::128B|.L2::256B]"
#define AT "emu_ptx_at_@4"
#define LD_VECTOR(count, types) \
    { \
        "ld" ORDER SCOPE OPERATOR SPACE CACHE ".v" count ".{" types "}", "V" count "a?s", \
            "*emu_ptx_$T:emu_ptx_ld_vector<emu_ptx_$T, " count ">(emu_to, " AT \
            "($1), \"@1\", emu_ptx_scope_@2)" \
    }
#define ST_VECTOR(count, types) \
    { \
        "st" ORDER SCOPE OPERATOR SPACE CACHE ".v" count ".{" types "}", "av" count "?s", \
            "emu_ptx_st_vector<emu_ptx_$T>(" AT "($0), \"@1\", emu_ptx_scope_@2, $1)" \
    }
#define GLOBAL_HINTS "[.L2::64B|.L2::128B|.L2::256B]"
#define ATOMIC \
    "[.relaxed|.acquire|.release|.acq_rel|.sc]" SCOPE SPACE \
    ".{add|exch|and|or|xor|min|max|inc|dec|cas}[.noftz][.L2::cache_hint]" \
    ".{u32|s32|b32|u64|s64|b64|f32|f64|f16|f16x2|bf16|bf16x2}"
#define ATOMIC_CALL \
    "emu_ptx_atom<emu_ptx_$T>(emu_ptx_op_@4((emu_ptx_$T *)nullptr), emu_ptx_order_@1, " \
    "emu_ptx_scope_@2, emu_ptx_at_@3"
// ptxas accepts the shape before or after the number.
#define MATRICES(count) \
    "matrix.sync.aligned[.m8n8].x" count "[.trans][.m8n8][.shared|.shared::cta].b16"
#define LDMATRIX(count) \
    { \
        "ld" MATRICES(count), "V" count "a", \
            "*uint32_t:emu_ldmatrix(emu_to, emu_ptx_at_@4($1), " count ", sizeof(\"@2\") > 1)" \
    }
#define STMATRIX(count) \
    { \
        "st" MATRICES(count), "av" count, \
            "emu_stmatrix(emu_ptx_at_@4($0), $v1, " count ", sizeof(\"@2\") > 1)" \
    }
#define MMA(shape, types, numbers) \
    { \
        "mma.sync.aligned." shape ".row.col." types, numbers
#define MMA_CALL(type, v, m, n, k, factor, sum, needs) \
    "*" type ":emu_ptx_mma(emu_to, " v "1, " v "2, " v "3, $n, " #m ", " #n ", " #k \
    ", EMU_" factor ", EMU_" sum ", " #needs ")"
#define MMA_32(m, n, k, factor, sum, needs) MMA_CALL("uint32_t", "$v", m, n, k, factor, sum, needs)
#define MMA_INTEGERS(shape, bits, numbers, m, n, k, needs) \
    { \
        "mma.sync.aligned." shape ".row.col[.satfinite].s32.{s" bits ".s" bits "|u" bits ".u" bits \
        "}.s32", \
            numbers, \
            "*uint32_t:emu_ptx_mma(emu_to, $v1, $v2, $v3, $n, " #m ", " #n ", " #k \
            ", emu_ptx_number_@2, EMU_S32, " #needs ", sizeof(\"@1\") > 1)" \
    }
// Four products, each of a quarter of the warp.
#define MMA_QUARTERS(types, numbers, sum, c) \
    { \
        "mma.sync.aligned.m8n8k4.{row|col}.{row|col}." types, numbers, \
            "*uint32_t:emu_ptx_mma(emu_to, $v1, $v2, $v3, $n, 8, 8, 4, EMU_F16, EMU_" sum \
            ", 70, 0, (*\"@1\" == 'c') * EMU_A_BY_COLUMNS + (*\"@2\" == 'r') * EMU_B_BY_ROWS" c \
            ")" \
    }
#define MMA_64(m, n, k, needs) MMA_CALL("uint64_t", "$w", m, n, k, "F64", "F64", needs)

const struct ptx_row ptx_rows[] =
    {
        // ---- Asynchronous copies ----
        {"cp.async.{ca|cg}.{shared|shared::cta}.global" GLOBAL_HINTS, "aas?s",
         "emu_ptx_cp_async_@1($*)"},
        {"cp.async.{ca|cg}.{shared|shared::cta}.global.L2::cache_hint" GLOBAL_HINTS, "aass",
         "emu_ptx_cp_async_@1($0, $1, $2)"},
        {"cp.async.{ca|cg}.{shared|shared::cta}.global.L2::cache_hint" GLOBAL_HINTS, "aasss",
         "emu_ptx_cp_async_@1($0, $1, $2, $3)"},
        {"cp.async.commit_group", "", "emu_async_commit()"},
        {"cp.async.wait_group", "s", "emu_async_wait((int)($0))"},
        {"cp.async.wait_all", "", "emu_async_wait_all()"},

        // ---- Matrices ----
        LDMATRIX("1"),
        LDMATRIX("2"),
        LDMATRIX("4"),
        STMATRIX("1"),
        STMATRIX("2"),
        STMATRIX("4"),
        {"movmatrix.sync.aligned.m8n8.trans.b16", "ds", "=emu_ptx_movmatrix($1)"},
        MMA("m16n8k8", "f32.f16.f16.f32", "V4v2v1v4"),
        MMA_32(16, 8, 8, "F16", "F32", 75)},
                     MMA("m16n8k8", "f16.f16.f16.f16", "V2v2v1v2"),
                     MMA_32(16, 8, 8, "F16", "F16", 75)
}
, MMA("m16n8k8", "f32.bf16.bf16.f32", "V4v2v1v4"), MMA_32(16, 8, 8, "BF16", "F32", 80)
}
, MMA("m16n8k16", "f32.f16.f16.f32", "V4v4v2v4"), MMA_32(16, 8, 16, "F16", "F32", 80)
}
, MMA("m16n8k16", "f16.f16.f16.f16", "V2v4v2v2"), MMA_32(16, 8, 16, "F16", "F16", 80)
}
, MMA("m16n8k16", "f32.bf16.bf16.f32", "V4v4v2v4"), MMA_32(16, 8, 16, "BF16", "F32", 80)
}
, MMA("m16n8k4", "f32.tf32.tf32.f32", "V4v2v1v4"), MMA_32(16, 8, 4, "TF32", "F32", 80)
}
, MMA("m16n8k8", "f32.tf32.tf32.f32", "V4v4v2v4"), MMA_32(16, 8, 8, "TF32", "F32", 80)
}
, MMA("m16n8k32", "f32.e4m3.e4m3.f32", "V4v4v2v4"), MMA_32(16, 8, 32, "E4M3", "F32", 89)
}
, MMA("m16n8k32", "f32.e5m2.e5m2.f32", "V4v4v2v4"), MMA_32(16, 8, 32, "E5M2", "F32", 89)
}
, MMA_INTEGERS("m8n8k16", "8", "V2v1v1v2", 8, 8, 16, 75),
    MMA_INTEGERS("m16n8k16", "8", "V4v2v1v4", 16, 8, 16, 80),
    MMA_INTEGERS("m16n8k32", "8", "V4v4v2v4", 16, 8, 32, 80),
    MMA_INTEGERS("m8n8k32", "4", "V2v1v1v2", 8, 8, 32, 75),
    MMA_INTEGERS("m16n8k32", "4", "V4v2v1v4", 16, 8, 32, 80),
    MMA_INTEGERS("m16n8k64", "4", "V4v4v2v4", 16, 8, 64, 80),
    MMA_QUARTERS("f32.f16.f16.f32", "V8v2v2v8", "F32", ""),
    MMA_QUARTERS("f16.f16.f16.f16", "V4v2v2v4", "F16", ""),
    MMA_QUARTERS("f32.f16.f16.f16", "V8v2v2v4", "F32", " + EMU_C_IN_F16"),
    MMA("m8n8k4", "f64.f64.f64.f64", "V2v1v1v2"), MMA_64(8, 8, 4, 80)
}
, MMA("m16n8k4", "f64.f64.f64.f64", "V4v2v1v4"), MMA_64(16, 8, 4, 90)
}
, MMA("m16n8k8", "f64.f64.f64.f64", "V4v4v2v4"), MMA_64(16, 8, 8, 90)
}
, MMA("m16n8k16", "f64.f64.f64.f64", "V4v8v4v4"), MMA_64(16, 8, 16, 90)
}
,

    // ---- Barriers and fences ----
    {"{bar|barrier}[.cta].sync[.aligned]", "s?s", "emu_ptx_bar_sync($*)"},
    {"{bar|barrier}[.cta].arrive[.aligned]", "ss", "emu_barrier_arrive((int)($0), (int)($1))"},
    {"{bar|barrier}[.cta].red.popc[.aligned].u32", "dss", "=emu_ptx_bar_red_popc($1, $2)"},
    {"{bar|barrier}[.cta].red.{and|or}[.aligned].pred", "dss", "=emu_ptx_bar_red_@3($1, $2)"},
    {"bar.warp.sync", "s", "emu_syncwarp($0)"},
    {"membar.{cta|gl|sys}", "", "emu_fence(emu_ptx_scope_@1)"},
    {"fence[.sc|.acq_rel|.acquire|.release].{cta|cluster|gpu|sys}", "",
     "emu_fence(emu_ptx_scope_@2)"},

    // ---- Memory ----
    {"ld" ORDER SCOPE OPERATOR SPACE CACHE ".{" TYPES "}", "da?s",
     "=emu_ptx_ld_@1<emu_ptx_$T>(" AT "($1), emu_ptx_scope_@2)"},
    LD_VECTOR("2", TYPES), LD_VECTOR("4", TYPES_16_BYTES),
    {"st" ORDER SCOPE OPERATOR SPACE CACHE ".{" TYPES "}", "as?s",
     "emu_ptx_st_@1<emu_ptx_$T>(" AT "($0), emu_ptx_scope_@2, $1)"},
    ST_VECTOR("2", TYPES), ST_VECTOR("4", TYPES_16_BYTES),
    {"ldu[.global].{" TYPES "}", "da", "=emu_ptx_ld_<emu_ptx_$T>(emu_ptx_at_($1), 0)"},
    {"atom" ATOMIC, "das?s", "=" ATOMIC_CALL "($1), $2$,3)"},
    {"red" ATOMIC, "as", ATOMIC_CALL "($0), $1)"},
    {"{prefetch|prefetchu}[.global|.local].{L1|L2|L2::evict_last|L2::evict_normal}", "a",
     "(void)($0)"},
    // Hints. What discard.L2 leaves in memory is undefined; here the bytes stay.
    {"applypriority[.global].L2::evict_normal", "as", "(void)($0), (void)($1)"},
    {"discard[.global].L2", "as", "(void)($0), (void)($1)"},
    {"createpolicy.fractional.{L2::evict_first|L2::evict_last|L2::evict_normal|"
     "L2::evict_unchanged}[.L2::evict_first|.L2::evict_unchanged].b64",
     "d?s", "=0"},
    {"cvta.to.{shared|shared::cta|shared::cluster}.{u32|u64}", "ds",
     "=emu_shared_address((void *)(size_t)($1))"},
    {"cvta.{shared|shared::cta|shared::cluster}.{u32|u64}", "ds",
     "=(size_t)emu_shared_pointer((uint32_t)($1))"},
    {"cvta[.to].{global|local|const|param}.u64", "ds", "=$1"},
    {"isspacep.{global|shared|shared::cta|shared::cluster|local|const}", "ds",
     "=emu_ptx_is_@1($1)"},

    // ---- Warps ----
    {"shfl.sync.{up|down|bfly|idx}.b32", "dssss", "=emu_ptx_shfl_@1($1, $2, $3, $4, $q)"},
    {"vote.sync.{all|any|uni}.pred", "dss", "=emu_vote(emu_ptx_vote_@1, $2, $1)"},
    {"vote.sync.ballot.b32", "dss", "=emu_vote(EMU_VOTE_BALLOT, $2, $1)"},
    {"vote.ballot.sync.b32", "dss", "=emu_vote(EMU_VOTE_BALLOT, $2, $1)"}, // as CUB writes it
    {"match.any.sync.{b32|b64}", "dss", "=emu_match_any($2, $a)"},
    {"match.all.sync.{b32|b64}", "dss", "=emu_ptx_match_all($2, $a, $q)"},
    {"activemask.b32", "d", "=emu_activemask()"},
    {"redux.sync.{add|min|max|and|or|xor}.{u32|s32|b32}", "dss",
     "=emu_reduce(emu_ptx_redux_@1((emu_ptx_$T *)nullptr), $2, $1)"},
    {"elect.sync", "ds", "=emu_ptx_elect($1, $q)"},

    // ---- Moves and conversions ----
    {"mov.{" INTEGERS "|f32|f64|pred}", "ds", "=$1"},
    {"mov.{" BITS "}", "dv", "=emu_ptx_pack<emu_ptx_$T>($1)"},
    {"mov.{" BITS "}", "Vs", "*emu_ptx_$T:emu_ptx_unpack<emu_ptx_$T, $#0>(emu_to, $1)"},
    {"cvt.{rn|rz}[.relu].{f16x2|bf16x2}.f32", "dss",
     "=emu_ptx_half_@2(emu_ptx_two_@3($1, $2, \"@1\"))"},
    {"cvt.rn.satfinite[.relu].{e4m3x2|e5m2x2}.f32", "dss",
     "=emu_ptx_float8($1, $2, sizeof(\"@1\") > 1, emu_ptx_type_@2)"},
    {"cvt.rn.satfinite[.relu].{e4m3x2|e5m2x2}.f16x2", "ds",
     "=emu_ptx_float8_of_halves($1, sizeof(\"@1\") > 1, emu_ptx_type_@2)"},
    {"cvt.rn[.relu].f16x2.{e4m3x2|e5m2x2}", "ds",
     "=emu_ptx_halves_of_float8((uint32_t)($1), sizeof(\"@1\") > 1, emu_ptx_type_@2)"},
    {"cvt.{rna|rn}[.relu].tf32.f32", "ds", "=emu_ptx_tf32_@2(emu_ptx_tf32_@1($1))"},
    {"cvt[.rn|.rz|.rm|.rp].f64.{s64|u64}", "ds", "=emu_ptx_cvt_f64($a, \"@1\")"},
    {"cvt[.rn|.rz|.rm|.rp|.rni|.rzi|.rmi|.rpi][.ftz][.sat].{u8|s8|u16|s16|u32|s32|u64|s64|f16|bf16|"
     "f32|f64}.{u8|s8|u16|s16|u32|s32|u64|s64|f16|bf16|f32|f64}",
     "ds", "=emu_ptx_cvt<emu_ptx_@4>(emu_ptx_as<emu_ptx_@5>($1), \"@1\", sizeof(\"@3\") > 1)"},
    {"selp.{" INTEGERS "|f32|f64}", "dsss", "=($3) ? ($1) : ($2)"},
    {"slct.{" INTEGERS "|f32|f64}.{s32|f32}", "dsss",
     "=emu_ptx_as<emu_ptx_@2>($3) >= 0 ? ($1) : ($2)"},
    {"setp." COMPARISONS "[.ftz].{" INTEGERS "|f32|f64|f16|bf16}", "dss",
     "=!($q = !emu_ptx_cmp_@1($a, $b))"},
    {"setp." COMPARISONS "[.ftz].{f16x2|bf16x2}", "dss", "=emu_ptx_cmp_@1($a, $b)"},
    {"setp." COMPARISONS ".{and|or|xor}[.ftz].{" INTEGERS "|f32|f64}", "dsss",
     "=emu_ptx_join_@2(emu_ptx_cmp_@1($a, $b), $3)"},
    {"set." COMPARISONS "[.ftz].{u32|s32}.{" INTEGERS "|f32|f64}", "dss",
     "=emu_ptx_cmp_@1($a, $b) ? 0xFFFFFFFFu : 0u"},
    {"set." COMPARISONS "[.ftz].f32.{" INTEGERS "|f32|f64}", "dss",
     "=emu_ptx_cmp_@1($a, $b) ? 1.0f : 0.0f"},

    // ---- Bits ----
    {"{and|or|xor}.{" BITS "|pred}", "dss", "=emu_ptx_@1($1, $2)"},
    {"not.{" BITS "}", "ds", "=~($1)"}, {"not.pred", "ds", "=!($1)"},
    {"cnot.{" BITS "}", "ds", "=($1) == 0"}, {"shl.{" BITS "}", "dss", "=emu_ptx_shl($a, $2)"},
    {"shr.{" INTEGERS "}", "dss", "=emu_ptx_shr($a, $2)"},
    {"shf.{l|r}.wrap.b32", "dsss", "=__funnelshift_@1($1, $2, $3)"},
    {"shf.{l|r}.clamp.b32", "dsss", "=__funnelshift_@1c($1, $2, $3)"},
    {"prmt.b32[.f4e|.b4e|.rc8|.ecl|.ecr|.rc16]", "dsss", "=emu_ptx_prmt_@1($1, $2, $3)"},
    {"lop3.b32", "dssss", "=emu_ptx_lop3($1, $2, $3, $4)"},
    {"bfe.{" WORDS "}", "dsss", "=emu_ptx_bfe($a, $2, $3)"},
    {"bfi.{b32|b64}", "dssss", "=emu_ptx_bfi($a, $b, $3, $4)"},
    {"bfind[.shiftamt].{" WORDS "}", "ds", "=emu_ptx_bfind_@1($a)"},
    {"bmsk.{clamp|wrap}.b32", "dss", "=emu_ptx_bmsk_@1($1, $2)"},
    {"szext.{clamp|wrap}.{u32|s32}", "dss", "=emu_ptx_szext_@1($a, $2)"},
    {"popc.b32", "ds", "=__popc($1)"}, {"popc.b64", "ds", "=__popcll($1)"},
    {"clz.b32", "ds", "=__clz((int)($1))"}, {"clz.b64", "ds", "=__clzll((long long)($1))"},
    {"brev.b32", "ds", "=__brev($1)"}, {"brev.b64", "ds", "=__brevll($1)"},
    {"fns.b32", "dsss", "=__fns($1, $2, (int)($3))"},

    // ---- Integers ----
    {"add.{" INTEGERS "}", "dss", "=($1) + ($2)"}, {"sub.{" INTEGERS "}", "dss", "=($1) - ($2)"},
    {"add.{u16x2|s16x2}", "dss", "=__vadd2($1, $2)"},
    {"{min|max}.u16x2", "dss", "=__v@1u2($1, $2)"}, {"{min|max}.s16x2", "dss", "=__v@1s2($1, $2)"},
    {"{add|sub}.sat.s32", "dss", "=emu_ptx_@1_sat($1, $2)"},
    {"mul.lo.{" INTEGERS "}", "dss", "=(uint64_t)($1) * (uint64_t)($2)"},
    {"mul.hi.{u16|s16|" WORDS "}", "dss", "=emu_ptx_mul_hi($a, $b)"},
    {"mul.wide.{u16|s16|u32|s32}", "dss", "=emu_ptx_mul_wide($a, $b)"},
    {"mad.lo.{" INTEGERS "}", "dsss", "=(uint64_t)($1) * (uint64_t)($2) + (uint64_t)($3)"},
    {"mad.hi.{u16|s16|" WORDS "}", "dsss", "=emu_ptx_mul_hi($a, $b) + ($3)"},
    {"mad.wide.{u16|s16|u32|s32}", "dsss", "=emu_ptx_mul_wide($a, $b) + ($3)"},
    {"mul24.lo.s32", "dss", "=__mul24((int)($1), (int)($2))"},
    {"mul24.lo.u32", "dss", "=__umul24($1, $2)"},
    {"mad24.lo.u32", "dsss", "=__umul24($1, $2) + ($3)"},
    {"mad24.lo.s32", "dsss", "=(uint32_t)__mul24((int)($1), (int)($2)) + ($3)"},
    {"sad.{" WORDS "}", "dsss", "=emu_ptx_abs_diff($a, $b) + ($3)"},
    {"div.{u16|s16|" WORDS "}", "dss", "=$a / $b"}, {"rem.{u16|s16|" WORDS "}", "dss", "=$a % $b"},
    {"{min|max}.{u16|s16|" WORDS "}", "dss", "=emu_ptx_@1($a, $b)"},
    {"abs.{s16|s32|s64}", "ds", "=$a < 0 ? 0 - ($1) : ($1)"},
    {"neg.{s16|s32|s64}", "ds", "=0 - ($1)"},
    {"add.cc.{u32|s32|u64|s64}", "dss", "=emu_ptx_add_carry($a, $b, false, emu_carry)"},
    {"addc.cc.{u32|s32|u64|s64}", "dss", "=emu_ptx_add_carry($a, $b, emu_carry, emu_carry)"},
    {"addc.{u32|s32|u64|s64}", "dss", "=($1) + ($2) + emu_carry"},
    {"sub.cc.{u32|s32|u64|s64}", "dss", "=emu_ptx_sub_carry($a, $b, false, emu_carry)"},
    {"subc.cc.{u32|s32|u64|s64}", "dss", "=emu_ptx_sub_carry($a, $b, emu_carry, emu_carry)"},
    {"subc.{u32|s32|u64|s64}", "dss", "=($1) - ($2) - emu_carry"},
    {"mad.lo.cc.{u32|u64}", "dsss",
     "=emu_ptx_add_carry((emu_ptx_$T)($a * $b), $c, false, emu_carry)"},
    {"mad.hi.cc.{u32|u64}", "dsss",
     "=emu_ptx_add_carry((emu_ptx_$T)emu_ptx_mul_hi($a, $b), $c, false, emu_carry)"},
    {"madc.lo.cc.{u32|u64}", "dsss",
     "=emu_ptx_add_carry((emu_ptx_$T)($a * $b), $c, emu_carry, emu_carry)"},
    {"madc.hi.cc.{u32|u64}", "dsss",
     "=emu_ptx_add_carry((emu_ptx_$T)emu_ptx_mul_hi($a, $b), $c, emu_carry, emu_carry)"},
    {"madc.lo.{u32|u64}", "dsss", "=$a * $b + ($3) + emu_carry"},
    {"madc.hi.{u32|u64}", "dsss", "=emu_ptx_mul_hi($a, $b) + ($3) + emu_carry"},
    {"dp4a.{u32|s32}.{u32|s32}", "dsss",
     "=emu_ptx_dp4a(emu_ptx_as<emu_ptx_@1>($1), emu_ptx_as<emu_ptx_@2>($2), $3)"},
    {"dp2a.{lo|hi}.{u32.u32|s32.s32}", "dsss", "=emu_ptx_dp2a_@1_@2($1, $2, $3)"},
    {"vabsdiff{2|4}.u32.u32.u32", "dsss", "=__vabsdiffu@1($1, $2)"},
    {"vabsdiff{2|4}.u32.s32.s32", "dsss", "=__vabsdiffs@1($1, $2)"},
    {"vabsdiff{2|4}.u32.u32.u32.add", "dsss", "=__vsadu@1($1, $2) + ($3)"},
    {"vabsdiff{2|4}.u32.s32.s32.add", "dsss", "=__vsads@1($1, $2) + ($3)"},
    {"{vadd|vsub}{2|4}.{u32.u32.u32|s32.s32.s32}", "dsss", "=__@1@2($1, $2)"},
    {"{vadd|vsub}{2|4}.u32.u32.u32.sat", "dsss", "=__@1us@2($1, $2)"},
    {"{vadd|vsub}{2|4}.s32.s32.s32.sat", "dsss", "=__@1ss@2($1, $2)"},
    {"{vmin|vmax}{2|4}.u32.u32.u32", "dsss", "=__@1u@2($1, $2)"},
    {"{vmin|vmax}{2|4}.s32.s32.s32", "dsss", "=__@1s@2($1, $2)"},
    {"vset{2|4}.{u32.u32|s32.s32}.{eq|ne}", "dsss", "=__vset@3@1($1, $2)"},
    {"vset{2|4}.u32.u32.{lt|le|gt|ge}", "dsss", "=__vset@2u@1($1, $2)"},
    {"vset{2|4}.s32.s32.{lt|le|gt|ge}", "dsss", "=__vset@2s@1($1, $2)"},
    {"vabsdiff.u32.{u32|s32}.{u32|s32}", "dss", "=emu_ptx_abs_diff($a, $b)"},
    {"vavrg{2|4}.u32.u32.u32", "dsss", "=__vavgu@1($1, $2)"},
    {"vavrg{2|4}.s32.s32.s32", "dsss", "=__vavgs@1($1, $2)"},

    // ---- Floating point ----
    {"{add|sub|mul}" ROUNDINGS "[.ftz][.sat].{f32|f64}", "dss",
     "=emu_ptx_sat_@4(emu_ptx_ftz_@3(emu_ptx_@1_@2(emu_ptx_ftz_@3($a), emu_ptx_ftz_@3($b))))"},
    {"{fma|mad}" ROUNDINGS "[.ftz][.sat].{f32|f64}", "dsss",
     "=emu_ptx_sat_@4(emu_ptx_ftz_@3(emu_ptx_fma_@2(emu_ptx_ftz_@3($a), emu_ptx_ftz_@3($b), "
     "emu_ptx_ftz_@3($c))))"},
    {"div.{approx|full|rn|rz|rm|rp}[.ftz].{f32|f64}", "dss",
     "=emu_ptx_ftz_@2(emu_ptx_div_@1(emu_ptx_ftz_@2($a), emu_ptx_ftz_@2($b)))"},
    {"{rcp|sqrt}.{approx|rn|rz|rm|rp}[.ftz].{f32|f64}", "ds",
     "=emu_ptx_ftz_@3(emu_ptx_@1_@2(emu_ptx_ftz_@3($a)))"},
    {"{rsqrt|sin|cos|lg2|ex2|tanh}.approx[.ftz].{f32|f64}", "ds",
     "=emu_ptx_ftz_@2(emu_ptx_@1(emu_ptx_ftz_@2($a)))"},
    {"{min|max}[.ftz][.NaN].{f32|f64}", "dss",
     "=emu_ptx_ftz_@2(emu_ptx_@1_@3(emu_ptx_ftz_@2($a), emu_ptx_ftz_@2($b)))"},
    {"{abs|neg}[.ftz].{f32|f64}", "ds", "=emu_ptx_ftz_@2(emu_ptx_@1($a))"},
    {"copysign.{f32|f64}", "dss", "=emu_ptx_copysign($b, $a)"},
    {"testp.{finite|infinite|number|notanumber|normal|subnormal}.{f32|f64}", "ds",
     "=emu_ptx_testp_@1($a)"},
    {"{add|sub|mul}[.rn][.ftz].{" HALVES "}", "dss", "=emu_ptx_half_@1($a, $b)"},
    {"fma[.rn][.ftz][.sat|.relu].{" HALVES "}", "dsss",
     "=emu_ptx_half_@3(emu_ptx_as<emu_ptx_$T>(emu_ptx_half_fma($a, $b, $c)))"},
    {"{min|max}[.ftz][.NaN].{" HALVES "}", "dss", "=emu_ptx_half_@1@3($a, $b)"},
    {"{abs|neg}[.ftz].{" HALVES "}", "ds", "=emu_ptx_half_@1($a)"},
    {"{ex2|tanh}.approx[.ftz].{" HALVES "}", "ds", "=emu_ptx_half_@1($a)"},

    // ---- Control ----
    {"bra[.uni]", "l", "goto emu_label_$0"}, {"nanosleep.u32", "s", "emu_nanosleep($0)"},
    {"trap", "", "emu_trap()"}, {"exit", "", "emu_exit()"},
    {"{brkpt|griddepcontrol.wait|griddepcontrol.launch_dependents}", "", "(void)0"},
    {"pmevent[.mask]", "s", "(void)($0)"},
}
;
const size_t ptx_row_count = sizeof ptx_rows / sizeof *ptx_rows;
