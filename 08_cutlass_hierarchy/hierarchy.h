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

#include "../common/device/layout_device.h"
#include "../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// A warp's tile is the same in every step: 4 x 8 instructions. 32 of them need 4 + 4 ldmatrix, the
// fewest that 128 sums a thread allow.
enum { HIER_MMA_M = 16, HIER_MMA_N = 8, HIER_MMA_K = 16 };
enum { HIER_WM = 64, HIER_WN = 64 };
enum { HIER_MMAS_M = HIER_WM / HIER_MMA_M, HIER_MMAS_N = HIER_WN / HIER_MMA_N };

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
                  .stride = {s.bm, 8, HIER_MMA_M, HIER_MMA_N * s.bm}},
    };
}

// An operand as it is stored, and how a block walks through it (CUTLASS: a tensor view, and the
// Params of a tile iterator). Elements are bits here: only the tensor cores look inside.
struct hier_operand {
    const uint16_t *data;
    int rows, cols, ld;
    ptrdiff_t row_step;  // elements from a chunk that a thread copies to its next one in the tile
    ptrdiff_t tile_step; // and to the same one in the next tile along K
};

// What all threads need and none should have to compute (CUTLASS: Params).
struct hier_params {
    int m, n;             // of C
    int tiles_m, tiles_n; // tiles of C, down and across: the grid
    int k_tiles;          // of A and B along K
    int panel;            // 5_rasterize and later: how many tiles high a panel of blocks is
    int done_m, done_n;   // 8_tuned: that many of these tiles another launch takes
    float alpha, beta;
    struct hier_operand A, B;
    float *C;
    int ldc;
    bool vectors; // C can be taken in float4s: 6_epilogue and later
};

// The parameters of one call. m, n > 0. Where alpha is 0 or k is, there are no k-tiles.
struct hier_params hier_params(struct hier_shape s, bool trans_b, int m, int n, int k, double alpha,
                               const void *A, int lda, const void *B, int ldb, double beta, void *C,
                               int ldc);

// Can all rows of A and B be taken in chunks of 16 bytes alone, and those of C in float2?
bool hier_aligned(const struct hier_params *p);

gemm_fn hgemm_hierarchy, hgemm_cp_async, hgemm_multistage, hgemm_register_pipeline;
gemm_fn hgemm_rasterize, hgemm_epilogue, hgemm_predicated, hgemm_tuned, bgemm_tuned;
gemm_fn gemm_converts_f32, gemm_converts_i8; // A and B are f32 or int8 in memory

// 3_multistage with 2, 3, 4, 5, 6 or 8 stages: NN, aligned operands alone; and what a stage takes.
void hgemm_stages(int stages, const struct hier_params *p);
size_t hier_stage_bytes(void);

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
