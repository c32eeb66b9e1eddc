// SPDX-License-Identifier: MIT
//
// 7_types_s8: 7_types for s8 to s32.
#define BITS 8
#include "types_fragment.h"

typedef int number, scalar, lane_sums[4];
typedef int2 number2;
typedef int4 number4;

static __device__ __forceinline__ void multiply(int sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k32_s32_s8_s8_s32(sums, a, b, sums);
}

// Modulo 2^32, like the sums. In C only unsigned numbers wrap around.
static __device__ __forceinline__ void store(int *c, int alpha, const int sums[4], int v, int beta)
{
    unsigned value = (unsigned)alpha * (unsigned)sums[v];
    if (beta != 0)
        value += (unsigned)beta * (unsigned)*c;
    *c = (int)value;
}

#define TYPE tc_s8
#include "types_body.h"

void tc_s8(const struct gemm *g) { launch(g); }

const struct tc_sizes tc_types_s8_sizes = {.bm = BM,
                                           .bn = BN,
                                           .bk = BK,
                                           .wm = BM / WARPS_DOWN,
                                           .wn = BN / WARPS_ACROSS,
                                           .threads = THREADS,
                                           .k_major = k_major(BM),
                                           .n_major = n_major(),
                                           .m_major = m_major()};
