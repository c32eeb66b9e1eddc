// SPDX-License-Identifier: MIT
//
// 7_types_bf16 ... 7_types_f64: the kernel of step 6 for the other types that tensor cores
// multiply.
//
// What changed: the types. One body (types_body.h) makes a kernel for each. An instruction takes 32
// bytes of a row of As (64 for f64), so A is loaded as before. A row-major B is not: .trans works
// on elements of 16 bits, and other widths need other loads (types_fragment.h).
//
//     A, B    sums, C, alpha, beta                         one instruction      row-major B
//     bf16    f32                                          16 x 8 x 16          ldmatrix.trans
//     tf32    f32     19 of 32 bits are read               16 x 8 x 8           32 bits
//     f16     f16     two sums to a register               16 x 8 x 16 (or 8)   ldmatrix.trans
//     s8      s32     wraps around                         16 x 8 x 32          4 bytes, joined
//     f64     f64     32 x 32 a warp: twice the registers  16 x 8 x 8 (8 x 8 x 4)   64 bits
//
// Expect: for the same bytes, s8 makes twice as many multiply-adds as f16, and tf32 half as many.
#define BITS 16
#include "types_fragment.h"

typedef float number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k16_f32_bf16_bf16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(float *c, float alpha, const float sums[4], int v,
                                             float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_bf16
#include "types_body.h"

void tc_bf16(const struct gemm *g) { launch(g); }

const struct tc_sizes tc_types_16_sizes = {.bm = BM,
                                           .bn = BN,
                                           .bk = BK,
                                           .wm = BM / WARPS_DOWN,
                                           .wn = BN / WARPS_ACROSS,
                                           .threads = THREADS,
                                           .k_major = k_major(BM),
                                           .n_major = n_major(),
                                           .m_major = m_major()};
