// SPDX-License-Identifier: MIT
//
// 5_simt_s8: IGEMM by dp4a, which adds four products of bytes to a sum in s32. Sums wrap around.
//
// A word is four bytes along K. So an operand that is contiguous along its lines is transposed
// before it is stored in shared memory, 4 x 4 bytes at a time (simt_fetch.h).
#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 128, BN = 128, BK = 8, DOTS = 4 };
enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, BLOCKS_PER_SM = 2 };
typedef int word, a_word, number, scalar;

static __device__ __forceinline__ void multiply(int acc[8][8], const int a[8], const int b[8])
{
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
}

// Modulo 2^32, like the sums. In C only unsigned numbers wrap around.
static __device__ __forceinline__ int scale(int alpha, int sum, int beta, int old)
{
    const unsigned value = (unsigned)alpha * (unsigned)sum;
    return (int)(beta != 0 ? value + (unsigned)beta * (unsigned)old : value);
}

#define TYPE simt_s8
#include "simt_body.h"

void simt_s8(const struct gemm *g) { launch(g); }
