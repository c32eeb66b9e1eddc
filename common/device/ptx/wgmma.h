// SPDX-License-Identifier: MIT
//
// wgmma.h: D = A B + D by a warpgroup, on tiles that stay in shared memory (wgmma, sm_90a: compute
// capability 9.0 and no other).
//
// A warpgroup is four consecutive warps; the number of the first one is a multiple of 4. All 128
// threads make each of these calls together. The multiplication runs asynchronously (it belongs to
// the asynchronous proxy):
//
//     wgmma_fence();                                     the registers of D are ready
//     wgmma_m64n256k16_f32_f16_f16(d, a, b, false, ...); D = A B: the old D is ignored
//     wgmma_m64n256k16_f32_f16_f16(d, ...);              D += A B, in order after the one before
//     wgmma_commit_group();                              all since the last commit are a group
//     wgmma_wait_group(0);                               now D may be used, and A and B refilled
//
// Until this wait, no register of D may be read or written and no byte of A and B changed. If
// threads wrote the tiles by ordinary stores, each of them must execute fence_proxy_async(), and a
// barrier must follow. If TMA brought the tiles, the wait on their mbarrier is enough.
//
// D is m64 x N: warp w of the group holds rows 16 w to 16 w + 15, lane l of them as in mma.sync:
// d[4 j + 0..1] is row l / 4, columns 8 j + l % 4 * 2 and the next one; d[4 j + 2..3] is 8 rows
// below.
//
// If the code is not compiled for sm_90a, the kernel prints what it needs, and ends.
#ifndef COMMON_PTX_WGMMA_H
#define COMMON_PTX_WGMMA_H

#include <stdbool.h>
#include <stdint.h>

#include "wgmma_shapes.h"

// How 16-byte vectors are permuted in the rows of a tile: like tensor_map.h's swizzle of that name.
enum wgmma_swizzle { WGMMA_NO_SWIZZLE, WGMMA_SWIZZLE_128, WGMMA_SWIZZLE_64, WGMMA_SWIZZLE_32 };

#ifdef __EMU_GPU__
#include "emu/ptx/wgmma.h"
#else

#include "function.h"
#include "mbarrier.h"

// The descriptor of a tile: its address in shared memory (a multiple of 16), and two distances in
// bytes between its core matrices (8 rows of 16 bytes, or one repetition of the swizzle), each a
// multiple of 16 below 2^18. Swizzled tiles begin at a multiple of their pattern (1024, 512 or 256
// bytes), except for steps of 16 elements along a row.
//
//     K-major, swizzled    stride: from 8 rows of m (n) to the next 8; leading is ignored
//     MN-major, 128 bytes  leading: from 64 elements of m (n) to the next 64; stride: from 8 rows
//                          of k to the next 8
PTX_FUNCTION uint64_t wgmma_descriptor(const void *tile, int leading, int stride,
                                       enum wgmma_swizzle swizzle)
{
    return (uint64_t)((ptx_shared(tile) & 0x3FFFF) >> 4) | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | (uint64_t)swizzle << 62;
}

#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || !defined(__CUDA_ARCH__)
#define PTX_SM90A(...) asm volatile(__VA_ARGS__)
#else
#define PTX_SM90A(...) ptx_too_old(__func__, "9.0 (compiled for sm_90a)")
#endif

PTX_FUNCTION void wgmma_fence(void) { PTX_SM90A("wgmma.fence.sync.aligned;" : : : "memory"); }

PTX_FUNCTION void wgmma_commit_group(void)
{
    PTX_SM90A("wgmma.commit_group.sync.aligned;" : : : "memory");
}

// Waits until at most the latest n of this warpgroup's groups are in flight; n is a literal, 0 to
// 3.
PTX_FUNCTION void wgmma_wait_group(int n)
{
    switch (n) {
    case 1: PTX_SM90A("wgmma.wait_group.sync.aligned 1;" : : : "memory"); break;
    case 2: PTX_SM90A("wgmma.wait_group.sync.aligned 2;" : : : "memory"); break;
    case 3: PTX_SM90A("wgmma.wait_group.sync.aligned 3;" : : : "memory"); break;
    default: PTX_SM90A("wgmma.wait_group.sync.aligned 0;" : : : "memory"); break;
    }
}

