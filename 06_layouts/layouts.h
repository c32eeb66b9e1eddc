// SPDX-License-Identifier: MIT
//
// layouts.h: the steps of chapter 06, whose table is in steps.c.
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include "../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Vectors -------------------------------------------------------------------------------------

enum { VECTOR_THREADS = 256 }; // of a block
enum { VECTOR_TILE = 8 };      // elements of a thread in 2_local_tile: 16 bytes of halves

vector_fn layouts_vector_add, layouts_local_tile;

struct counts layouts_predict_vector_add(const struct gemm_problem *p);
struct counts layouts_predict_local_tile(const struct gemm_problem *p);

// --text-vector: the article's kernel, unchanged (text_vector_add.cu).
int layouts_text_vector(const struct gemm_problem *p, const struct setup *setup);

// ---- Transposes ----------------------------------------------------------------------------------

// A block of TRANSPOSE_THREADS threads transposes a tile of TRANSPOSE_TILE x TRANSPOSE_TILE.
enum { TRANSPOSE_TILE = 64, TRANSPOSE_THREADS = 256 };

transpose_fn layouts_transpose_naive, layouts_transpose_shared, layouts_transpose_padded,
    layouts_transpose_swizzled;

struct counts layouts_predict_transpose_naive(const struct gemm_problem *p);
struct counts layouts_predict_transpose_shared(const struct gemm_problem *p);
struct counts layouts_predict_transpose_free(const struct gemm_problem *p); // of conflicts

extern const struct chapter chapter_06_layouts;

#ifdef __cplusplus
}
#endif
#endif
