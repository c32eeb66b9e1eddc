// SPDX-License-Identifier: MIT
//
// 7_types_f64: 7_types for f64 to f64.
#include "types_fragment.h"

typedef double tc_f64_k8_number, tc_f64_k8_scalar, tc_f64_k8_sums[4];

static __device__ __forceinline__ void tc_f64_k8_multiply(double sums[4], const double a[4],
                                                          const double b[2])
{
    mma_m16n8k8_f64_f64_f64_f64(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_f64_k8_store(double *c, double alpha,
                                                       const double sums[4], int v, double beta)
{
    double value = alpha * sums[v];
    if (beta != 0)
        value += beta * *c;
    *c = value;
}

#define TYPE tc_f64_k8
#define BITS 64
#include "types_body.h"

// For compute capability 8.0: rows 0 to 7 and 8 to 15, k = 0 to 3 and 4 to 7.
typedef double tc_f64_k4_number, tc_f64_k4_scalar, tc_f64_k4_sums[4];

static __device__ __forceinline__ void tc_f64_k4_multiply(double sums[4], const double a[4],
                                                          const double b[2])
{
#pragma unroll
    for (int r = 0; r < 4; r++)
        mma_m8n8k4_f64_f64_f64_f64(&sums[r % 2 * 2], &a[r], &b[r / 2], &sums[r % 2 * 2]);
}

static __device__ __forceinline__ void tc_f64_k4_store(double *c, double alpha,
                                                       const double sums[4], int v, double beta)
{
    tc_f64_k8_store(c, alpha, sums, v, beta);
}

#define TYPE tc_f64_k4
#define BITS 64
#include "types_body.h"

void tc_f64(const struct gemm *g) { (tc_capability() >= 90 ? tc_f64_k8 : tc_f64_k4)(g); }

const struct tc_sizes tc_types_f64_sizes = {.bm = TYPES_BM_64,
                                            .bn = TYPES_BN,
                                            .bk = TYPES_ROW / 8,
                                            .wm = TYPES_BM_64 / WARPS_DOWN,
                                            .wn = TYPES_BN / WARPS_ACROSS,
                                            .threads = THREADS,
                                            .k_major = k_major_64(TYPES_BM_64),
                                            .n_major = n_major_64(),
                                            .m_major = m_major_64()};
