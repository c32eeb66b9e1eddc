// SPDX-License-Identifier: MIT
//
// 5_simt_f16: HGEMM by HFMA2, which multiplies two pairs of f16 and adds two sums in f16. A lane's
// 16 columns are 8 pairs. Both halves of A's register must be the same element. HFMA2 can use the
// low or the high half of a register twice (.H0_H0), but then only one of two units can execute it.
// So shared memory stores each element of A twice, and nvcc gives every second product to the other
// unit (HFMA2.MMA).
#include <cuda_fp16.h>

#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 256, BN = 256, BK = 8, DOTS = 1 };
enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, BLOCKS_PER_SM = 1 };
typedef __half2 a_word;
typedef __half word, number, scalar;

static __device__ __forceinline__ void multiply(__half acc[16][16], const __half2 a[16],
                                                const __half b[16])
{
#pragma unroll
    for (int i = 0; i < 16; i++)
#pragma unroll
        for (int j = 0; j < 16; j += 2) {
            const __half2 sums = __halves2half2(acc[i][j], acc[i][j + 1]);
            const __half2 sum = __hfma2(a[i], __halves2half2(b[j], b[j + 1]), sums);
            acc[i][j] = __low2half(sum), acc[i][j + 1] = __high2half(sum);
        }
}

static __device__ __forceinline__ __half scale(__half alpha, __half sum, __half beta, __half old)
{
    const __half value = __hmul(alpha, sum);
    return __heq(beta, __float2half(0)) ? value : __hfma(beta, old, value);
}

#define TYPE simt_f16
#include "simt_body.h"

void simt_f16(const struct gemm *g) { launch(g); }
