// SPDX-License-Identifier: MIT
//
// 4_padded: rows of shared memory that begin in other banks.
//
// What changed: the layout of the tiles. Behind each row stand 8 elements that nobody uses. Rows of
// 144 bytes begin 4 banks after one another, rows of 80 bytes 20: both ways the 8 rows of a matrix
// lie in all 32 banks, and ldmatrix takes one pass for it, where step 3 took 8 or 4.
//
// The price: an eighth (a quarter) more shared memory, and every second row begins in the middle of
// a sector of 32 bytes. What comes from global memory are sectors. There the halves of one go to
// two places, so it is fetched twice, and the copy takes more passes into shared memory.
//
// Expect: no conflicts of ldmatrix; the copies take more passes than before.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "parts/stage.h"
#include "tensor_core.h"

enum { BM = 32, BN = 32, BK = 64 };
enum { WM = 16, WN = 16 }; // of a warp
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 8 }; // 1024 threads: as many as an SM of compute capability 7.5 has room for

// Tiles in shared memory: As and, where B is stored n x k, Bs have rows of 64 along k. The Bs of a
// row-major B has rows of 32 along n.
LAYOUT_INLINE struct tile_layout k_major(void) // (32,64):(72,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {32, 64}, .stride = {72, 1}},
                                .swizzle = {0, 0, 0}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // (64,32):(40,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {64, 32}, .stride = {40, 1}},
                                .swizzle = {0, 0, 0}};
}

enum { A_SIZE = 32 * 72, B_SIZE = 64 * 40 }; // elements of As and Bs

// The lane's part of the 16 x 16 of A from (row, p) of the tile on. Its four registers are four
// matrices: rows 0 to 7 and 8 to 15 of k = 0 to 7, then of k = 8 to 15.
static __device__ __forceinline__ void load_a(uint32_t a[4], const f16 *As, int row, int p,
                                              unsigned lane)
{
    ldmatrix_x4(a, &As[tile_offset(k_major(), row + lane % 16, p + lane / 16 * 8)]);
}

// The lane's part of the 16 x 16 of B from (p, col) on: two fragments of 16 x 8, side by side. Its
// four registers are k = 0 to 7 and 8 to 15 of columns 0 to 7, then of columns 8 to 15.
static __device__ __forceinline__ void load_b(uint32_t b[4], const f16 *Bs, int p, int col,
                                              unsigned lane, bool trans_b)
{
    if (trans_b)
        ldmatrix_x4(
            b, &Bs[tile_offset(k_major(), col + lane / 16 * 8 + lane % 8, p + lane / 8 % 2 * 8)]);
    else
        ldmatrix_x4_trans(b, &Bs[tile_offset(n_major(), p + lane % 16, col + lane / 16 * 8)]);
}

static __device__ __forceinline__ void c_tile(const struct tc_gemm *g, int row0, int col0,
                                              bool trans_b, bool aligned, bool k16)
{
    __shared__ __align__(128) f16 As[A_SIZE], Bs[B_SIZE];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile

    float acc[WN / MMA_N][4] = {{0}};
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int p0 = k_tile * BK;
        stage_tile(As, k_major(), THREADS, g->A, row0, p0, g->m, g->k, g->lda, aligned);
        if (trans_b)
            stage_tile(Bs, k_major(), THREADS, g->B, col0, p0, g->n, g->k, g->ldb, aligned);
        else
            stage_tile(Bs, n_major(), THREADS, g->B, p0, col0, g->k, g->n, g->ldb, aligned);
        cp_async_wait_all();
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int p = 0; p < BK; p += MMA_K) {
            uint32_t a[4], b[4];
            load_a(a, As, row, p, lane);
            load_b(b, Bs, p, col, lane, trans_b);
            for (int j = 0; j < WN / MMA_N; j++)
                mma_16x8x16(acc[j], a, &b[2 * j], k16);
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int j = 0; j < WN / MMA_N; j++)
        store_16x8(g, row0 + row, col0 + col + j * MMA_N, acc[j], lane, aligned);
}

#define STEP tc_padded
#include "parts/launch.h"

const struct tc_sizes tc_padded_sizes = {.bm = BM,
                                         .bn = BN,
                                         .bk = BK,
                                         .wm = WM,
                                         .wn = WN,
                                         .threads = THREADS,
                                         .k_major = k_major(),
                                         .n_major = n_major()};
