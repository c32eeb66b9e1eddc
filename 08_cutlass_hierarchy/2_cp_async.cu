// SPDX-License-Identifier: MIT
//
// 2_cp_async: the next tiles are in flight while this pair is multiplied.
//
// What changed: shared memory has two stages. cp.async copies without using registers, and the
// thread continues at once; it waits for the copies one turn later. One barrier per turn is enough.
// A thread that has passed it knows that this stage is complete, and that no thread reads the other
// stage any more, so that stage can be filled. (Both halves are needed: a copy in flight needs
// memory that no thread reads.)
//
// Why: in step 1 the whole SM waits for global memory in every turn, and only then computes.
//
// Expect: a turn takes the longer of copy and product, not their sum.
#include "parts/load_stream.h"
#include "parts/store_direct.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };
enum { STAGES = 2 };

// One stage.
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN];
};

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    __shared__ __align__(128) struct shared_storage shared[STAGES];
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    const struct tile_layout a_tile = hier_a_tile(hier_shape());
    const struct tile_layout b_tile = hier_b_tile(hier_shape(), trans_b);
    float acc[MMAS_M * MMAS_N][4] = {{0}};
    struct load_stream stream =
        load_begin(p, hier_shape(), trans_b, aligned ? BY_CP_ASYNC : BY_VECTOR_ELEMENTS, row, col);
    load_next(&stream, shared[0].As, shared[0].Bs);
    cp_async_commit_group();
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        const int stage = k_tile % STAGES, next = (k_tile + 1) % STAGES;
        cp_async_wait_group(0); // this thread's copies for this stage have landed
        __syncthreads();        // all threads' copies too, and the other stage is free
        load_next(&stream, shared[next].As, shared[next].Bs);
        cp_async_commit_group();
#pragma unroll
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a_frag[MMAS_M][4], b_frag[MMAS_N][2];
            load_a(a_frag, MMAS_M, shared[stage].As, a_tile, warp_row, k);
            load_b(b_frag, MMAS_N, shared[stage].Bs, b_tile, warp_col, k, trans_b);
            multiply(acc, MMAS_M, MMAS_N, a_frag, b_frag, MMA_F16, false);
        }
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

#define STEP hgemm_cp_async
#define SHARED_BYTES 0
#include "parts/launch.h"
