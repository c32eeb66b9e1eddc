// SPDX-License-Identifier: MIT
//
// 4_register_pipeline: the fragments of the next k-slice are loaded while this one is multiplied.
//
// What changed: fragments have two sets of registers. Before a slice is multiplied, ldmatrix starts
// for the next slice. After the last slice of a tile comes the first slice of the next tile, so the
// wait and the barrier come before the last slice, while the other warps' mma still run.
//
// Why: in step 3 each slice begins with ldmatrix, and all mma of the warp wait for its result. A
// scheduler has two warps here, and after a barrier both wait at the same instruction.
//
// Registers: 128 for sums and 2 x 32 for fragments, of 255.
//
// Expect: faster than step 3. Each tile of C loads one slice and passes one barrier more.
#include "parts/load_stream.h"
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

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
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

#define STEP hgemm_register_pipeline
#define SHARED_BYTES STAGES * sizeof(struct shared_storage)
#include "parts/launch.h"
