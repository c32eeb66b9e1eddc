// SPDX-License-Identifier: MIT
//
// 7_types_tf32: 7_types for tf32 to f32.
#include "types_fragment.h"

typedef float tc_tf32_number, tc_tf32_scalar, tc_tf32_sums[4];

static __device__ __forceinline__ void tc_tf32_multiply(float sums[4], const uint32_t a[4],
                                                        const uint32_t b[2])
{
    mma_m16n8k8_f32_tf32_tf32_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_tf32_store(float *c, float alpha, const float sums[4],
                                                     int v, float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_tf32
#define BITS 32
#include "types_body.h"

const struct tc_sizes tc_types_tf32_sizes = {.bm = TYPES_BM_32,
                                             .bn = TYPES_BN,
                                             .bk = TYPES_ROW / 4,
                                             .wm = TYPES_BM_32 / WARPS_DOWN,
                                             .wn = TYPES_BN / WARPS_ACROSS,
                                             .threads = THREADS,
                                             .k_major = k_major_32(TYPES_BM_32),
                                             .n_major = n_major_32(),
                                             .m_major = m_major_32()};
