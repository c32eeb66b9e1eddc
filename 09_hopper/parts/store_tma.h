// SPDX-License-Identifier: MIT
//
// store_tma.h: a warpgroup's sums to C by the copy engine. For kernels.
#ifndef HOPPER_STORE_TMA_H
#define HOPPER_STORE_TMA_H

#include "../../common/device/ptx/tma.h"
#include "../../common/device/ptx/warpgroup.h"
#include "../hopper.h"

enum { SLICE_COLS = HOPPER_ROW / (int)sizeof(float), SLICE_ROWS = HOPPER_ATOM };
enum { SLICE_BUFFERS = 2 };

// 64 x 32 elements of C, rows of 128 bytes: a box of its map.
struct slices {
    unsigned char bytes[SLICE_BUFFERS][SLICE_ROWS * HOPPER_ROW];
};

// Where the map of C swizzles: 16-byte vector v of row r lies where v xor r % 8 would.
static __device__ __forceinline__ float *slice_at(unsigned char *slice, int row, int col)
{
    const int byte = col * (int)sizeof(float) ^ row % 8 * 16;
    return (float *)(slice + row * HOPPER_ROW + byte);
}

// C = alpha d for 64 x n elements that begin at (row, col). All threads of a warpgroup, which alone
// uses these slices and this named barrier; its first thread stores. The last stores are under way
// at the end. n, a multiple of 32, is a literal.
static __device__ __forceinline__ void store_by_tma(const struct hopper_params *p,
                                                    struct slices *slices, int barrier,
                                                    const HOPPER_SUM *d, int n, int row, int col)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    const int my_row = thread / 32 * 16 + thread % 32 / 4, my_col = thread % 4 * 2;
    const bool odd = my_row % 2 != 0;
#pragma unroll
    for (int first = 0; first < n; first += SLICE_COLS) {
        unsigned char *const slice = slices->bytes[first / SLICE_COLS % SLICE_BUFFERS];
        if (thread == 0)
            bulk_wait_group_read(SLICE_BUFFERS - 1); // the store from this buffer has read it
        barrier_sync(barrier, HOPPER_WARPGROUP);     // and all threads know
#pragma unroll
        for (int i = 0; i < SLICE_COLS / 8; i++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                // 16 lanes write 32 bytes of each of four rows at once. The swizzle puts those of
                // two neighbouring rows into the same 8 banks; so odd rows take columns 16 further.
                const HOPPER_SUM *const pair = &d[(first / 8 + i) * 4 + 2 * half];
                const HOPPER_SUM *const other = &d[(first / 8 + (i ^ 2)) * 4 + 2 * half];
                const float2 value = {p->alpha * (odd ? other[0] : pair[0]),
                                      p->alpha * (odd ? other[1] : pair[1])};
                *(float2 *)slice_at(slice, my_row + 8 * half, my_col + 8 * (odd ? i ^ 2 : i)) =
                    value;
            }
        fence_proxy_async(); // what this thread wrote, the store may read
        barrier_sync(barrier, HOPPER_WARPGROUP);
        if (thread == 0) {
            tma_store_2d(&p->c, slice, col + first, row);
            bulk_commit_group();
        }
    }
}

#endif
