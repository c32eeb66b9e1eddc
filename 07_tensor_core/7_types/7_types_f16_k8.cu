// SPDX-License-Identifier: MIT
//
// 7_types_f16_k8: 7_types_f16 for compute capability 7.5: two instructions of half the depth.
#include <cuda_fp16.h>

#define BITS 16
#include "types_fragment.h"

typedef __half number, scalar;
typedef uint32_t lane_sums[2];

static __device__ __forceinline__ void multiply(uint32_t sums[2], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k8_f16_f16_f16_f16(sums, &a[0], &b[0], sums);
    mma_m16n8k8_f16_f16_f16_f16(sums, &a[2], &b[1], sums);
}

static __device__ __forceinline__ void store(__half *c, __half alpha, const uint32_t sums[2], int v,
                                             __half beta)
{
    const __half sum = __ushort_as_half((unsigned short)(sums[v / 2] >> v % 2 * 16));
    const __half value = __hmul(alpha, sum);
    *c = __heq(beta, __float2half(0)) ? value : __hfma(beta, *c, value);
}

#define TYPE tc_f16_k8
#include "types_body.h"

void tc_f16_k8(const struct gemm *g) { launch(g); }
