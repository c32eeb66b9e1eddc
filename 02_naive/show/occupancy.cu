// SPDX-License-Identifier: MIT
//
// How many blocks of the coalesced kernel an SM holds. The runtime answers, because it knows the
// kernel's registers and shared memory.
#include "../../common/device/cuda_check.h"
#include "../naive.h"

__global__ void sgemm_coalesced(int m, int n, int k, float alpha, const float *A, int lda,
                                const float *B, int ldb, float beta, float *C, int ldc);

int naive_blocks_per_sm(void)
{
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)sgemm_coalesced,
                                                             NAIVE_BLOCK * NAIVE_BLOCK, 0));
    return blocks;
}
