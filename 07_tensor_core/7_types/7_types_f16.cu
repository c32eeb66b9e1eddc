// SPDX-License-Identifier: MIT
//
// 7_types_f16: 7_types for f16 to f16: two sums in a register.
#include <cuda_fp16.h>

#define BITS 16
#include "types_fragment.h"

typedef __half number, scalar;
typedef uint32_t lane_sums[2];

static __device__ __forceinline__ void multiply(uint32_t sums[2], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k16_f16_f16_f16_f16(sums, a, b, sums);
}

static __device__ __forceinline__ void store(__half *c, __half alpha, const uint32_t sums[2], int v,
                                             __half beta)
{
    const __half sum = __ushort_as_half((unsigned short)(sums[v / 2] >> v % 2 * 16));
    const __half value = __hmul(alpha, sum);
    *c = __heq(beta, __float2half(0)) ? value : __hfma(beta, *c, value);
}

#define TYPE tc_f16_k16
#define BLOCKS 3 // sums take 32 registers, not 64: a third block fits (14 to 20% faster)
#include "types_body.h"

void tc_f16(const struct gemm *g) { (tc_has_k16() ? launch : tc_f16_k8)(g); }
