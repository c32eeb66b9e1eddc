// SPDX-License-Identifier: MIT
//
// 7_types: the kernel of step 6 for the other types that tensor cores multiply.
//
// What changed: the types. One body (types_body.h) makes a kernel for each. A row of As is 128
// bytes and an instruction takes 32 of them (of f64 64), so A is loaded as before. A row-major B is
// not: .trans takes pairs of 16 bits apart, and others must do without (types_fragment.h).
//
//     A, B    sums, C, alpha, beta                         one instruction      row-major B
//     bf16    f32                                          16 x 8 x 16          ldmatrix.trans
//     tf32    f32     19 of 32 bits are read               16 x 8 x 8           32 bits
//     f16     f16     two sums to a register               16 x 8 x 16 (or 8)   ldmatrix.trans
//     s8      s32     wraps around                         16 x 8 x 32          4 bytes, joined
//     f64     f64     32 x 32 a warp: twice the registers  16 x 8 x 8 (8 x 8 x 4)   64 bits
//
// Expect: of s8 twice as many multiply-adds for the same bytes as of f16, of tf32 half as many.
#include <cuda_fp16.h>

#include "../common/device/cuda_check.h"
#include "parts/pieces.h"
#include "parts/stage.h"
#include "tensor_core.h"
#include "parts/types_fragment.h"

enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, THREADS = WARPS_DOWN * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers

// ---- bf16 to f32 --------------------------------------------------------------------------------

typedef float tc_bf16_number, tc_bf16_sums[4];

static __device__ __forceinline__ void tc_bf16_multiply(float sums[4], const uint32_t a[4],
                                                        const uint32_t b[2])
{
    mma_m16n8k16_f32_bf16_bf16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_bf16_store(float *c, float alpha, const float sums[4],
                                                     int v, float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_bf16
#define BITS 16
#include "parts/types_body.h"

// ---- tf32 to f32 --------------------------------------------------------------------------------

typedef float tc_tf32_number, tc_tf32_sums[4];

static __device__ __forceinline__ void tc_tf32_multiply(float sums[4], const uint32_t a[4],
                                                        const uint32_t b[2])
{
    mma_m16n8k8_f32_tf32_tf32_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_tf32_store(float *c, float alpha, const float sums[4],
                                                     int v, float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_tf32
#define BITS 32
#include "parts/types_body.h"

// ---- f16 to f16: two sums in a register ---------------------------------------------------------

typedef __half tc_f16_k16_number;
typedef uint32_t tc_f16_k16_sums[2];

static __device__ __forceinline__ void tc_f16_k16_multiply(uint32_t sums[2], const uint32_t a[4],
                                                           const uint32_t b[2])
{
    mma_m16n8k16_f16_f16_f16_f16(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_f16_k16_store(__half *c, __half alpha,
                                                        const uint32_t sums[2], int v, __half beta)
{
    const __half sum = __ushort_as_half((unsigned short)(sums[v / 2] >> v % 2 * 16));
    const __half value = __hmul(alpha, sum);
    *c = __heq(beta, __float2half(0)) ? value : __hfma(beta, *c, value);
}

#define TYPE tc_f16_k16
#define BITS 16
#include "parts/types_body.h"

// For compute capability 7.5.
typedef __half tc_f16_k8_number;
typedef uint32_t tc_f16_k8_sums[2];

static __device__ __forceinline__ void tc_f16_k8_multiply(uint32_t sums[2], const uint32_t a[4],
                                                          const uint32_t b[2])
{
    mma_m16n8k8_f16_f16_f16_f16(sums, &a[0], &b[0], sums);
    mma_m16n8k8_f16_f16_f16_f16(sums, &a[2], &b[1], sums);
}

static __device__ __forceinline__ void tc_f16_k8_store(__half *c, __half alpha,
                                                       const uint32_t sums[2], int v, __half beta)
{
    tc_f16_k16_store(c, alpha, sums, v, beta);
}

#define TYPE tc_f16_k8
#define BITS 16
#include "parts/types_body.h"

// ---- s8 to s32 ----------------------------------------------------------------------------------

typedef int tc_s8_number, tc_s8_sums[4];

static __device__ __forceinline__ void tc_s8_multiply(int sums[4], const uint32_t a[4],
                                                      const uint32_t b[2])
{
    mma_m16n8k32_s32_s8_s8_s32(sums, a, b, sums);
}

// Modulo 2^32, as the sums are. In C only unsigned numbers wrap around.
static __device__ __forceinline__ void tc_s8_store(int *c, int alpha, const int sums[4], int v,
                                                   int beta)
{
    unsigned value = (unsigned)alpha * (unsigned)sums[v];
    if (beta != 0)
        value += (unsigned)beta * (unsigned)*c;
    *c = (int)value;
}

#define TYPE tc_s8
#define BITS 8
#include "parts/types_body.h"

// ---- f64 to f64 ---------------------------------------------------------------------------------

typedef double tc_f64_k8_number, tc_f64_k8_sums[4];

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
#include "parts/types_body.h"

// For compute capability 8.0: rows 0 to 7 and 8 to 15, k = 0 to 3 and 4 to 7.
typedef double tc_f64_k4_number, tc_f64_k4_sums[4];

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
#include "parts/types_body.h"

// ---- Launchers of types with two kernels --------------------------------------------------------

void tc_f16(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A, int lda,
            const void *B, int ldb, double beta, void *C, int ldc)
{
    gemm_fn *launch = tc_has_k16() ? tc_f16_k16 : tc_f16_k8;
    launch(trans_a, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void tc_f64(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A, int lda,
            const void *B, int ldb, double beta, void *C, int ldc)
{
    gemm_fn *launch = tc_capability() >= 90 ? tc_f64_k8 : tc_f64_k4;
    launch(trans_a, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

// ---- Sizes --------------------------------------------------------------------------------------

const struct tc_sizes tc_types_16_sizes = {.bm = TYPES_BM_16,
                                           .bn = TYPES_BN,
                                           .bk = TYPES_ROW / 2,
                                           .wm = TYPES_BM_16 / WARPS_DOWN,
                                           .wn = TYPES_BN / WARPS_ACROSS,
                                           .threads = THREADS,
                                           .k_major = k_major_16(TYPES_BM_16),
                                           .n_major = n_major_16()};
const struct tc_sizes tc_types_tf32_sizes = {.bm = TYPES_BM_32,
                                             .bn = TYPES_BN,
                                             .bk = TYPES_ROW / 4,
                                             .wm = TYPES_BM_32 / WARPS_DOWN,
                                             .wn = TYPES_BN / WARPS_ACROSS,
                                             .threads = THREADS,
                                             .k_major = k_major_32(TYPES_BM_32),
                                             .n_major = n_major_32()};
const struct tc_sizes tc_types_s8_sizes = {.bm = TYPES_BM_8,
                                           .bn = TYPES_BN,
                                           .bk = TYPES_ROW,
                                           .wm = TYPES_BM_8 / WARPS_DOWN,
                                           .wn = TYPES_BN / WARPS_ACROSS,
                                           .threads = THREADS,
                                           .k_major = k_major_8(TYPES_BM_8),
                                           .n_major = n_major_8()};
const struct tc_sizes tc_types_f64_sizes = {.bm = TYPES_BM_64,
                                            .bn = TYPES_BN,
                                            .bk = TYPES_ROW / 8,
                                            .wm = TYPES_BM_64 / WARPS_DOWN,
                                            .wn = TYPES_BN / WARPS_ACROSS,
                                            .threads = THREADS,
                                            .k_major = k_major_64(TYPES_BM_64),
                                            .n_major = n_major_64()};
