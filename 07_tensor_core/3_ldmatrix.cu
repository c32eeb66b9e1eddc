// SPDX-License-Identifier: MIT
//
// 3_ldmatrix: one instruction of the warp loads a fragment.
//
// What changed: ldmatrix.x4 loads four matrices of 8 x 8. Lane i passes the address of row i % 8 of
// matrix i / 8, 16 bytes; each lane receives what mma needs. One instruction replaces four loads
// for A, and four or eight for B. With .trans each matrix is transposed, as a row-major B needs it.
//
// Why: in step 2 a warp issued 8 or 12 loads for two mma, and as many additions for addresses.
//
// Expect: fewer instructions, and as many passes. 8 rows of a matrix that are 128 bytes apart use
// the same 4 banks: 8 passes for each matrix. Of rows of 64 bytes there are two in 128: 4 passes.
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

// The lane's part of the 16 x 16 of A at (row, p) of the tile: four matrices, down first.
static __device__ __forceinline__ void load_a_frag(uint32_t a[4], const f16 *As, int row, int p,
                                                   unsigned lane)
{
    ldmatrix_x4(a, &As[ldmatrix_offset(k_major(), ldmatrix_down_first(), 8, row, p, lane)]);
}

// The lane's part of the 16 x 16 of B at (p, col): two neighbouring fragments of 16 x 8. Each is
// two matrices, for k = 0 to 7 and 8 to 15.
static __device__ __forceinline__ void load_b_frag(uint32_t b[4], const f16 *Bs, int p, int col,
                                                   unsigned lane, bool trans_b)
{
    if (trans_b)
        ldmatrix_x4(b, &Bs[ldmatrix_offset(k_major(), ldmatrix_across_first(), 8, col, p, lane)]);
    else
        ldmatrix_x4_trans(b,
                          &Bs[ldmatrix_offset(n_major(), ldmatrix_down_first(), 8, p, col, lane)]);
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

#define STEP tc_ldmatrix
#define SHARED_TILES
#include "parts/launch.h"
