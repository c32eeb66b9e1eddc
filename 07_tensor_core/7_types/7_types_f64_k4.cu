// SPDX-License-Identifier: MIT
//
// 7_types_f64_k4: 7_types_f64 for compute capability 8.0: four instructions, which take rows 0 to 7
// and 8 to 15, k = 0 to 3 and 4 to 7.
#define BITS 64
#include "types_fragment.h"

typedef double number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(double sums[4], const double a[4],
                                                const double b[2])
{
#pragma unroll
    for (int r = 0; r < 4; r++)
        mma_m8n8k4_f64_f64_f64_f64(&sums[r % 2 * 2], &a[r], &b[r / 2], &sums[r % 2 * 2]);
}

static __device__ __forceinline__ void store(double *c, double alpha, const double sums[4], int v,
                                             double beta)
{
    double value = alpha * sums[v];
    if (beta != 0)
        value += beta * *c;
    *c = value;
}

#define TYPE tc_f64_k4
#include "types_body.h"

void tc_f64_k4(const struct gemm *g) { launch(g); }
