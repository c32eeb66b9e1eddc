// SPDX-License-Identifier: MIT
//
// tiles.h: the steps of chapter 06 that work on tiles.
#ifndef TILES_H
#define TILES_H

#include "../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Reductions ----------------------------------------------------------------------------------

reduction_fn tiles_row_sum, tiles_reduce_simt, tiles_reduce_tile;

enum { ROW_SUM_THREADS = 256, REDUCE_THREADS = 256 }; // of a block
enum { REDUCE_MAX_ROWS = 65535 };  // of the grid of 4_reduce_simt: gridDim.y ends there
enum { REDUCE_VALUES = 16 };       // doubles of a thread at a time in 5_reduce_tile
enum { REDUCE_MAX_BLOCKS = 4096 }; // some waves on any GPU; as many atomic additions in all

struct counts tiles_predict_row_sum(const struct gemm_problem *p);
struct counts tiles_predict_reduce_simt(const struct gemm_problem *p);
struct counts tiles_predict_reduce_tile(const struct gemm_problem *p);

// Sums of squares with other blocks: block sizes by elements a thread, --blocks.
int tiles_blocks(const struct gemm_problem *p, const struct setup *setup);

// ---- Products ------------------------------------------------------------------------------------

sgemm_nn_fn tiles_gemm;

// The tiles of 7_tile_gemm: a block's, and how deep; a thread's.
enum { GEMM_BM = 128, GEMM_BN = 128, GEMM_BK = 16, GEMM_TM = 8, GEMM_TN = 8 };
enum { GEMM_THREADS = GEMM_BM / GEMM_TM * (GEMM_BN / GEMM_TN) };

#define GEMM_SWIZZLE 2, 2, 3 // of the tile of A in shared memory

enum { GEMM_STAGES = 3 }; // 16 KiB each: what a block may have without asking

// gridDim.y ends at 65535 (gridDim.x at 2^31 - 1), so one launch covers no more rows than these.
enum { GEMM_MAX_ROWS = 65535 * GEMM_BM };

struct counts tiles_predict_gemm(const struct gemm_problem *p);

// The examples of the tile text, --examples.
int tiles_examples(const struct gemm_problem *p, const struct setup *setup);

// A gradient from adjoints against finite differences, --gradient.
int tiles_gradient(const struct gemm_problem *p, const struct setup *setup);

#ifdef __cplusplus
}
#endif
#endif
