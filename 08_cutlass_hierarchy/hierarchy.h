// SPDX-License-Identifier: MIT
//
// hierarchy.h: the steps of chapter 08, and the tile of each level. A GEMM as CUTLASS builds it, in
// structs and functions.
//
//     level         tile                        computed by                 CUTLASS's name
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

#include "../common/device/gemm/hierarchy/params.h"
#include "../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// A warp's tile is the same in every step: 4 x 8 instructions. 32 of them need 4 + 4 ldmatrix, the
// fewest that 128 sums a thread allow.
enum { HIER_WM = 64, HIER_WN = 64 };
enum { HIER_MMAS_M = HIER_WM / MMA_M, HIER_MMAS_N = HIER_WN / MMA_N };

// The block's tile of steps 1 to 7: 2 x 4 warps. Their sums take half of the registers of an SM, so
// one block fits. A stage of A and B is 24 KiB, and four of them are allowed on every GPU of
// compute capability 8.0 or more.
enum { HIER_BM = 128, HIER_BN = 256, HIER_BK = 32 };
enum { HIER_STAGES = 4 };

// The tile of a block as numbers: a variable in host code, a literal in kernels.
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

// Which thread has which sum: a thread-value layout in the tile of C, column-major (BM,BN):(1,BM).
// From the inside: an instruction has 16 x 8 elements, four per lane; a warp has 4 x 8
// instructions; warps are numbered down the columns. A test derives it from the algebra.
LAYOUT_INLINE struct tv_literal hier_c_layout(struct hier_shape s)
{
    return (struct tv_literal){
        .thread = {.rank = 4, // lane % 4, lane / 4, warp down, warp across
                   .shape = {4, 8, (unsigned)(s.bm / HIER_WM), (unsigned)(s.bn / HIER_WN)},
                   .stride = {2 * s.bm, 1, HIER_WM, HIER_WN * s.bm}},
        .value = {.rank = 4, // across and down in an instruction, instructions down and across
                  .shape = {2, 2, HIER_MMAS_M, HIER_MMAS_N},
                  .stride = {s.bm, 8, MMA_M, MMA_N * s.bm}},
    };
}

// The tiles' layouts in shared memory. B is n x k there if it is n x k in global memory.
LAYOUT_INLINE struct tile_layout hier_a_tile(struct hier_shape s)
{
    return swizzled_tile(s.bm, s.bk);
}

LAYOUT_INLINE struct tile_layout hier_b_tile(struct hier_shape s, bool trans_b)
{
    return trans_b ? swizzled_tile(s.bn, s.bk) : swizzled_tile(s.bk, s.bn);
}

// The copies of steps 1 to 7.
LAYOUT_INLINE struct copy_tiles hier_copies(enum copy_way way, bool trans_b)
{
    return (struct copy_tiles){way,   HIER_BM, HIER_BN, HIER_BK, hier_threads(hier_shape()),
                               false, trans_b};
}

gemm_fn hgemm_hierarchy, hgemm_cp_async, hgemm_multistage, hgemm_register_pipeline;
gemm_fn hgemm_rasterize, hgemm_epilogue, hgemm_predicated, hgemm_tuned, bgemm_tuned;
gemm_fn gemm_converts_f32, gemm_converts_i8; // A and B are f32 or int8 in memory

// Launch a plan: 8_tuned for f16 operands that are not packed, and 8_converts_s8 for int8. For the
// sweep (bench/tune/tune_tensor.cu) and tests.
struct hier_plan;
void hgemm_tuned_plan(const struct hier_plan *plan, const struct gemm *g);
void gemm_converts_i8_plan(const struct hier_plan *plan, const struct gemm *g);

// For struct step: whether any tile size of 8_tuned or of 8_converts fits this GPU, and packed rows
// fit an int.
bool hier_tuned_fits(const struct gemm_problem *p, struct failure *why);
bool converts_fits(const struct gemm_problem *p, struct failure *why);

// Bytes that a call needs in addition to A, B and C: for packed operands and parts of tiles.
double hier_tuned_workspace(const struct gemm_problem *p);
double converts_workspace(const struct gemm_problem *p);

// Predictions of the emulated GPU's counters (predict.c).
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
