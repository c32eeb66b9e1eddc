// SPDX-License-Identifier: MIT
//
// ldmatrix.h: the cost of ldmatrix (LDSM in SASS) in shared memory. Each matrix is 8 rows of 16
// bytes, 128 bytes that the 32 banks can deliver in one pass if the rows use different banks.
//
// A block is one warp; 2 blocks make 4 requests each. `predicted: ldmatrix 8/32/0` means requests,
// wavefronts, conflicts.
#ifndef BENCH_LDMATRIX_H
#define BENCH_LDMATRIX_H

#include "../../tests/ptx/ptx.h"
#include "harness.h"

enum { LDMATRIX_TILE = 16384 };

// A lane reads the row at byte `at` of a tile, in four iterations, each 1024 bytes further.
static __device__ __forceinline__ void load_matrices(float *out, int at, int matrices, bool trans)
{
    __shared__ __align__(128) unsigned tile[LDMATRIX_TILE / 4];
    for (int i = lane(); i < LDMATRIX_TILE / 4; i += 32)
        tile[i] = (unsigned)i % 13;
    __syncthreads();
    unsigned sum = 0, r[4] = {0, 0, 0, 0};
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++) {
        const void *row = &tile[(at + 1024 * round) / 4];
        if (matrices == 1)
            ldmatrix_x1(r, row);
        else if (matrices == 2)
            ldmatrix_x2(r, row);
        else if (trans)
            ldmatrix_x4_trans(r, row);
        else
            ldmatrix_x4(r, row);
        sum += (r[0] & 15) + (r[1] & 15) + (r[2] & 15) + (r[3] & 15);
    }
    out[global_index()] = (float)sum;
}

// predicted: ldmatrix 8/32/0
WARP_KERNEL_OUT(ldmatrix_x4_contiguous, load_matrices(out, 16 * lane(), 4, false))

// predicted: ldmatrix 8/64/32
WARP_KERNEL_OUT(ldmatrix_x4_stride_32, load_matrices(out, 32 * lane(), 4, false))

// predicted: ldmatrix 8/128/96
WARP_KERNEL_OUT(ldmatrix_x4_stride_64, load_matrices(out, 64 * lane(), 4, false))

// predicted: ldmatrix 8/256/224
WARP_KERNEL_OUT(ldmatrix_x4_stride_128, load_matrices(out, 128 * lane(), 4, false))

// One row of padding: 128 + 16 bytes.
// predicted: ldmatrix 8/32/0
WARP_KERNEL_OUT(ldmatrix_x4_stride_144, load_matrices(out, 144 * lane(), 4, false))

// The row's number is xored into the index of its 16-byte parts.
// predicted: ldmatrix 8/32/0
WARP_KERNEL_OUT(ldmatrix_x4_swizzled,
                load_matrices(out, 128 * lane() + 16 * (lane() % 8), 4, false))

// predicted: ldmatrix 8/256/224
WARP_KERNEL_OUT(ldmatrix_x4_trans_stride_128, load_matrices(out, 128 * lane(), 4, true))

// predicted: ldmatrix 8/32/0
WARP_KERNEL_OUT(ldmatrix_x4_trans_swizzled,
                load_matrices(out, 128 * lane() + 16 * (lane() % 8), 4, true))

// All rows are the same.
WARP_KERNEL_OUT(ldmatrix_x4_same, load_matrices(out, 0, 4, false))

// The four matrices are the same.
WARP_KERNEL_OUT(ldmatrix_x4_same_matrix, load_matrices(out, 16 * (lane() % 8), 4, false))

// In each matrix two lanes pass the same row.
WARP_KERNEL_OUT(ldmatrix_x4_pairs_of_rows, load_matrices(out, 128 * (lane() / 2), 4, false))

// Two matrices side by side in rows of 32 bytes: matrix 0 and 1 would share passes.
WARP_KERNEL_OUT(ldmatrix_x4_side_by_side,
                load_matrices(out, 32 * (lane() % 8) + 16 * (lane() / 8 % 2) + 256 * (lane() / 16),
                              4, false))

// predicted: ldmatrix 8/16/0
WARP_KERNEL_OUT(ldmatrix_x2_contiguous, load_matrices(out, 16 * lane(), 2, false))

// predicted: ldmatrix 8/128/112
WARP_KERNEL_OUT(ldmatrix_x2_stride_128, load_matrices(out, 128 * lane(), 2, false))

// predicted: ldmatrix 8/8/0
WARP_KERNEL_OUT(ldmatrix_x1_contiguous, load_matrices(out, 16 * lane(), 1, false))

// predicted: ldmatrix 8/64/56
WARP_KERNEL_OUT(ldmatrix_x1_stride_128, load_matrices(out, 128 * lane(), 1, false))

// The rows of the inactive lanes would conflict.
// predicted: ldmatrix 8/8/0
WARP_KERNEL_OUT(ldmatrix_x1_others_conflict,
                load_matrices(out, lane() < 8 ? 16 * lane() : 128 * lane(), 1, false))

#endif
