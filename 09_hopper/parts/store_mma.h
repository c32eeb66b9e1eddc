// SPDX-License-Identifier: MIT
//
// store_mma.h: stores a warp's sums to C from the registers where mma.sync leaves them.
#ifndef HOPPER_STORE_MMA_H
#define HOPPER_STORE_MMA_H

#include "../../common/device/gemm/warp_tile.h"
#include "store.h"

// C = alpha acc + beta C for the sums of mmas_m x mmas_n instructions, from (row, col) on.
static __device__ __forceinline__ void store_mma(const struct hopper_params *p,
                                                 const float acc[][4], int mmas_m, int mmas_n,
                                                 int row, int col)
{
    const int lane = (int)threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
#pragma unroll
        for (int j = 0; j < mmas_n; j++)
            store_16x8(p, acc[i * mmas_n + j], HOPPER_C_F32, row + i * MMA_M + lane / 4,
                       col + j * MMA_N + lane % 4 * 2);
}

#endif
