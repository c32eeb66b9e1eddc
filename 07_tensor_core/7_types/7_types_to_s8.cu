// SPDX-License-Identifier: MIT
//
// 7_types_to_s8: 7_types for s8 with sums in s32 and C in s8. Values outside of the range become
// the nearest one inside. So nothing may wrap around before, and alpha sum + beta C has 64 bits.
#define BITS 8
#include "types_fragment.h"

typedef int8_t number;
typedef int scalar, lane_sums[4];
typedef char2 number2;
typedef char4 number4;

static __device__ __forceinline__ void multiply(int sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k32_s32_s8_s8_s32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(int8_t *c, int alpha, const int sums[4], int v,
                                             int beta)
{
    long long value = (long long)alpha * sums[v];
    if (beta != 0)
        value += (long long)beta * *c;
    *c = (int8_t)(value < INT8_MIN ? INT8_MIN : value > INT8_MAX ? INT8_MAX : value);
}

#define TYPE tc_to_s8
#include "types_body.h"

void tc_to_s8(const struct gemm *g) { launch(g); }
