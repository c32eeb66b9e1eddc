// SPDX-License-Identifier: MIT
//
// outer.h: the steps of chapter 05. From the inner to the outer product, and on to registers.
#ifndef OUTER_H
#define OUTER_H

#include "../common/step/step.h"

// The tile sizes of a step: what its file says at its head, for all who compute with them. A block
// of `threads` threads owns a bm x bn tile of C and takes K in tiles of bk; each of its warps owns
// wm x wn elements of C, each thread tm x tn.
struct tiles {
    int bm, bn, bk;
    int wm, wn;
    int tm, tn;
    int threads;
};

// A grid has no more blocks than this in y, and from 2_tile2d on in x: 65,536
// blocks keep any GPU busy. Further launches compute the rest of C (1_k_tiles), or a
// block that has done its tile goes on to another.
enum { OUTER_MAX_GRID = 256 };

#ifdef __cplusplus
extern "C" {
#endif

sgemm_nn_fn outer_k_tiles, outer_tile2d, outer_thread_tile_1d, outer_thread_tile_2d;
sgemm_nn_fn outer_vectorized, outer_warp_tile, outer_double_buffer, outer_tuned;

extern const struct tiles outer_k_tiles_sizes, outer_tile2d_sizes, outer_thread_tile_1d_sizes;
extern const struct tiles outer_thread_tile_2d_sizes, outer_vectorized_sizes;
extern const struct tiles outer_warp_tile_sizes, outer_double_buffer_sizes;

// What the emulated GPU will count (predict.c).
struct counts outer_predict_k_tiles(const struct gemm_problem *p);
struct counts outer_predict_tile2d(const struct gemm_problem *p);
struct counts outer_predict_thread_tile_1d(const struct gemm_problem *p);
struct counts outer_predict_thread_tile_2d(const struct gemm_problem *p);
struct counts outer_predict_vectorized(const struct gemm_problem *p);
struct counts outer_predict_warp_tile(const struct gemm_problem *p);
struct counts outer_predict_double_buffer(const struct gemm_problem *p);
struct counts outer_predict_tuned(const struct gemm_problem *p);

extern const struct chapter chapter_05_outer_product;

#ifdef __cplusplus
}
#endif
#endif
