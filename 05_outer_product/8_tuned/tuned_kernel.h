// SPDX-License-Identifier: MIT
//
// tuned_kernel.h: the names that tuned_body.h uses, for 8_tuned's files and bench/tune/tune.cu.
#ifndef TUNED_KERNEL_H
#define TUNED_KERNEL_H

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/gemm/workspace.h"
#include "../../common/device/index.h"
#include "sgemm_plan.h"
#include "tuned_fetch.h"
#include "tuned_parts.h"
#include "tuned_store.h"
#include "../parts/vector4.h"

enum { TM = TUNED_TM, TN = TUNED_TN };
enum { WM = TUNED_WM, WN = TUNED_WN };
enum { GROUP_M = 4 * WM / TM, GROUP_N = 4 * WN / TN }; // a warp's groups: 32 x 16 elements
enum { MAX_COPIES = 16 }; // rows of A, and columns of B, in the copies of one thread

typedef void tuned_kernel_fn(int m, int n, int k, float alpha, const float *A, int lda,
                             const float *B, int ldb, float beta, float *C, int ldc,
                             struct share share, struct parts parts);
// The kernels for operands that are read and written by 1 and by 4 elements, in the order of
// tuned_table.c.
tuned_kernel_fn *tuned_kernel_1(int configuration), *tuned_kernel_4(int configuration);

// Shared memory of a block, in bytes: for the stages, and afterwards to add up the slices of K,
// where half of the eight warps store their sums.
static inline size_t tuned_shared_bytes(int bm, int bn, int tile_k, int stages, int slices)
{
    const size_t stage_bytes = sizeof(float) * tile_k * (bm + PAD + bn) * stages;
    const size_t sum_bytes = sizeof(float) * (TUNED_THREADS / 32 / 2) * WM * WN;
    return slices > 1 && sum_bytes > stage_bytes ? sum_bytes : stage_bytes;
}

// The same memory for every launch on this device and stream, and in it the same place for
// arrivals: each leaves zeros there.
static inline struct parts tuned_parts(void)
{
    static const char user = 0; // of the workspace
    const int sms = tuned_sms();
    float *const sums = (float *)workspace(&user, tuned_parts_bytes(sms));
    return (struct parts){sums,
                          (unsigned *)(sums + (size_t)sms * (TUNED_THREADS / 32) * 2 * WM * WN)};
}

// Launches one of the kernels, on the GPU that is current.
static inline void tuned_launch(tuned_kernel_fn *kernel, const struct share *share,
                                size_t shared_bytes, int m, int n, int k, float alpha,
                                const float *A, int lda, const float *B, int ldb, float beta,
                                float *C, int ldc)
{
    // More than 48 KiB must be asked for.
    CUDA_CHECK(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes));
    const struct parts parts = splits_tiles(share) ? tuned_parts() : (struct parts){NULL, NULL};
    kernel<<<share->blocks, TUNED_THREADS, shared_bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C,
                                                           ldc, *share, parts);
    CUDA_CHECK_LAUNCH();
}

#endif
