// SPDX-License-Identifier: MIT
//
// 7_types_f64: 7_types for f64 to f64.
#define BITS 64
#include "types_fragment.h"

typedef double number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(double sums[4], const double a[4],
                                                const double b[2])
{
    mma_m16n8k8_f64_f64_f64_f64(sums, a, b, sums);
}

static __device__ __forceinline__ void store(double *c, double alpha, const double sums[4], int v,
                                             double beta)
{
    double value = alpha * sums[v];
    if (beta != 0)
        value += beta * *c;
    *c = value;
}

#define TYPE tc_f64_k8
#include "types_body.h"

void tc_f64(const struct gemm *g) { (tc_capability() >= 90 ? launch : tc_f64_k4)(g); }

const struct tc_sizes tc_types_f64_sizes = {.bm = BM,
                                            .bn = BN,
                                            .bk = BK,
                                            .wm = BM / WARPS_DOWN,
                                            .wn = BN / WARPS_ACROSS,
                                            .threads = THREADS,
                                            .k_major = k_major(BM),
                                            .n_major = n_major(),
                                            .m_major = m_major()};
