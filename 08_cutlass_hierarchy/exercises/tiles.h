// SPDX-License-Identifier: MIT
//
// tiles.h: code that several exercises share: access to elements of A, B and C.
#ifndef HIER_EXERCISES_TILES_H
#define HIER_EXERCISES_TILES_H

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/ptx/ptx.h"

// A matrix in global memory.
struct operand {
    const void *data;
    int rows, cols, ld;
};

static __device__ __forceinline__ bool is_inside(struct operand x, int row, int col)
{
    return row < x.rows && col < x.cols;
}

// Starts the copy of one float to shared memory. Outside the matrix it writes 0 and reads nothing.
static __device__ __forceinline__ void fetch(float *to, struct operand x, int row, int col)
{
    const bool inside = is_inside(x, row, col);
    cp_async_ca_4(to, (const float *)x.data + (inside ? row_major(row, col, x.ld) : 0),
                  inside ? 4 : 0);
}

// Copies a float, or a zero if the bit is 0; then the address is not read.
static __device__ __forceinline__ void copy_if(float *to, const float *from, unsigned mask, int bit)
{
    cp_async_ca_4(to, from, mask >> bit & 1 ? 4 : 0);
}

// The bits of an f16, or zero outside the matrix.
static __device__ __forceinline__ uint16_t element_f16(struct operand x, int row, int col)
{
    return is_inside(x, row, col) ? ((const uint16_t *)x.data)[row_major(row, col, x.ld)]
                                  : (uint16_t)0;
}

// Stores a lane's four sums of an m16n8 fragment whose tile begins at (row, col).
static __device__ __forceinline__ void store_fragment(float *C, int ldc, int m, int n, int row,
                                                      int col, float alpha, const float acc[4],
                                                      float beta)
{
    const int lane = (int)threadIdx.x % 32;
    for (int v = 0; v < 4; v++) {
        const int i = row + lane / 4 + v / 2 * 8, j = col + lane % 4 * 2 + v % 2;
        if (i < m && j < n)
            store_scaled(C + row_major(i, j, ldc), alpha, acc[v], beta);
    }
}

#endif
