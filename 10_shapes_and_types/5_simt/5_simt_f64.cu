// SPDX-License-Identifier: MIT
//
// 5_simt_f64: DGEMM by DFMA. The 64 sums of a thread take 128 registers, so an SM has one block.
//
// A DFMA takes two cycles, but reading three pairs of registers takes three, unless one pair is
// kept from the previous instruction (.reuse in the machine code). So rows go back and forth: the
// next row begins with the column where the last one ended.
#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 128, BN = 128, BK = 8, DOTS = 1 };
enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, BLOCKS_PER_SM = 1 };
typedef double word, a_word, number, scalar;

static __device__ __forceinline__ void multiply(double acc[8][8], const double a[8],
                                                const double b[8])
{
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int back = 0; back < 8; back++) {
            const int j = i % 2 ? 7 - back : back;
            acc[i][j] += a[i] * b[j];
        }
}

static __device__ __forceinline__ double scale(double alpha, double sum, double beta, double old)
{
    return beta != 0 ? alpha * sum + beta * old : alpha * sum;
}

#define TYPE simt_f64
#include "simt_body.h"

void simt_f64(const struct gemm *g) { launch(g); }
