// SPDX-License-Identifier: MIT
//
// 5_swizzled: rows stay in their places, their 16-byte vectors change their order.
//
// What changed: the layout of the tiles. In a row of 128 bytes, vector c of row r is stored at c
// xor r % 8. The 8 rows of a matrix have the same c and different r % 8: 8 places of 4 banks each.
// A row of 64 bytes has 4 vectors and shares the 32 banks with its neighbour: c xor r / 2 % 4.
//
// As swizzles of an offset in elements: bits 0 to 2 count within a vector and stay. In rows of 64,
// bits 3 to 5 are the vector, and bits 6 to 8, the row, are xored into them: Swizzle<3,3,3>. In
// rows of 32, bits 3 and 4 are the vector, and bit 5, the row's lowest, already selects half of the
// banks; bits 6 and 7 are xored into 3 and 4: Swizzle<2,3,3>.
//
// Expect: no conflicts, as in step 4; no memory lost, and every sector goes to one place.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "tensor_core.h"

enum { BM = 32, BN = 32, BK = 64 };
enum { WM = 16, WN = 16 }; // of a warp
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 8 }; // 1024 threads: all that fit an SM of compute capability 7.5

// Tiles in shared memory: As and, if B is stored n x k, Bs have rows of 64 along k. The Bs of a
// row-major B has rows of 32 along n.
LAYOUT_INLINE struct tile_layout k_major(void) // Sw<3,3,3> o 0 o (32,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BM, BK}, .stride = {BK, 1}},
                                .swizzle = {3, 3, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<2,3,3> o 0 o (64,32):(32,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BK, BN}, .stride = {BN, 1}},
                                .swizzle = {2, 3, 3}};
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
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        // Begun anew, to save registers: with two addresses that move along, none of the 64
        // registers is left for the fragments that ldmatrix loads while mma works.
        const int p0 = k_tile * BK;
        struct tile_copy a_tiles = tiles_of_a(g, row0, p0, k_major(), THREADS, aligned);
        struct tile_copy b_tiles = tiles_of_b(g, p0, col0, b_tile, THREADS, aligned, trans_b);
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

#define STEP tc_swizzled
#define SHARED_TILES
#include "parts/launch.h"
