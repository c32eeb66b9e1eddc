// SPDX-License-Identifier: MIT
//
// 6_epilogue: sums go through shared memory to C, and a function is applied on the way.
//
// What changed: store_direct() became store_through_shared() (epilogue_store.h). The stages are no
// longer needed then, so the epilogue uses the same shared memory: a union.
//
// Why: a lane has pairs of neighbours, and 32 lanes have parts of eight rows. Stored directly, a
// request writes 32 bytes in each of eight rows; through shared memory, 256 bytes in two rows.
// And each thread has four neighbours of a row at a time. It applies alpha, beta, a bias or an
// activation there (epilogue_functions.h), without another access to memory.
//
// Expect: half the requests for C with as many sectors. `--epilogue` runs the functions.
#include "../common/device/gemm/hierarchy/epilogue_store.h"
#include "parts/load_stream.h"
#include "../common/device/gemm/raster.h"

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
// The stages are needed first, the rows last, so they share memory.
union shared_memory {
    struct shared_storage stages[STAGES];
    float rows[THREADS / 32][EPILOGUE_ROWS][WN + EPILOGUE_PAD]; // of each warp
};
extern __shared__ __align__(128) unsigned char shared_bytes[];

// function is a literal, too.
static __device__ __forceinline__ void c_tile_with(enum epilogue_function function,
                                                   const struct epilogue *e,
                                                   const struct hier_params *p, bool trans_b,
                                                   bool aligned)
{
    union shared_memory *const memory = (union shared_memory *)shared_bytes;
    struct shared_storage *const shared = memory->stages;
    const struct tile_place tile = raster_tile((int)blockIdx.x, p->panel, p->tiles_m, p->tiles_n);
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
                load_bounds(&stream, p);
                load_next(&stream, shared[next].As, shared[next].Bs);
                cp_async_commit_group();
            }
            multiply(acc, MMAS_M, MMAS_N, a_frag[slice % 2], b_frag[slice % 2], MMA_F16, false);
        }
    }
    cp_async_wait_all();
    __syncthreads(); // all warps have read the stages, and no copy into them is in flight
    store_through_shared(function, e, &memory->rows[warp][0][0], acc, MMAS_M, MMAS_N, p->C, p->ldc,
                         p->m, p->n, row + warp_row, col + warp_col, p->vectors);
}

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    const struct epilogue e = {.alpha = p->alpha, .beta = p->beta};
    c_tile_with(EPILOGUE_LINEAR, &e, p, trans_b, aligned);
}

#ifndef EPILOGUE_SHOW // show/epilogue_kernels.cu defines its own kernels
#define STEP hgemm_epilogue
#define SHARED_BYTES sizeof(union shared_memory)
#include "parts/launch.h"
#endif
