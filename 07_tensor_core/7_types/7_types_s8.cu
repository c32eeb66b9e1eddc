// SPDX-License-Identifier: MIT
//
// 7_types_s8: 7_types for s8 to s32.
#include "types_fragment.h"

typedef int tc_s8_number, tc_s8_scalar, tc_s8_sums[4];
typedef int2 tc_s8_two;
typedef int4 tc_s8_four;

static __device__ __forceinline__ void tc_s8_multiply(int sums[4], const uint32_t a[4],
                                                      const uint32_t b[2])
{
    mma_m16n8k32_s32_s8_s8_s32(sums, a, b, sums);
}

// Modulo 2^32, like the sums. In C only unsigned numbers wrap around.
static __device__ __forceinline__ void tc_s8_store(int *c, int alpha, const int sums[4], int v,
                                                   int beta)
{
    unsigned value = (unsigned)alpha * (unsigned)sums[v];
    if (beta != 0)
        value += (unsigned)beta * (unsigned)*c;
    *c = (int)value;
}

#define TYPE tc_s8
#define BITS 8
#include "types_body.h"

const struct tc_sizes tc_types_s8_sizes = {.bm = TYPES_BM_8,
                                           .bn = TYPES_BN,
                                           .bk = TYPES_ROW,
                                           .wm = TYPES_BM_8 / WARPS_DOWN,
                                           .wn = TYPES_BN / WARPS_ACROSS,
                                           .threads = THREADS,
                                           .k_major = k_major_8(TYPES_BM_8),
                                           .n_major = n_major_8(),
                                           .m_major = m_major_8()};
