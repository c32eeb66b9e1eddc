// SPDX-License-Identifier: MIT
//
// 7_predicated: any shape and any alignment, at no cost for the interior.
//
// What changed: the first and the last tile along K compute which of a thread's copies are inside A
// and B, and keep the answers as masks (predicates.h). Between them, a copy tests one bit. The
// residue of K comes last, so all tiles begin at multiples of BK and stay aligned. (CUTLASS takes
// it first.) Rows that begin anywhere are copied two elements at a time, through registers
// (predicated_copy.h): 32 lanes share a row, so a request still reads neighbours.
//
// Why: in steps 1 to 6 such operands are copied element by element, and each lane reads another
// place: eight times as many requests for a tile.
//
// Expect: for aligned operands the copies of step 6; for unaligned ones a fraction of its sectors.
#include "../common/device/gemm/hierarchy/epilogue_store.h"
#include "../common/device/gemm/hierarchy/predicated_copy.h"
#include "../common/device/gemm/raster.h"
#include "hierarchy.h"

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
union shared_memory {
    struct shared_storage stages[STAGES];
    float rows[THREADS / 32][EPILOGUE_ROWS][WN + EPILOGUE_PAD];
};
extern __shared__ __align__(128) unsigned char shared_bytes[];

// Called before the tiles with number k_tile along K are copied: the last ones, or after them?
static __device__ __forceinline__ void next_predicates(struct copy_stream *stream,
                                                       const struct hier_params *p, int row,
                                                       int col, int k_tile)
{
    if (k_tile == p->k_tiles - 1)
        stream_predicates(stream, row, col, k_tile * BK);
    else if (k_tile == p->k_tiles)
        stream_nothing(stream);
}

// Staged copies are spread over the slices, and need the registers of one set of fragments.
static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    const int parts = aligned ? 1 : SLICES, sets = aligned ? 2 : 1;
    union shared_memory *const memory = (union shared_memory *)shared_bytes;
    struct shared_storage *const shared = memory->stages;
    const struct tile_place tile = raster_tile((int)blockIdx.x, p->panel, p->tiles_m, p->tiles_n);
    const int row = tile.row * BM, col = tile.col * BN, warp = (int)threadIdx.x / 32;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    const struct tile_layout a_tile = hier_a_tile(hier_shape());
    const struct tile_layout b_tile = hier_b_tile(hier_shape(), trans_b);
    float acc[MMAS_M * MMAS_N][4] = {{0}};
    uint32_t a_frag[2][MMAS_M][4], b_frag[2][MMAS_N][2];
    struct copy_stream stream;
    struct staged_pairs pairs;
    stream_bind(&stream, p, hier_copies(aligned ? COPY_ASYNC : COPY_STAGED_16, trans_b));
    stream_begin_at(&stream, row, col, 0);
    for (int stage = 0; stage < STAGES - 1; stage++) {
        uint16_t *As = shared[stage].As, *Bs = shared[stage].Bs;
        next_predicates(&stream, p, row, col, stage);
#pragma unroll
        for (int part = 0; part < SLICES; part++) {
            stream_load(&stream, As, Bs, part, SLICES, &pairs);
            stream_store(&stream, As, Bs, part, SLICES, &pairs);
        }
        stream_next(&stream);
        cp_async_commit_group();
    }
    cp_async_wait_group(STAGES - 2);
    __syncthreads();
    load_a(a_frag[0], MMAS_M, shared[0].As, a_tile, warp_row, 0);
    load_b(b_frag[0], MMAS_N, shared[0].Bs, b_tile, warp_col, 0, trans_b);

    int stage = 0, next = STAGES - 1; // of the slice to be loaded, and of the tiles to be fetched
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        next_predicates(&stream, p, row, col, k_tile + STAGES - 1);
        uint16_t *As = shared[next].As, *Bs = shared[next].Bs; // copied to in this turn
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            const int then = (slice + 1) % SLICES; // the next slice, perhaps of the next tile
            if (!aligned) {
                stream_load(&stream, As, Bs, slice, parts, &pairs);
                multiply(acc, MMAS_M, MMAS_N, a_frag[slice % sets], b_frag[slice % sets], MMA_F16,
                         false);
            }
            if (slice == SLICES - 1) { // all fragments of this tile are in registers
                cp_async_wait_group(STAGES - 2);
                __syncthreads(); // the next tile is complete, and this one is free
                next = stage;
                stage = stage + 1 < STAGES ? stage + 1 : 0;
            }
            load_a(a_frag[then % sets], MMAS_M, shared[stage].As, a_tile, warp_row, then * MMA_K);
            load_b(b_frag[then % sets], MMAS_N, shared[stage].Bs, b_tile, warp_col, then * MMA_K,
                   trans_b);
            if (aligned) {
                stream_load(&stream, As, Bs, slice, parts, &pairs);
                if (slice == 0)
                    cp_async_commit_group();
                multiply(acc, MMAS_M, MMAS_N, a_frag[slice % sets], b_frag[slice % sets], MMA_F16,
                         false);
            }
            stream_store(&stream, As, Bs, slice, parts, &pairs);
        }
        stream_next(&stream);
    }
    cp_async_wait_all();
    __syncthreads(); // all warps have read the stages, and no copy into them is in flight
    const struct epilogue e = {.alpha = p->alpha, .beta = p->beta};
    store_through_shared(EPILOGUE_LINEAR, &e, &memory->rows[warp][0][0], acc, MMAS_M, MMAS_N, p->C,
                         p->ldc, p->m, p->n, row + warp_row, col + warp_col, p->vectors);
}

#define STEP hgemm_predicated
#define ALIGNED hier_operands_aligned
#define UNALIGNED COPY_STAGED_16
#define SHARED_BYTES sizeof(union shared_memory)
#include "parts/launch.h"
