// SPDX-License-Identifier: MIT
//
// 5_simt_f32, _f64, _f16, _s8: SGEMM, DGEMM, HGEMM and IGEMM by the instructions that every thread
// has, with one tile kernel in the form of chapter 05 (simt_body.h), in all four layouts.
//
//     A, B   sums and C   an instruction            multiply-adds of a lane
//     f32    f32          FFMA                      1
//     f64    f64          DFMA                      1
//     f16    f16          HFMA2 (__hfma2)           2, neighbours in a row of C
//     s8     s32          IDP.4A (__dp4a)           4, neighbours along K
//
// Why: tensor cores round tf32 and f16, and old GPUs have none. Expect: 128-bit loads, and
// otherwise almost only multiply-adds (`make sass`); types.md compares each type with its ceiling.
#include "../../common/device/cuda_check.h"
#include "simt_fetch.h"

enum { BM = 128, BN = 128, BK = 8, DOTS = 1 };
enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, BLOCKS_PER_SM = 2 };
typedef float word, a_word, number, scalar;

static __device__ __forceinline__ void multiply(float acc[8][8], const float a[8], const float b[8])
{
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            acc[i][j] += a[i] * b[j];
}

static __device__ __forceinline__ float scale(float alpha, float sum, float beta, float old)
{
    return beta != 0 ? alpha * sum + beta * old : alpha * sum;
}

#define TYPE simt_f32
#include "simt_body.h"

void simt_f32(const struct gemm *g) { launch(g); }
