// SPDX-License-Identifier: MIT
//
// 14_simt_f64: DGEMM by DFMA. A thread has half as many columns: its 32 sums take 64 registers.
#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 128, BN = 64, BK = 8, DOTS = 1 };
typedef double simt_f64_word, simt_f64_number, simt_f64_scalar;

static __device__ __forceinline__ void simt_f64_multiply(double acc[8][4], const double a[8],
                                                         const double b[4])
{
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            acc[i][j] += a[i] * b[j];
}

static __device__ __forceinline__ double simt_f64_scale(double alpha, double sum, double beta,
                                                        double old)
{
    return beta != 0 ? alpha * sum + beta * old : alpha * sum;
}

#define TYPE simt_f64
#include "simt_body.h"
