// SPDX-License-Identifier: MIT
//
// 14_simt_f16: HGEMM by HFMA2, which multiplies two pairs of f16 and adds two sums in f16. A lane's
// 16 columns are 8 pairs. Of A both halves must be the same element. HFMA2 can take the low or the
// high half of a register twice (.H0_H0, .H1_H1), and __half2half2() costs no instruction; but then
// only one of two units can execute it. A pair of its own costs a PRMT for 8 products and lets nvcc
// give every second one to the other unit (HFMA2.MMA).
#include <cuda_fp16.h>

#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 128, BN = 256, BK = 16, DOTS = 1 };
typedef __half simt_f16_word, simt_f16_number, simt_f16_scalar;

// The low or the high half of a register, twice.
static __device__ __forceinline__ __half2 twice(__half2 pair, bool high)
{
    const uint32_t bits = *(const uint32_t *)&pair;
    const uint32_t both = __byte_perm(bits, bits, high ? 0x3232 : 0x1010);
    return *(const __half2 *)&both;
}

static __device__ __forceinline__ void simt_f16_multiply(__half acc[8][16], const __half a[8],
                                                         const __half b[16])
{
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const __half2 a_twice = twice(__halves2half2(a[i / 2 * 2], a[i / 2 * 2 + 1]), i % 2);
#pragma unroll
        for (int j = 0; j < 16; j += 2) {
            const __half2 sums = __halves2half2(acc[i][j], acc[i][j + 1]);
            const __half2 sum = __hfma2(a_twice, __halves2half2(b[j], b[j + 1]), sums);
            acc[i][j] = __low2half(sum), acc[i][j + 1] = __high2half(sum);
        }
    }
}

static __device__ __forceinline__ __half simt_f16_scale(__half alpha, __half sum, __half beta,
                                                        __half old)
{
    const __half value = __hmul(alpha, sum);
    return __heq(beta, __float2half(0)) ? value : __hfma(beta, old, value);
}

#define TYPE simt_f16
#include "simt_body.h"
