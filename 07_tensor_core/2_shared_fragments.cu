// SPDX-License-Identifier: MIT
//
// 2_shared_fragments: fragments from shared memory, 32 bits at a time.
//
// What changed: the block copies 32 x 64 of A and 64 x 32 of B into shared memory, 16 bytes at a
// time (cp.async), and its warps load their fragments from there. A register holds two neighbours
// of a row of A: one load of 32 bits. Of B it holds two neighbours of a column: one load if B is
// stored n x k. In a row-major B they are in two rows: two loads of 16 bits, and a join.
//
// Why: in step 1 two warps fetched the same elements of A from global memory, and two the same of
// B, 2 bytes at a time.
//
// Expect: 8 passes through the banks for a load of A. Its 8 rows are 128 bytes apart: the same 4
// banks. A load of a row-major B reads 4 rows, every second one of 64 bytes: 4 passes.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "tensor_core.h"

enum { BM = 32, BN = 32, BK = 64 };
enum { WM = 16, WN = 16 }; // of a warp
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 8 }; // 1024 threads: all that fit an SM of compute capability 7.5

// Tiles in shared memory: As and, if B is stored n x k, Bs have rows of 64 along k. The Bs of a
// row-major B has rows of 32 along n.
LAYOUT_INLINE struct tile_layout k_major(void) // (32,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BM, BK}, .stride = {BK, 1}},
                                .swizzle = {0, 0, 0}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // (64,32):(32,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BK, BN}, .stride = {BN, 1}},
                                .swizzle = {0, 0, 0}};
}

enum { A_SIZE = BM * BK, B_SIZE = BK * BN }; // elements of As and Bs

// The lane's part of the 16 x 16 of A at (row, p) of the tile.
static __device__ __forceinline__ void load_a_frag(uint32_t a[4], const f16 *As, int row, int p,
                                                   unsigned lane)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const int o = tv_offset(mma_a_16x16_b16(), lane, 2 * r); // row + MMA_M p
        a[r] = *(const uint32_t *)&As[tile_offset(k_major(), row + o % MMA_M, p + o / MMA_M)];
    }
}

// The lane's part of the 16 x 16 of B at (p, col): two neighbouring fragments of 16 x 8.
static __device__ __forceinline__ void load_b_frag(uint32_t b[4], const f16 *Bs, int p, int col,
                                                   unsigned lane, bool trans_b)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const int o = tv_offset(mma_b_8x16_b16(), lane, 2 * (r % 2)); // col + MMA_N p
        const int at_p = p + o / MMA_N, at_col = col + r / 2 * MMA_N + o % MMA_N;
        if (trans_b)
            b[r] = *(const uint32_t *)&Bs[tile_offset(k_major(), at_col, at_p)];
        else
            b[r] = Bs[tile_offset(n_major(), at_p, at_col)] |
                   (uint32_t)Bs[tile_offset(n_major(), at_p + 1, at_col)] << 16;
    }
}

static __device__ __forceinline__ void c_tile(const struct tc_gemm *g, int row0, int col0,
                                              bool trans_b, bool aligned, enum mma_type mma)
{
    __shared__ __align__(128) f16 As[A_SIZE], Bs[B_SIZE];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile
    const struct tile_layout b_tile = trans_b ? k_major() : n_major();

    float acc[WN / MMA_N][4] = {{0}};
    struct tile_copy a_tiles = tiles_of_a(g, row0, 0, k_major(), THREADS, aligned);
    struct tile_copy b_tiles = tiles_of_b(g, 0, col0, b_tile, THREADS, aligned, trans_b);
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        copy_next(As, &a_tiles);
        copy_next(Bs, &b_tiles);
        cp_async_wait_all();
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int p = 0; p < BK; p += MMA_K) {
            uint32_t a[4], b[4];
            load_a_frag(a, As, row, p, lane);
            load_b_frag(b, Bs, p, col, lane, trans_b);
            for (int j = 0; j < WN / MMA_N; j++)
                mma_16x8x16(acc[j], a, &b[2 * j], mma);
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int j = 0; j < WN / MMA_N; j++)
        store_16x8(g, row0 + row, col0 + col + j * MMA_N, acc[j], lane, aligned);
}

#define STEP tc_shared_fragments
#define SHARED_TILES
#include "parts/launch.h"
