// SPDX-License-Identifier: MIT
//
// params.h: how a block copies A and B, and what a launch passes to its kernel. For chapters 08
// and 10, whose GEMMs are CUTLASS's hierarchy.
#ifndef HIERARCHY_PARAMS_H
#define HIERARCHY_PARAMS_H

#include "../../../step/step.h"
#include "../share.h"
#include "../tile_copy.h"
#include "../warp_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

// How A and B are copied to shared memory: 16 bytes at a time, unchanged; or, from 08/7 on, a pair
// of elements at a time through registers. Then they may be f32 or int8 in global memory.
enum copy_way { COPY_ASYNC, COPY_STAGED_16, COPY_STAGED_F32, COPY_STAGED_I8 };

enum { PAIR = 2 }; // elements that a thread stages at a time

LAYOUT_INLINE int copy_width(enum copy_way way)
{
    return way == COPY_ASYNC ? (int)F16_VECTOR : (int)PAIR;
}

LAYOUT_INLINE int element_bytes(enum copy_way way)
{
    return way == COPY_STAGED_F32 ? 4 : way == COPY_STAGED_I8 ? 1 : 2;
}

// How a block of `threads` threads copies its tiles of A and B. All are literals. (Its tile of C is
// bm x bn.)
struct copy_tiles {
    enum copy_way way;
    int bm, bn, bk, threads;
    bool trans_a, trans_b;
};

// Values that all threads need and the host computes (CUTLASS: Params).
struct hier_params {
    int m, n;             // of C
    int tiles_m, tiles_n; // tiles of C, down and across: the grid
    int k_tiles;          // of A and B along K: at least one, which is all zeros if k is 0
    int panel;            // 08/5_rasterize and later: the height of a panel, in tiles
    int done_m, done_n;   // 08/8_tuned: the tiles that another launch computes
    float alpha, beta;
    struct gemm_operand A, B;
    float *C;
    int ldc;
    bool vectors;       // C can be stored in float4s: 08/6_epilogue and later
    struct share share; // 08/8_tuned and later: the tiles, or parts of tiles, of each block
    struct parts parts; // and the memory for parts
};

// The parameters of one call (params.c). m, n > 0.
struct hier_params hier_params(struct copy_tiles t, const struct gemm *g);

// Are all rows of A and B whole 16-byte vectors; and also those of C whole float2s?
bool hier_operands_aligned(const struct gemm *g);
bool hier_aligned(const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
