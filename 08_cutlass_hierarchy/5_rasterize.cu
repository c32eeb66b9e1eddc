// SPDX-License-Identifier: MIT
//
// 5_rasterize: blocks that run together compute a packed region of C.
//
// What changed: the order in which blocks take tiles (raster.h). The host chooses the height of a
// panel such that the blocks that run together, one on each SM, need the fewest rows of A plus
// columns of B.
//
// Why: these blocks walk along K side by side, so L2 can serve all of them with what one fetches.
// At 8192, on 132 SMs, they need 640 rows of A and all 8192 columns of B in the order of step 4. In
// panels of 16 tiles they need 2048 and 2304 (--raster draws both).
//
// Expect: the counters of step 4; fewer bytes from DRAM, more hits in L2.
#include "parts/load_stream.h"
#include "../common/device/gemm/raster.h"
#include "parts/store_direct.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };
enum { SLICES = BK / MMA_K };
enum { STAGES = HIER_STAGES };
static_assert(SLICES % 2 == 0, "a tile ends with the set of registers that it did not begin with");

struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN];
};
extern __shared__ __align__(128) struct shared_storage shared[]; // [STAGES]

static __device__ __forceinline__ void c_tile_at(const struct hier_params *p,
                                                 struct tile_place tile, bool trans_b, bool aligned)
{
    const int row = tile.row * BM, col = tile.col * BN, warp = (int)threadIdx.x / 32;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    const struct tile_layout a_tile = hier_a_tile(hier_shape());
    const struct tile_layout b_tile = hier_b_tile(hier_shape(), trans_b);
    float acc[MMAS_M * MMAS_N][4] = {{0}};
    uint32_t a_frag[2][MMAS_M][4], b_frag[2][MMAS_N][2];
    struct load_stream stream =
        load_begin(p, hier_shape(), trans_b, aligned ? BY_CP_ASYNC : BY_VECTOR_ELEMENTS, row, col);
    for (int stage = 0; stage < STAGES - 1; stage++) {
        load_next(&stream, shared[stage].As, shared[stage].Bs);
        cp_async_commit_group();
    }
    cp_async_wait_group(STAGES - 2);
    __syncthreads();
    load_a(a_frag[0], MMAS_M, shared[0].As, a_tile, warp_row, 0);
    load_b(b_frag[0], MMAS_N, shared[0].Bs, b_tile, warp_col, 0, trans_b);

    int stage = 0, next = STAGES - 1; // of the slice to be loaded, and of the tiles to be fetched
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            if (slice == SLICES - 1) { // all fragments of this tile are in registers
                cp_async_wait_group(STAGES - 2);
                __syncthreads(); // the next tile is complete, and this one is free
                next = stage;
                stage = stage + 1 < STAGES ? stage + 1 : 0;
            }
            const int k = (slice + 1) % SLICES * MMA_K;
            load_a(a_frag[(slice + 1) % 2], MMAS_M, shared[stage].As, a_tile, warp_row, k);
            load_b(b_frag[(slice + 1) % 2], MMAS_N, shared[stage].Bs, b_tile, warp_col, k, trans_b);
            if (slice == 0) { // after ldmatrix, whose results the next slice's mma need
                load_next(&stream, shared[next].As, shared[next].Bs);
                cp_async_commit_group();
            }
            multiply(acc, MMAS_M, MMAS_N, a_frag[slice % 2], b_frag[slice % 2], MMA_F16, false);
        }
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    c_tile_at(p, raster_tile((int)blockIdx.x, p->panel, p->tiles_m, p->tiles_n), trans_b, aligned);
}

#define STEP hgemm_rasterize
#define SHARED_BYTES STAGES * sizeof(struct shared_storage)
#include "parts/launch.h"