#define WGMMA_FLOAT(x) "+f"(x)
#define WGMMA_INT(x) "+r"(x)
#define WGMMA_TEXT(shape, types, registers, a, b, s, tail) \
    "{ .reg .pred add; setp.ne.b32 add, " s ", 0; wgmma.mma_async.sync.aligned." shape "." types \
    " {" registers "}, " a ", " b ", add" tail "; }"

// A and B of 16-bit elements: 16 of k. Either may be MN-major (trans: rows of m or n, not of k);
// add and trans are literals, or fold to them.
#define WGMMA_16(N, R, a_, b_, s_, type, tail) \
    PTX_SM90A(WGMMA_TEXT("m64n" #N "k16", type, WGMMA_TEXT_##R, a_, b_, s_, tail) \
              : WGMMA_D_##R(WGMMA_FLOAT) \
              : "l"(a), "l"(b), "r"((int)add))

#define WGMMA_DEFINE_16(N, R, a_, b_, s_, name, type) \
    PTX_FUNCTION void wgmma_m64n##N##k16_##name(float d[R], uint64_t a, uint64_t b, bool add, \
                                                bool trans_a, bool trans_b) \
    { \
        if (trans_a && trans_b) \
            WGMMA_16(N, R, a_, b_, s_, type, ", 1, 1, 1, 1"); \
        else if (trans_a) \
            WGMMA_16(N, R, a_, b_, s_, type, ", 1, 1, 1, 0"); \
        else if (trans_b) \
            WGMMA_16(N, R, a_, b_, s_, type, ", 1, 1, 0, 1"); \
        else \
            WGMMA_16(N, R, a_, b_, s_, type, ", 1, 1, 0, 0"); \
    }
#define WGMMA_F16(N, R, a_, b_, s_) WGMMA_DEFINE_16(N, R, a_, b_, s_, f32_f16_f16, "f32.f16.f16")
#define WGMMA_BF16(N, R, a_, b_, s_) \
    WGMMA_DEFINE_16(N, R, a_, b_, s_, f32_bf16_bf16, "f32.bf16.bf16")
WGMMA_SHAPES(WGMMA_F16)
WGMMA_SHAPES(WGMMA_BF16)

// For the other types both are K-major: 8 of k of 32-bit elements, 32 of 8-bit ones.
#define WGMMA_DEFINE(N, R, a_, b_, s_, K, name, text, of, constraint, tail) \
    PTX_FUNCTION void wgmma_m64n##N##k##K##_##name(of d[R], uint64_t a, uint64_t b, bool add) \
    { \
        PTX_SM90A(WGMMA_TEXT("m64n" #N "k" #K, text, WGMMA_TEXT_##R, a_, b_, s_, tail) \
                  : WGMMA_D_##R(constraint) \
                  : "l"(a), "l"(b), "r"((int)add)); \
    }
#define WGMMA_TF32(N, R, a_, b_, s_) \
    WGMMA_DEFINE(N, R, a_, b_, s_, 8, f32_tf32_tf32, "f32.tf32.tf32", float, WGMMA_FLOAT, ", 1, 1")
#define WGMMA_E4M3(N, R, a_, b_, s_) \
    WGMMA_DEFINE(N, R, a_, b_, s_, 32, f32_e4m3_e4m3, "f32.e4m3.e4m3", float, WGMMA_FLOAT, ", 1, 1")
#define WGMMA_E5M2(N, R, a_, b_, s_) \
    WGMMA_DEFINE(N, R, a_, b_, s_, 32, f32_e5m2_e5m2, "f32.e5m2.e5m2", float, WGMMA_FLOAT, ", 1, 1")
#define WGMMA_S8(N, R, a_, b_, s_) \
    WGMMA_DEFINE(N, R, a_, b_, s_, 32, s32_s8_s8, "s32.s8.s8", int, WGMMA_INT, "")
WGMMA_SHAPES(WGMMA_TF32)
WGMMA_SHAPES(WGMMA_E4M3)
WGMMA_SHAPES(WGMMA_E5M2)
WGMMA_SHAPES(WGMMA_S8)

#endif
#endif
