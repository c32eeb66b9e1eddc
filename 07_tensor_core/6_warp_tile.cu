// SPDX-License-Identifier: MIT
//
// 6_warp_tile: each warp owns 64 x 32 elements of C, so a fragment serves many mma.
//
// What changed: a warp has 4 x 4 tiles of mma instead of 1 x 2. For 16 of K it loads 4 fragments of
// A, an ldmatrix each, and 4 of B, an ldmatrix for two, and uses them in 16 mma:
//     warp tile                  16 x 16   32 x 32   64 x 32   64 x 64
//     ldmatrix for each mma         1        1/2       3/8       1/4
//     a lane's registers: sums      8        32        64        128
// With 128 registers per thread, two blocks of 128 x 128 share an SM: while one waits for its
// tiles, the other multiplies. Rows of Bs (NN) are 256 bytes now: Swizzle<3,3,4>, derived as in
// step 5.
//
// A lane keeps one offset in As and one in Bs. 16 further along K is an xor of it, in bits that the
// swizzle changes, and 16 rows further is a constant in the instruction.
//
// Expect: 6 ldmatrix where step 5 has 16, and a quarter of step 5's loads from global memory.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "tensor_core.h"

enum { BM = 128, BN = 128, BK = 64 };
enum { WM = 64, WN = 32 };                           // of a warp
enum { TILES_M = WM / MMA_M, TILES_N = WN / MMA_N }; // 4 x 4 mma
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers

LAYOUT_INLINE struct tile_layout k_major(void) // Sw<3,3,3> o 0 o (128,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BM, BK}, .stride = {BK, 1}},
                                .swizzle = {3, 3, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<3,3,4> o 0 o (64,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {BK, BN}, .stride = {BN, 1}},
                                .swizzle = {3, 3, 4}};
}

static __device__ __forceinline__ void c_tile(const struct tc_gemm *g, int row0, int col0,
                                              bool trans_b, bool aligned, enum mma_type mma)
{
    __shared__ __align__(128) f16 As[BM * BK], Bs[BK * BN];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile
    const bool works =
        row0 + row < g->m && col0 + col < g->n; // otherwise all of it is outside of C
    const struct tile_layout b_tile = trans_b ? k_major() : n_major();

    float acc[TILES_M * TILES_N][4] = {{0}};
    struct tile_copy a_tiles = tiles_of_a(g, row0, 0, k_major(), THREADS, aligned);
    struct tile_copy b_tiles = tiles_of_b(g, 0, col0, b_tile, THREADS, aligned, trans_b);
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        copy_next(As, &a_tiles);
        copy_next(Bs, &b_tiles);
        cp_async_wait_all();
        __syncthreads(); // both tiles are complete
        if (works)
#pragma unroll
            for (int p = 0; p < BK; p += MMA_K) {
                uint32_t a_frag[TILES_M][4], b_frag[TILES_N][2];
                load_b(b_frag, TILES_N, Bs, b_tile, col, p, trans_b);
#pragma unroll
                for (int i = 0; i < TILES_M; i++) { // each with all of B, as soon as it is loaded
                    load_a(&a_frag[i], 1, As, k_major(), row + i * MMA_M, p);
                    multiply(&acc[i * TILES_N], 1, TILES_N, &a_frag[i], b_frag, mma, false);
                }
            }
        __syncthreads(); // no thread needs them any more
    }
#pragma unroll
    for (int i = 0; i < TILES_M; i++)
#pragma unroll
        for (int j = 0; j < TILES_N; j++)
            store_16x8(g, row0 + row + i * MMA_M, col0 + col + j * MMA_N, acc[i * TILES_N + j],
                       lane, aligned);
}

#define STEP tc_warp_tile
#define SHARED_TILES
#include "parts/launch.h"
