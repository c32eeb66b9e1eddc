// SPDX-License-Identifier: MIT
//
// hierarchy.h: the steps of chapter 08, the tile of each level, and what a launch hands to its
// kernel. A GEMM as CUTLASS builds it, in structs and functions.
//
//     level         tile                        who has it                  CUTLASS's name
//     grid          m x n of C                  one launch                  device
//     block         BM x BN of C, BK of K       8 warps, shared memory      threadblock, OutputTile
//     warp          WM x WN of C                32 lanes, their registers   warp
//     instruction   MMA_M x MMA_N, MMA_K        a tensor core               instruction, MMA atom
//
// A and B are f16, C and the sums f32. A is row-major; B is k x n (NN) or n x k (NT), row-major.
#ifndef HIERARCHY_H
#define HIERARCHY_H

#include <stddef.h>
#include <stdint.h>

#include "../common/device/gemm/share.h"
#include "../common/device/gemm/tile_copy.h"
#include "../common/device/gemm/warp_tile.h"
#include "../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// A warp's tile is the same in every step: 4 x 8 instructions. 32 of them need 4 + 4 ldmatrix, the
// fewest that 128 sums a thread allow.
enum { HIER_WM = 64, HIER_WN = 64 };
enum { HIER_MMAS_M = HIER_WM / MMA_M, HIER_MMAS_N = HIER_WN / MMA_N };

// The block's tile of steps 1 to 7: 2 x 4 warps. Their sums take half of the registers of an SM, so
// it holds one block. A stage of A and B is 24 KiB, and four of them are what a block may have on
// any GPU of compute capability 8.0 or more.
enum { HIER_BM = 128, HIER_BN = 256, HIER_BK = 32 };
enum { HIER_STAGES = 4 };

// The tile of a block and its warps, where they are numbers: for host code, and as a literal for
// kernels.
struct hier_shape {
    int bm, bn, bk; // multiples of WM, WN and MMA_K
};

LAYOUT_INLINE int hier_threads(struct hier_shape s)
{
    return s.bm / HIER_WM * (s.bn / HIER_WN) * 32;
}

LAYOUT_INLINE struct hier_shape hier_shape(void)
{
    return (struct hier_shape){HIER_BM, HIER_BN, HIER_BK};
}

// Who holds which sum, as a thread-value layout in the tile of C, column-major (BM,BN):(1,BM). From
// the inside: an instruction's 16 x 8 elements, four to a lane; 4 x 8 instructions side by side are
// a warp's; warps stand in columns. A test derives it from the algebra.
LAYOUT_INLINE struct tv_literal hier_c_layout(struct hier_shape s)
{
    return (struct tv_literal){
        .thread = {.rank = 4, // lane % 4, lane / 4, warp down, warp across
                   .shape = {4, 8, (unsigned)(s.bm / HIER_WM), (unsigned)(s.bn / HIER_WN)},
                   .stride = {2 * s.bm, 1, HIER_WM, HIER_WN * s.bm}},
        .value = {.rank = 4, // in an instruction across and down, instructions down and across
                  .shape = {2, 2, HIER_MMAS_M, HIER_MMAS_N},
                  .stride = {s.bm, 8, MMA_M, MMA_N * s.bm}},
    };
}

// How A and B go into shared memory: 16 bytes at a time, as they are; or, from step 7 on, a pair of
// elements at a time through registers, and then they may be f32 or int8 in memory.
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

// How a block of `threads` threads copies its tiles of A and B: literals. (Its tile of C is bm x
// bn.)
struct copy_tiles {
    enum copy_way way;
    int bm, bn, bk, threads;
    bool trans_b;
};

// As they lie in shared memory. B is n x k there, too, where it is in memory.
LAYOUT_INLINE struct tile_layout hier_a_tile(struct hier_shape s)
{
    return swizzled_tile(s.bm, s.bk);
}

LAYOUT_INLINE struct tile_layout hier_b_tile(struct hier_shape s, bool trans_b)
{
    return trans_b ? swizzled_tile(s.bn, s.bk) : swizzled_tile(s.bk, s.bn);
}

// What all threads need and none should have to compute (CUTLASS: Params).
struct hier_params {
    int m, n;             // of C
    int tiles_m, tiles_n; // tiles of C, down and across: the grid
    int k_tiles;          // of A and B along K: at least one, of zeros where there is no k
    int panel;            // 5_rasterize and later: how many tiles high a panel of blocks is
    int done_m, done_n;   // 8_tuned: that many of these tiles another launch takes
    float alpha, beta;
    struct gemm_operand A, B;
    float *C;
    int ldc;
    bool vectors;       // C can be taken in float4s: 6_epilogue and later
    struct share share; // 8_tuned and later: which tiles, or parts of tiles, a block takes
    struct parts parts; // and where it hands in parts
};

// The parameters of one call (params.c). m, n > 0.
struct hier_params hier_params(struct copy_tiles t, const struct gemm *g);

// Those of steps 1 to 7.
LAYOUT_INLINE struct copy_tiles hier_copies(enum copy_way way, bool trans_b)
{
    return (struct copy_tiles){way, HIER_BM, HIER_BN, HIER_BK, hier_threads(hier_shape()), trans_b};
}

// Are all rows of A and B whole 16-byte vectors; and also those of C whole float2s?
bool hier_operands_aligned(const struct gemm *g);
bool hier_aligned(const struct gemm *g);

gemm_fn hgemm_hierarchy, hgemm_cp_async, hgemm_multistage, hgemm_register_pipeline;
gemm_fn hgemm_rasterize, hgemm_epilogue, hgemm_predicated, hgemm_tuned, bgemm_tuned;
gemm_fn gemm_converts_f32, gemm_converts_i8; // A and B are f32 or int8 in memory

// What the emulated GPU will count (predict.c).
struct counts hier_predict_hierarchy(const struct gemm_problem *p);
struct counts hier_predict_cp_async(const struct gemm_problem *p);
struct counts hier_predict_multistage(const struct gemm_problem *p);
struct counts hier_predict_register_pipeline(const struct gemm_problem *p);
struct counts hier_predict_epilogue(const struct gemm_problem *p);
struct counts hier_predict_predicated(const struct gemm_problem *p);
struct counts hier_predict_tuned(const struct gemm_problem *p);
struct counts hier_predict_converts_f32(const struct gemm_problem *p);
struct counts hier_predict_converts_i8(const struct gemm_problem *p);

extern const struct chapter chapter_08_cutlass_hierarchy;

#ifdef __cplusplus
}
#endif
#endif
