// SPDX-License-Identifier: MIT
//
// store_tma.h: stores a warpgroup's sums to C through shared memory, by the copy engine or by
// warps. For kernels.
#ifndef HOPPER_STORE_TMA_H
#define HOPPER_STORE_TMA_H

#include "../../common/device/ptx/tma.h"
#include "../../common/device/ptx/warpgroup.h"
#include "../hopper.h"

enum { SLICE_COLS = HOPPER_ROW / (int)sizeof(float), SLICE_ROWS = HOPPER_ATOM };
#ifndef SLICE_BUFFERS // 1 in a kernel with little shared memory
#define SLICE_BUFFERS 2
#endif

// 64 x 32 elements of C, rows of 128 bytes: a box of its map.
struct slices {
    unsigned char bytes[SLICE_BUFFERS][SLICE_ROWS * HOPPER_ROW];
};

// Address in a slice, as the map of C swizzles: row r stores its 16-byte vector v at position v xor
// r % 8.
static __device__ __forceinline__ float *slice_at(unsigned char *slice, int row, int col)
{
    const int byte = col * (int)sizeof(float) ^ row % 8 * 16;
    return (float *)(slice + row * HOPPER_ROW + byte);
}

// alpha sum, as the 32 bits of an element of C.
static __device__ __forceinline__ float scaled_bits(const struct hopper_params *p, HOPPER_SUM sum)
{
#ifdef HOPPER_S32
    return __int_as_float((int)((unsigned)p->s32_alpha * (unsigned)sum));
#else
    return p->alpha * sum;
#endif
}

// Writes a slice of the sums: columns `first` to `first` + 31 of 64 x n. All threads of a warpgroup
// call it.
static __device__ __forceinline__ void
put_slice(unsigned char *slice, const struct hopper_params *p, const HOPPER_SUM *d, int first)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    const int my_row = thread / 32 * 16 + thread % 32 / 4, my_col = thread % 4 * 2;
    const bool odd = my_row % 2 != 0;
#pragma unroll
    for (int i = 0; i < SLICE_COLS / 8; i++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            // 16 lanes write 32 bytes of each of four rows at once. The swizzle puts neighbouring
            // rows into the same 8 banks, so odd rows start 16 columns further.
            const HOPPER_SUM *const pair = &d[(first / 8 + i) * 4 + 2 * half];
            const HOPPER_SUM *const other = &d[(first / 8 + (i ^ 2)) * 4 + 2 * half];
            const float2 value = {scaled_bits(p, odd ? other[0] : pair[0]),
                                  scaled_bits(p, odd ? other[1] : pair[1])};
            *(float2 *)slice_at(slice, my_row + 8 * half, my_col + 8 * (odd ? i ^ 2 : i)) = value;
        }
}

// C = alpha d, or C += alpha d, for 64 x n elements that begin at (row, col). TMA adds in L2: no
// thread reads C. Each element is added once, so the sum does not depend on the order. All threads
// of a warpgroup call it; only they use these slices and this named barrier. Its first thread
// stores. At the end the last stores are still in flight. n, a multiple of 32, is a literal.
static __device__ __forceinline__ void store_by_tma(const struct hopper_params *p,
                                                    struct slices *slices, int barrier,
                                                    const HOPPER_SUM *d, int n, int row, int col)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    if (n / SLICE_COLS % 2 != 0 && thread == 0)
        bulk_wait_group_read(0); // with an odd number of slices the last one used the first buffer
#pragma unroll
    for (int first = 0; first < n; first += SLICE_COLS) {
        unsigned char *const slice = slices->bytes[first / SLICE_COLS % SLICE_BUFFERS];
        if (thread == 0)
            bulk_wait_group_read(SLICE_BUFFERS - 1); // the last store from this buffer has read it
        barrier_sync(barrier, HOPPER_WARPGROUP);     // and now all threads know it
        put_slice(slice, p, d, first);
        fence_proxy_async(); // makes this thread's stores visible to TMA
        barrier_sync(barrier, HOPPER_WARPGROUP);
        if (thread == 0) {
            if (p->c_adds)
                tma_reduce_add_2d(&p->c, slice, col + first, row);
            else
                tma_store_2d(&p->c, slice, col + first, row);
            bulk_commit_group();
        }
    }
}

// C = alpha d + beta C for the same elements if TMA cannot store them: a warp stores one row of a
// slice at a time, 128 consecutive bytes of C. (Stored from wgmma's registers, a request would
// touch 8 rows: at 4095 that took 73 of 263 us.) All 16 rows of a warp are in flight at once. If C
// is read, too, only AT_ONCE are: more of them would spill next to 192 sums.
static __device__ __forceinline__ void store_by_rows(const struct hopper_params *p,
                                                     struct slices *slices, int barrier,
                                                     const HOPPER_SUM *d, int n, int row, int col)
{
    enum { WARPS = HOPPER_WARPGROUP / 32, ROWS_EACH = SLICE_ROWS / WARPS, AT_ONCE = 4 };
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    const int my_row = thread / 32 * ROWS_EACH, lane = thread % 32;
#pragma unroll
    for (int first = 0; first < n; first += SLICE_COLS) {
        unsigned char *const slice = slices->bytes[first / SLICE_COLS % SLICE_BUFFERS];
        // Wait until all warps have read this buffer: always, if there is only one; with two,
        // before the first slice, if a tile has an odd number of them.
        if (SLICE_BUFFERS == 1 || (first == 0 && n / SLICE_COLS % 2 != 0))
            barrier_sync(barrier, HOPPER_WARPGROUP);
        put_slice(slice, p, d, first);
        barrier_sync(barrier, HOPPER_WARPGROUP); // and all have read the previous slice
        const int c_col = col + first + lane;
        float *const C = (float *)p->C + row_major(row + my_row, c_col, p->ldc);
        const int inside = c_col < p->n ? p->m - (row + my_row) : 0;
        if (p->beta == 0) {
            float value[ROWS_EACH];
#pragma unroll
            for (int r = 0; r < ROWS_EACH; r++)
                value[r] = *slice_at(slice, my_row + r, lane);
            float *to = C;
#pragma unroll
            for (int r = 0; r < ROWS_EACH; r++, to += p->ldc)
                if (r < inside)
                    *to = value[r];
            continue;
        }
#pragma unroll 1
        for (int r = 0; r < ROWS_EACH; r += AT_ONCE) {
            float old[AT_ONCE];
#pragma unroll
            for (int i = r; i < r + AT_ONCE; i++)
                old[i - r] = i < inside ? C[row_major(i, 0, p->ldc)] : 0;
#pragma unroll
            for (int i = r; i < r + AT_ONCE; i++)
                if (i < inside) {
                    const float value = *slice_at(slice, my_row + i, lane);
                    C[row_major(i, 0, p->ldc)] = value + p->beta * old[i - r];
                }
        }
    }
}

#endif
