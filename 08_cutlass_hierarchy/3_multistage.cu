// SPDX-License-Identifier: MIT
//
// 3_multistage: more than one pair of tiles in flight.
//
// What changed: STAGES stages in a circle. One is used; STAGES - 1 are in flight or complete.
//
// How long to wait. Before turn t a thread has committed the groups of tiles 0 to t + STAGES - 2:
// STAGES - 1 before the first turn and one in each turn. It needs tile t, so only the STAGES - 2
// later groups may be in flight: cp_async_wait_group(STAGES - 2). After the end of K, tiles are
// zeros, but they are committed as groups too, so the count stays right.
//
// Why: with two stages a copy has one turn to arrive, with four it has three. `--stages` sweeps.
//
// Expect: faster than step 2 if memory takes longer than a turn.
#include "parts/load_stream.h"
#include "parts/store_direct.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };
enum { STAGES = HIER_STAGES };

// One stage. More than 48 KiB must be dynamic shared memory: an array without a size.
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN];
};
extern __shared__ __align__(128) struct shared_storage shared[]; // [stages]

// stages: a literal.
static __device__ __forceinline__ void c_tile_in_stages(const struct hier_params *p, int stages,
                                                        bool trans_b, bool aligned)
{
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    const struct tile_layout a_tile = hier_a_tile(hier_shape());
    const struct tile_layout b_tile = hier_b_tile(hier_shape(), trans_b);
    float acc[MMAS_M * MMAS_N][4] = {{0}};
    struct load_stream stream =
        load_begin(p, hier_shape(), trans_b, aligned ? BY_CP_ASYNC : BY_VECTOR_ELEMENTS, row, col);
    for (int stage = 0; stage < stages - 1; stage++) {
        load_next(&stream, shared[stage].As, shared[stage].Bs);
        cp_async_commit_group();
    }
    int stage = 0, next = stages - 1; // of this turn's tiles, and of the tiles to be fetched
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        cp_async_wait_group(stages - 2); // this thread's copies for this stage have landed
        __syncthreads(); // all threads' copies too, and the previous turn's stage is free
        load_bounds(&stream, p);
        load_next(&stream, shared[next].As, shared[next].Bs);
        cp_async_commit_group();
#pragma unroll
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a_frag[MMAS_M][4], b_frag[MMAS_N][2];
            load_a(a_frag, MMAS_M, shared[stage].As, a_tile, warp_row, k);
            load_b(b_frag, MMAS_N, shared[stage].Bs, b_tile, warp_col, k, trans_b);
            multiply(acc, MMAS_M, MMAS_N, a_frag, b_frag, MMA_F16, false);
        }
        next = stage; // free as soon as all have passed the next barrier
        stage = stage + 1 < stages ? stage + 1 : 0;
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    c_tile_in_stages(p, STAGES, trans_b, aligned);
}

#define STEP hgemm_multistage
#define SHARED_BYTES STAGES * sizeof(struct shared_storage)
#include "parts/launch.h"
