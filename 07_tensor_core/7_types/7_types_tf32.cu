// SPDX-License-Identifier: MIT
//
// 7_types_tf32: 7_types for tf32 to f32.
#define BITS 32
#include "types_fragment.h"

typedef float number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k8_f32_tf32_tf32_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(float *c, float alpha, const float sums[4], int v,
                                             float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_tf32
#include "types_body.h"

void tc_tf32(const struct gemm *g) { launch(g); }

const struct tc_sizes tc_types_tf32_sizes = {.bm = BM,
                                             .bn = BN,
                                             .bk = BK,
                                             .wm = BM / WARPS_DOWN,
                                             .wn = BN / WARPS_ACROSS,
                                             .threads = THREADS,
                                             .k_major = k_major(BM),
                                             .n_major = n_major(),
                                             .m_major = m_major()};
