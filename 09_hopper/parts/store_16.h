// SPDX-License-Identifier: MIT
//
// store_16.h: stores a warpgroup's sums to C of 16-bit elements, through shared memory. For
// kernels.
//
// A slice is 64 rows by 64 columns: 128 bytes a row, like 32 columns of float32, with the same
// swizzle. A thread packs two neighbouring sums into one register, and stmatrix writes four 8 x 8
// matrices at once. It takes the fragments in the order in which mma.sync and wgmma leave them.
#ifndef HOPPER_STORE_16_H
#define HOPPER_STORE_16_H

#include "../../common/device/ptx/stmatrix.h"
#include "store.h"
#include "store_tma.h"

enum { SLICE_COLS_16 = HOPPER_ROW / 2 };

// The number of slices of 64 x n sums. If n is not a multiple of 64, the last slice begins earlier:
// the columns that it shares with the previous slice are stored twice, with the same values.
LAYOUT_INLINE int slices_16(int n) { return (n + SLICE_COLS_16 - 1) / SLICE_COLS_16; }

LAYOUT_INLINE int slice_first_16(int slice, int n)
{
    const int first = slice * SLICE_COLS_16;
    return first + SLICE_COLS_16 <= n ? first : n - SLICE_COLS_16;
}

// Two sums, scaled and rounded, the one of the lower column in the lower half. type: a literal,
// here and below.
static __device__ __forceinline__ uint32_t pack_two(float low, float high, enum hopper_type_c type)
{
    if (type == HOPPER_C_F16) {
        const __half2 pair = __floats2half2_rn(low, high);
        return *(const uint32_t *)&pair;
    }
    const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
    return *(const uint32_t *)&pair;
}

// 64 x n sums: packed[i] holds d[2 i] and d[2 i + 1].
static __device__ __forceinline__ void pack_16(uint32_t *packed, const HOPPER_SUM *d, int n,
                                               float alpha, enum hopper_type_c type)
{
#pragma unroll
    for (int i = 0; i < n / 4; i++)
        packed[i] = pack_two(alpha * d[2 * i], alpha * d[2 * i + 1], type);
}

// Writes 64 columns of packed sums to a slice. A warp writes 16 of its rows. Lane l gives the
// address of row l % 16, of the left 8 columns or (l >= 16) of the right 8 of 16.
static __device__ __forceinline__ void put_slice_16(unsigned char *slice, const uint32_t *packed)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP, lane = thread % 32;
    const int row = thread / 32 * 16 + lane % 16;
#pragma unroll
    for (int i = 0; i < SLICE_COLS_16 / 16; i++) {
        const int vector = (2 * i + lane / 16) ^ row % 8;
        stmatrix_x4(slice + row * HOPPER_ROW + vector * 16, &packed[4 * i]);
    }
}

// Writes 64 x 64 packed sums to a slice, for a store by TMA. All threads of a warpgroup call it;
// only they use these buffers and this named barrier. `before`: slices that it has stored.
static __device__ __forceinline__ unsigned char *next_slice_16(struct slices *slices, int barrier,
                                                               const uint32_t *packed, int before)
{
    unsigned char *const slice = slices->bytes[before % SLICE_BUFFERS];
    if (threadIdx.x % HOPPER_WARPGROUP == 0)
        bulk_wait_group_read(SLICE_BUFFERS - 1); // the last store from this buffer has read it
    barrier_sync(barrier, HOPPER_WARPGROUP);     // and now all threads know it
    put_slice_16(slice, packed);
    fence_proxy_async(); // makes this thread's stores visible to TMA
    barrier_sync(barrier, HOPPER_WARPGROUP);
    return slice;
}

// The same, and stores it to C at (row, col). At the end the last stores are still in flight.
static __device__ __forceinline__ void store_slice_16(const struct hopper_params *p,
                                                      struct slices *slices, int barrier,
                                                      const uint32_t *packed, int before, int row,
                                                      int col)
{
    unsigned char *const slice = next_slice_16(slices, barrier, packed, before);
    if (threadIdx.x % HOPPER_WARPGROUP == 0) {
        tma_store_2d(&p->c, slice, col, row);
        bulk_commit_group();
    }
}

// The same if TMA cannot store C: a warp stores a row at a time, in two halves of 64 bytes.
static __device__ __forceinline__ void store_rows_16(const struct hopper_params *p,
                                                     unsigned char *slice, const uint32_t *packed,
                                                     int row, int col)
{
    enum { WARPS = HOPPER_WARPGROUP / 32, ROWS_EACH = SLICE_ROWS / WARPS, AT_ONCE = 8 };
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    const int my_row = thread / 32 * ROWS_EACH, lane = thread % 32;
    put_slice_16(slice, packed);
    __syncwarp(); // the lanes read rows that other lanes of the warp wrote
#pragma unroll 1
    for (int i = 0; i < 2 * ROWS_EACH; i += AT_ONCE) {
        const int at = i / ROWS_EACH * 32 + lane, c_col = col + at, first = my_row + i % ROWS_EACH;
        unsigned short *C = (unsigned short *)p->C + row_major(row + first, c_col, p->ldc);
        const int inside = c_col < p->n ? p->m - (row + first) : 0;
        unsigned short value[AT_ONCE];
#pragma unroll
        for (int r = 0; r < AT_ONCE; r++)
            value[r] =
                *(const unsigned short *)(slice + (first + r) * HOPPER_ROW + (at * 2 ^ r * 16));
#pragma unroll
        for (int r = 0; r < AT_ONCE; r++, C += p->ldc)
            if (r < inside)
                *C = value[r];
    }
    __syncwarp(); // the next slice may go to the same buffer
}

#endif
