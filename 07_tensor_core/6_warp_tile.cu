// SPDX-License-Identifier: MIT
//
// 6_warp_tile: each warp owns 64 x 32 elements of C; a fragment is multiplied with many others.
//
// What changed: a warp has 4 x 4 tiles of mma where it had 1 x 2. For 16 of K it loads 4 fragments
// of A, an ldmatrix each, and 4 of B, an ldmatrix for two, and makes 16 mma of them:
//     warp tile                  16 x 16   32 x 32   64 x 32   64 x 64
//     ldmatrix for each mma         1        1/2       3/8       1/4
//     a lane's registers: sums      8        32        64        128
// With 128 registers a thread two blocks of 128 x 128 share an SM: while one waits for its tiles,
// the other multiplies. Rows of Bs (NN) are 256 bytes now: Swizzle<3,3,4>, derived as in step 5.
//
// A lane keeps one offset in As and one in Bs. From there 16 further along K is an xor, in bits
// that the swizzle changes, and 16 rows further a constant in the instruction.
//
// Expect: 6 ldmatrix where step 5 has 16, and a quarter of its loads from global memory.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "parts/stage.h"
#include "tensor_core.h"

enum { BM = 128, BN = 128, BK = 64 };
enum { WM = 64, WN = 32 };                           // of a warp
enum { TILES_M = WM / MMA_M, TILES_N = WN / MMA_N }; // 4 x 4 mma
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers

LAYOUT_INLINE struct tile_layout k_major(void) // Sw<3,3,3> o 0 o (128,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {128, 64}, .stride = {64, 1}},
                                .swizzle = {3, 3, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<3,3,4> o 0 o (64,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {64, 128}, .stride = {128, 1}},
                                .swizzle = {3, 3, 4}};
}

// The row of a matrix that the lane names, in the first ldmatrix of a warp whose part of As begins
// at `row`; of Bs at `col`. The order is that of step 3.
static __device__ __forceinline__ int a_of_lane(int row, unsigned lane)
{
    return tile_offset(k_major(), row + lane % 16, lane / 16 * 8);
}

static __device__ __forceinline__ int b_of_lane(int col, unsigned lane, bool trans_b)
{
    return trans_b ? tile_offset(k_major(), col + lane / 16 * 8 + lane % 8, lane / 8 % 2 * 8)
                   : tile_offset(n_major(), lane % 16, col + lane / 16 * 8);
}

// acc += As Bs, for the warp's part. The bits in which p counts, and columns of a row-major B, are
// 0 in a lane's offset before the swizzle. So adding them is an xor, and the swizzle of an xor is
// the xor of the swizzles.
static __device__ __forceinline__ void multiply(float acc[TILES_M][TILES_N][4], const f16 *As,
                                                const f16 *Bs, int a_lane, int b_lane, bool trans_b,
                                                bool k16)
{
#pragma unroll
    for (int p = 0; p < BK; p += MMA_K) {
        uint32_t a[TILES_M][4], b[TILES_N / 2][4];
#pragma unroll
        for (int i = 0; i < TILES_M; i++)
            ldmatrix_x4(a[i], &As[(a_lane ^ p) + i * MMA_M * BK]);
#pragma unroll
        for (int j = 0; j < TILES_N / 2; j++) // two fragments, side by side
            if (trans_b)
                ldmatrix_x4(b[j], &Bs[(b_lane ^ p) + j * 2 * MMA_N * BK]);
            else
                ldmatrix_x4_trans(b[j], &Bs[(b_lane ^ j * 2 * MMA_N) + p * BN]);
#pragma unroll
        for (int i = 0; i < TILES_M; i++)
#pragma unroll
            for (int j = 0; j < TILES_N; j++)
                mma_16x8x16(acc[i][j], a[i], &b[j / 2][j % 2 * 2], k16);
    }
}

static __device__ __forceinline__ void c_tile(const struct tc_gemm *g, int row0, int col0,
                                              bool trans_b, bool aligned, bool k16)
{
    __shared__ __align__(128) f16 As[BM * BK], Bs[BK * BN];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile
    const bool works = row0 + row < g->m && col0 + col < g->n; // else all of it is outside of C
    const int a_lane = a_of_lane(row, lane), b_lane = b_of_lane(col, lane, trans_b);

    float acc[TILES_M][TILES_N][4] = {{{0}}};
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
        if (works)
            multiply(acc, As, Bs, a_lane, b_lane, trans_b, k16);
        __syncthreads(); // nobody needs them any more
    }
#pragma unroll
    for (int i = 0; i < TILES_M; i++)
#pragma unroll
        for (int j = 0; j < TILES_N; j++)
            store_16x8(g, row0 + row + i * MMA_M, col0 + col + j * MMA_N, acc[i][j], lane, aligned);
}

#define STEP tc_warp_tile
#include "parts/launch.h"

const struct tc_sizes tc_warp_tile_sizes = {.bm = BM,
                                            .bn = BN,
                                            .bk = BK,
                                            .wm = WM,
                                            .wn = WN,
                                            .threads = THREADS,
                                            .k_major = k_major(),
                                            .n_major = n_major()};
