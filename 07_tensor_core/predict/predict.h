// SPDX-License-Identifier: MIT
//
// predict.h: what parts of the steps cost: for predict.c and predict_types.c. Each adds to `sum`.
// `element` is the size in bytes of an element of that matrix.
//
// Global memory. The tiles of A that the blocks of one column of tiles fetch cover A exactly once.
// So A is fetched once for each tile of C in a row, and B once for each tile of C in a column. C is
// covered once.
//
// Shared memory. Tiles are always whole there, with zeros after the end of the matrix: each turn of
// a block's loop over K costs the same.
#ifndef TENSOR_CORE_PREDICT_H
#define TENSOR_CORE_PREDICT_H

#include "../../common/predict/cover.h"
#include "../../common/device/index.h"
#include "../tensor_core.h"

enum { WARP = 32 };
enum { MATRIX = 8 }; // rows and columns of an ldmatrix matrix, in 16 bits

// B as it is stored.
struct stored {
    int rows, cols;
};
struct stored tc_stored_b(const struct gemm_problem *p, int k);

// Can the rows of A and B be read in 16-byte vectors only?
bool tc_in_vectors(const struct gemm_problem *p, int k, int element);

// What does not depend on K: the launch, and C. A warp stores 8 rows of 4 lanes, two neighbours
// each; aligned: at once.
struct counts tc_predict_frame(const struct gemm_problem *p, const struct tc_sizes *s, int element,
                               bool aligned);
// The same if a warp stores C in requests of another shape.
struct counts tc_predict_frame_in(const struct gemm_problem *p, const struct tc_sizes *s,
                                  const struct stamp *stamp, int element, bool aligned);

// Loads of a matrix, `times` times.
void tc_add_loads(struct counts *sum, const struct traffic *t, long long times, int element);

// An m x n matrix that is copied into tiles of shared memory, `times` times.
void tc_add_staged(struct counts *sum, const struct tile_layout *l, int m, int n, int ld,
                   int element, bool aligned, long long times);

// A and B for all tiles of C, and the barriers of the blocks.
void tc_add_operands(struct counts *sum, const struct gemm_problem *p, const struct tc_sizes *s,
                     int k, int element, bool aligned);

// Matrices of ldmatrix, four at a time, each with this many passes.
void tc_add_ldmatrix(struct counts *sum, long long matrices, int passes);

#endif
