// SPDX-License-Identifier: MIT
//
// 1_tma: the loop of 08/4, mma.sync from shared memory. The copy engine fetches the tiles.
//
// What changed: no cp.async. One thread starts the copy of a whole tile (TMA). A tensor map, made
// by the host, describes the matrix and the swizzle. So there are no addresses to compute and no
// predicates at the edges. Instead of a barrier of the block, each stage has two mbarriers. `full`
// counts the bytes that have arrived; `empty` counts the warps that have read them. So a warp can
// be one stage ahead of another. The thread that starts the copies is in an additional warp and
// does nothing else: otherwise all warps wait for the warp that multiplies and loads. (Steps 5 and
// 6 explain the four additional warps and their registers.)
//
// Expect: fragments and products as in 08/4, without its global loads and the instructions for
// them.
#include "../common/device/gemm/raster.h"
#include "../common/device/gemm/warp_tile.h"
#include "../common/device/ptx/warpgroup.h"
#include "parts/ring.h"
#include "parts/shared.h"
#include "parts/store_mma.h"

enum { BM = 128, BN = 256, BK = HOPPER_BK, STAGES = 4 };
enum { WM = 64, WN = 64, WARPS_M = BM / WM, WARPS = WARPS_M * (BN / WN) };
enum { THREADS = WARPS * 32 + HOPPER_WARPGROUP, LOADER_REGISTERS = 24, REGISTERS = 240 };
enum { MMAS_M = WM / MMA_M, MMAS_N = WN / MMA_N, SLICES = BK / MMA_K };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

// Starts the copies of all k-tiles. One thread calls it.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            bool trans_b, int row, int col)
{
    const struct operand_tile a_tile = {BM, true}, b_tile = {BN, trans_b};
    struct ring_place at = {0, 1};
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        struct stage *const s = &ring->stages[at.stage];
        uint64_t *const full = &ring->full[at.stage];
        mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
        fence_proxy_async(); // warps have read this stage through the generic proxy
        mbarrier_arrive_expect_tx(full, sizeof *s);
        load_tile(s->A, a_tile, &p->a, full, row, k_tile * BK);
        load_tile(s->B, b_tile, &p->b, full, col, k_tile * BK);
        ring_next(&at, STAGES);
    }
}

// The fragments of k = 16 slice to 16 slice + 15. A k x n tile of B consists of blocks of 64
// columns, and a warp's columns are one such block.
static __device__ __forceinline__ void fragments(uint32_t a_frag[][4], uint32_t b_frag[][2],
                                                 const struct stage *s, bool trans_b, int row,
                                                 int col, int slice)
{
    load_a(a_frag, MMAS_M, s->A, swizzled_tile(BM, BK), row, slice * MMA_K);
    if (trans_b)
        load_b(b_frag, MMAS_N, s->B, swizzled_tile(BN, BK), col, slice * MMA_K, true);
    else
        load_b(b_frag, MMAS_N, s->B + col * HOPPER_ROW, swizzled_tile(BK, HOPPER_ATOM), 0,
               slice * MMA_K, false);
}

// A warp's 64 x 64 of the tile that begins at (row, col).
static __device__ __forceinline__ void
multiply_tiles(const struct hopper_params *p, struct ring *ring, bool trans_b, int row, int col)
{
    const int warp = (int)threadIdx.x / 32;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile
    float acc[MMAS_M * MMAS_N][4] = {{0}};
    uint32_t a_frag[2][MMAS_M][4], b_frag[2][MMAS_N][2];
    struct ring_place at = {0, 0};
    mbarrier_wait_parity(&ring->full[0], 0);
    fragments(a_frag[0], b_frag[0], &ring->stages[0], trans_b, warp_row, warp_col, 0);
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        const struct stage *s = &ring->stages[at.stage];
        uint64_t *const empty = &ring->empty[at.stage];
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            if (slice == SLICES - 1) { // the next fragments belong to the next k-tile
                ring_next(&at, STAGES);
                s = &ring->stages[at.stage];
                if (k_tile + 1 < p->k_tiles)
                    mbarrier_wait_parity(&ring->full[at.stage], at.parity);
            }
            if (slice < SLICES - 1 || k_tile + 1 < p->k_tiles)
                fragments(a_frag[(slice + 1) % 2], b_frag[(slice + 1) % 2], s, trans_b, warp_row,
                          warp_col, (slice + 1) % SLICES);
            multiply(acc, MMAS_M, MMAS_N, a_frag[slice % 2], b_frag[slice % 2], MMA_F16, true);
        }
        __syncwarp(); // all 32 lanes have their fragments
        if (threadIdx.x % 32 == 0)
            mbarrier_arrive(empty);
    }
    store_mma(p, acc, MMAS_M, MMAS_N, row + warp_row, col + warp_col);
}

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    (void)trans_a; // false
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct tile_place c = raster_tile((int)blockIdx.x, p->panel, p->tiles_m, p->tiles_n);
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, WARPS);
    __syncthreads();
    if (threadIdx.x >= WARPS * 32) {
        setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == WARPS * 32)
            load(p, ring, trans_b, c.row * BM, c.col * BN);
    } else {
        setmaxnreg_inc(REGISTERS);
        multiply_tiles(p, ring, trans_b, c.row * BM, c.col * BN);
    }
}

#define STEP hopper_tma
#define A_NOT_TRANSPOSED
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
